import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Die from "./Die.svelte";
import SeatMark from "./SeatMark.svelte";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([1, 2, 3, 4, 5, 6])("a die shows %i in front, with as many pips", (value) => {
  const { container } = render(Die, { value, seat: "R", label: "die" });
  const front = container.querySelectorAll(".front");
  expect(front.length).toBe(1);
  expect(front[0]?.querySelectorAll("circle").length).toBe(value);
});

test("opposite faces make seven", () => {
  const { container } = render(Die, { value: 1, seat: "R", label: "die" });
  const pips = [...container.querySelectorAll(".face")].map(
    (face) => face.querySelectorAll("circle").length,
  );
  expect(pips).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a die is a button with a name, and rolls when it may", async () => {
  const onroll = vi.fn();
  const { rerender } = render(Die, { value: 0, seat: "B", label: "roll the die", onroll });
  const button = screen.getByRole("button", { name: "roll the die" });
  await fireEvent.click(button);
  expect(onroll).toHaveBeenCalledTimes(1);
  await rerender({ disabled: true });
  expect(button).toHaveProperty("disabled", true);
});

test("a tumble ends on its face; at tempo 0 there is none", async () => {
  const frames: Keyframe[][] = [];
  const cancel = vi.fn();
  Element.prototype.animate = (given) => {
    frames.push(given as Keyframe[]);
    return { finished: Promise.resolve(), playState: "finished", cancel } as unknown as Animation;
  };
  const { component, container, rerender } = render(Die, { value: 0, seat: "G", label: "die" });
  await component.tumble(4, 0);
  expect(frames.length).toBe(0);
  await component.tumble(4, 1);
  await rerender({ value: 4 });
  const cube = container.querySelector<HTMLElement>(".cube");
  expect(frames[0]?.at(-1)?.transform).toBe(`translateY(0) ${cube?.style.transform}`);
  expect(cancel).toHaveBeenCalled(); // the value lies there by itself now
});

test("a seat’s mark has its glyph and its letter", () => {
  const { container } = render(SeatMark, { seat: "G" });
  expect(container.textContent?.trim()).toBe("G");
  expect(container.querySelectorAll("path").length).toBe(1);
});
