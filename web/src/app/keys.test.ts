import { expect, test } from "vitest";
import { KEY_ACTIONS, keys_of, press_of } from "./keys";

const press = (key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent("keydown", { key, ...more });

test("keys ask for actions, capital or not", () => {
  expect(press_of(press(" "), {})).toEqual({ action: "roll" });
  expect(press_of(press("R"), {})).toEqual({ action: "roll" });
  expect(press_of(press("u"), {})).toEqual({ action: "take_back" });
  expect(press_of(press("Enter"), {})).toEqual({ action: "play" });
  expect(press_of(press("7"), {})).toEqual({ number: 7 });
  expect(press_of(press("0"), {})).toBeNull();
  expect(press_of(press("x"), {})).toBeNull();
});

test("keys of the browser are left alone", () => {
  expect(press_of(press("r", { ctrlKey: true }), {})).toBeNull();
  expect(press_of(press("l", { metaKey: true }), {})).toBeNull();
  expect(press_of(press("h", { altKey: true }), {})).toBeNull();
  expect(press_of(press("b", { isComposing: true }), {})).toBeNull();
});

test("keyboards of other scripts have the same keys in the same places", () => {
  expect(press_of(press("к", { code: "KeyR" }), {})).toEqual({ action: "roll" });
  expect(press_of(press("？", { code: "Slash" }), {})).toEqual({ action: "help" });
});

test("a key of one's own takes the place of the usual ones", () => {
  const own = { roll: "x" };
  expect(press_of(press("x"), own)).toEqual({ action: "roll" });
  expect(press_of(press("r"), own)).toBeNull();
});

test("a key that an action cannot have, as from a file, is not taken", () => {
  for (const key of ["Tab", "Escape", "1", "Shift", ""]) {
    expect(press_of(press("r"), { roll: key })).toEqual({ action: "roll" });
  }
  expect(press_of(press("Tab"), { roll: "Tab" })).toBeNull();
});

test("no usual key asks for two things", () => {
  const keys = KEY_ACTIONS.flatMap((each) => keys_of(each, {}));
  expect(new Set(keys).size).toBe(keys.length);
});
