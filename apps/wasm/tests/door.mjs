// The module behind its door, for node: an object with the operations of aero/door.hpp. What
// it takes and gives is told in web/src/engine/door.ts.
import { readFile } from "node:fs/promises";

/** Asks with any bytes at all; the answer is still JSON. A module that takes the net may be given it. */
export async function open_raw_door(path, net_path) {
  const { instance } = await WebAssembly.instantiate(await readFile(path), {});
  const { memory, request_buffer, call, take_net, answer, _initialize } = instance.exports;
  _initialize();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const put = (bytes) => {
    const at = request_buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  };
  if (net_path) {
    put(await readFile(net_path));
    if (take_net() !== 1) throw new Error(`${net_path} is no net of ${path}`);
  }
  return (bytes) => {
    put(bytes);
    const size = call();
    return decoder.decode(new Uint8Array(memory.buffer, answer(), size));
  };
}

export async function open_door(path, net_path) {
  const ask = await open_raw_door(path, net_path);
  const encoder = new TextEncoder();
  // Whatever is not known to the door is refused by it; but a door is no promise.
  return new Proxy({}, {
    get: (_, operation) => operation === "then" ? undefined : (request) =>
      JSON.parse(ask(encoder.encode(`${operation}\n${JSON.stringify(request ?? {})}`))),
  });
}
