// The door of the module as plain functions; see src/door.cpp.
import { readFile } from "node:fs/promises";

export async function openDoor(path) {
  const { instance } = await WebAssembly.instantiate(await readFile(path), {});
  const door = instance.exports;
  door._initialize();

  // Puts the request in place, and reads the answer that `call` says is there.
  const ask = (request, call) => {
    const bytes = new TextEncoder().encode(request);
    const at = door.request_buffer(bytes.length);
    new Uint8Array(door.memory.buffer, at, bytes.length).set(bytes);
    const size = call();
    return new TextDecoder().decode(new Uint8Array(door.memory.buffer, door.answer(), size));
  };
  return {
    moves: (rules, position) => ask(`${rules}\n${position}`, () => door.moves()),
    roll: (rules, position, value) => ask(`${rules}\n${position}`, () => door.roll(value)),
  };
}
