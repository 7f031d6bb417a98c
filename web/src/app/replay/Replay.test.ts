import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import { say, text } from "../../text/text.svelte";
import { use_door } from "../door";
import { route } from "../route.svelte";
import { settings } from "../settings.svelte";
import { real_door } from "./door.fixture";
import Replay from "./Replay.svelte";

beforeAll(async () => {
  use_door(await real_door());
  await text.speak("en");
  await text.whole();
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

test("a game that plays by itself stops when another one is brought", async () => {
  location.hash = "#/replay";
  await expect.poll(() => route.screen).toBe("replay");
  settings.speed = "fast";
  render(Replay);
  const turns = "1. R 4 h-p B 4 h-p 2. R 3 p-3 B 3 p-3 3. R 1 3-4 B 1 3-4";
  drop(record_of("one").replace("1. R 6 h-p", turns));
  await screen.findByText("one");
  await fireEvent.keyDown(document.body, { key: " " });
  const caption = () => document.querySelector(".caption")?.textContent?.trim();
  await expect.poll(caption).not.toContain(say("web.replay.at_start"));
  const noise = Array.from({ length: 9000 }, () =>
    String.fromCodePoint(0x4e00 + Math.trunc(Math.random() * 20000)),
  );
  drop(`${record_of("two")} {${noise.join("")}}`); // too long for an address of its own
  await screen.findByText("two");
  await new Promise((done) => setTimeout(done, 400));
  expect(caption()).toContain(say("web.replay.at_start"));
});
