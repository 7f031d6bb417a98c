import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { text } from "../../text/text.svelte";
import type { TableState } from "../../wire/messages";
import { FakeSocket } from "../../wire/socket.fixture";
import { use_door } from "../door";
import { real_door } from "../replay/door.fixture";
import { go } from "../route.svelte";
import Online from "./Online.svelte";

let sockets: FakeSocket[] = [];

beforeAll(async () => {
  use_door(await real_door());
  await text.speak("en");
  await text.whole();
});
beforeEach(() => {
  localStorage.clear();
  sockets = [];
  vi.stubGlobal(
    "WebSocket",
    class extends FakeSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  go("home");
});

test("the code of the address is read as people write it", () => {
  go("t", "k7m2q-4t8lo");
  render(Online);
  sockets[0]?.open();
  expect(sockets[0]?.sent[0]).toMatchObject({ type: "hello", table: "K7M2Q4T810" });
});

test("an address without a whole code shows the ways to a table", async () => {
  go("t", "k7m2");
  render(Online);
  await screen.findByRole("heading", { name: "Play online", level: 1 });
  expect(document.title).toMatch(/ · Aeroplane Chess$/);
});

test("a game that cannot be read is an alarm, in the room too", async () => {
  go("t", "K7M2Q4T8XZ");
  render(Online);
  sockets[0]?.open();
  const table: TableState = {
    code: "K7M2Q4T8XZ",
    settings: { rules: "standard", chairs: [], pace: "live", seconds: 60 },
    phase: "playing",
    seats: [],
    ...{ seq: 1, ply: 0, number: 1, server_link: "", last_links: [], starting: [], since_ms: 0 },
    ...{ record: "no record", hash: "", next_table: "", watching: 0 },
  };
  sockets[0]?.tell({ type: "welcome", protocol: 1, version: "1", clock_ms: 5, table });
  await tick();
  expect(screen.getByRole("dialog", { name: "Something is wrong at this table" })).toBeTruthy();
});
