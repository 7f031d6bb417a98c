// The wasm module behind its typed door. Text goes in and out as JSON; see apps/wasm/README.md.
import { type Door, operations } from "./door";

export type { Door };

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  request_buffer(size: number): number;
  call(): number;
  answer(): number;
  take_net?(): number; // not every module has it
}

export interface Engine {
  door: Door;
  /** Hands over the file of the net, once; false where it is none. */
  take_net(file: ArrayBuffer): boolean;
}

/** Opens a module, from its bytes or from the answer to fetching it. */
export async function open_door(module: BufferSource | Response): Promise<Door> {
  return (await open_engine(module)).door;
}

export async function open_engine(module: BufferSource | Response): Promise<Engine> {
  const { instance } =
    module instanceof Response
      ? await WebAssembly.instantiateStreaming(module)
      : await WebAssembly.instantiate(module);
  const exports = instance.exports as unknown as Exports;
  exports._initialize();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  const put = (bytes: Uint8Array) => {
    const at = exports.request_buffer(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  };
  const ask = (operation: keyof Door, request?: unknown) => {
    put(encoder.encode(`${operation}\n${JSON.stringify(request ?? {})}`));
    const size = exports.call();
    return JSON.parse(
      decoder.decode(new Uint8Array(exports.memory.buffer, exports.answer(), size)),
    );
  };
  const door = Object.fromEntries(
    operations.map((operation) => [operation, (request?: unknown) => ask(operation, request)]),
  ) as unknown as Door;
  return {
    door,
    take_net(file) {
      put(new Uint8Array(file));
      return exports.take_net?.() === 1;
    },
  };
}
