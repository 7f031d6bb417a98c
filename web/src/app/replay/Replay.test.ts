import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import { say, text } from "../../text/text.svelte";
import { use_door } from "../door";
import { route } from "../route.svelte";
import { real_door } from "./door.fixture";
import Replay from "./Replay.svelte";

beforeAll(async () => {
  use_door(await real_door());
  await text.speak("en");
});
afterEach(cleanup);

const record_of = (event: string) =>
  `[Event "${event}"]\n[Start "R:hx4 B:hx4 R 0 - -"]\n\n1. R 6 h-p\n`;

function drop(words: string): void {
  const dataTransfer = { files: [], getData: () => words };
  window.dispatchEvent(Object.assign(new Event("drop"), { dataTransfer }));
}

test("an address shows its game, whichever was brought last", async () => {
  location.hash = "#/replay";
  await expect.poll(() => route.screen).toBe("replay");
  render(Replay);
  drop(record_of("one"));
  await screen.findByText("one");
  await expect.poll(() => location.hash).toMatch(/^#\/replay\/r\//);
  const first = location.hash;
  drop(record_of("two"));
  await screen.findByText("two");
  await expect.poll(() => location.hash).not.toBe(first);
  const second = location.hash;
  location.hash = first;
  await screen.findByText("one");
  location.hash = second;
  await screen.findByText("two");
  location.hash = "#/replay";
  await screen.findByText(say("web.replay.open.about"));
});

test("what is brought opens no more where the person has gone elsewhere since", async () => {
  location.hash = "#/replay";
  await expect.poll(() => route.screen).toBe("replay");
  const { unmount } = render(Replay);
  drop(record_of("one"));
  location.hash = "#/settings";
  await expect.poll(() => route.screen).toBe("settings");
  unmount();
  await new Promise((done) => setTimeout(done, 50));
  expect(location.hash).toBe("#/settings");
});
