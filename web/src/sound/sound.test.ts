import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Every node that is made, by its kind; connections and schedules are accepted and forgotten.
let made: string[] = [];
const value = () => ({
  value: 0,
  setValueAtTime() {},
  linearRampToValueAtTime() {},
  exponentialRampToValueAtTime() {},
  setTargetAtTime() {},
});
class FakeContext {
  sampleRate = 100;
  currentTime = 0;
  state = "running";
  destination = {};
  constructor() {
    made.push("context");
  }
  #node(kind: string) {
    made.push(kind);
    const node = { gain: value(), frequency: value(), Q: value(), start() {}, stop() {} };
    return { ...node, connect: (to: unknown) => to };
  }
  createGain = () => this.#node("gain");
  createOscillator = () => this.#node("oscillator");
  createBufferSource = () => this.#node("source");
  createBiquadFilter = () => this.#node("filter");
  createDynamicsCompressor = () => this.#node("compressor");
  createBuffer = (_: number, length: number) => ({
    getChannelData: () => new Float32Array(length),
  });
}

beforeEach(() => {
  made = [];
  vi.resetModules();
  vi.stubGlobal("AudioContext", FakeContext);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function touched(hasBeenActive: boolean): void {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive } });
}

test("silence makes nothing", async () => {
  touched(true);
  const { sound } = await import("./sound");
  sound.play("rattle");
  expect(made).toEqual([]);
});

test("nothing is made before the page has been touched", async () => {
  touched(false);
  const { sound } = await import("./sound");
  sound.volume = 50;
  sound.play("rattle");
  expect(made).toEqual([]);
});

test("the first sound that can be heard opens the context, once", async () => {
  touched(true);
  const { sound } = await import("./sound");
  sound.volume = 50;
  sound.play("jump");
  sound.play("jump");
  expect(made.filter((kind) => kind === "context")).toHaveLength(1);
  expect(made.filter((kind) => kind === "oscillator")).toHaveLength(2);
});

test("a walk has a tick for each square", async () => {
  touched(true);
  const { sound } = await import("./sound");
  sound.volume = 50;
  sound.play("step", 5, 0.1);
  expect(made.filter((kind) => kind === "source")).toHaveLength(5);
});

test("every sound can be made", async () => {
  touched(true);
  const { sound, SOUNDS } = await import("./sound");
  sound.volume = 100;
  for (const name of SOUNDS) {
    const before = made.length;
    sound.play(name);
    expect(made.length).toBeGreaterThan(before);
  }
});

test("where there is no sound nothing fails", async () => {
  touched(true);
  vi.stubGlobal("AudioContext", undefined);
  const { sound } = await import("./sound");
  sound.volume = 100;
  expect(() => sound.play("win")).not.toThrow();
});
