// The wasm module behind its typed door. Text goes in and out as JSON; see apps/wasm/README.md.
import { type Door, operations } from "./door";

export type { Door };

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  request_buffer(size: number): number;
  call(): number;
  answer(): number;
}

/** Opens a module, from its bytes or from the answer to fetching it. */
export async function open_door(module: BufferSource | Response): Promise<Door> {
  const { instance } =
    module instanceof Response
      ? await WebAssembly.instantiateStreaming(module)
      : await WebAssembly.instantiate(module);
  const exports = instance.exports as unknown as Exports;
  exports._initialize();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  const ask = (operation: keyof Door, request?: unknown) => {
    const bytes = encoder.encode(`${operation}\n${JSON.stringify(request ?? {})}`);
    const at = exports.request_buffer(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const size = exports.call();
    return JSON.parse(
      decoder.decode(new Uint8Array(exports.memory.buffer, exports.answer(), size)),
    );
  };
  return Object.fromEntries(
    operations.map((operation) => [operation, (request?: unknown) => ask(operation, request)]),
  ) as unknown as Door;
}
