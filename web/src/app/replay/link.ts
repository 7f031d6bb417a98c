// A record as part of an address: one letter says the form, base64url follows. Nothing of it ever
// goes to a server, since a fragment stays in the browser.
//
//   z  deflated (raw) UTF-8          t  UTF-8 as it is, from browsers that cannot deflate
import { MOST_BYTES } from "../record";

function to_base64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function from_base64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

// A link of a few bytes could ask for any amount of memory.
class TooLarge extends Error {}

/** All that comes out of the stream when these bytes go in. */
async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  // A bad input is told by the reader below, so that here nothing is left to do with it.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new TooLarge();
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The record as a part of a link. */
export async function packed(record: string): Promise<string> {
  const bytes = new TextEncoder().encode(record);
  if (typeof CompressionStream === "undefined") return `t${to_base64url(bytes)}`;
  return `z${to_base64url(await through(new CompressionStream("deflate-raw"), bytes))}`;
}

export type Unpacked = { record: string } | { problem: "damaged" | "too_large" | "old_browser" };

/** What `packed` made into text again. */
export async function unpacked(payload: string): Promise<Unpacked> {
  const form = payload[0];
  if (form === "z" && typeof DecompressionStream === "undefined") return { problem: "old_browser" };
  try {
    let bytes = from_base64url(payload.slice(1));
    if (form === "z") bytes = await through(new DecompressionStream("deflate-raw"), bytes);
    else if (form !== "t") return { problem: "damaged" };
    return { record: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    return { problem: error instanceof TooLarge ? "too_large" : "damaged" };
  }
}
