import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ClientMessage } from "../../wire/messages";
import { FakeSocket } from "../../wire/socket.fixture";
import { Lobby } from "./lobby.svelte";

const WISH = { rules: "quick", seats: 2, seconds: 30, name: "Anna" };
let socket: FakeSocket;
let lobby: Lobby;
const matched = vi.fn<(code: string) => void>();
const settle = () => vi.advanceTimersByTimeAsync(0);

function refuse(id: string, code: string): void {
  socket.tell({ type: "refused", id, code, arguments: [] });
}

/** Looks for company; the id of the command. */
async function sought(): Promise<string> {
  void lobby.seek(WISH);
  const { id } = socket.sent[socket.sent.length - 1] as Extract<ClientMessage, { id: string }>;
  socket.tell({ type: "done", id, seq: 0, table: "" });
  await settle();
  expect(lobby.is_seeking).toBe(true);
  return id;
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  matched.mockClear();
  lobby = new Lobby(matched, {
    dial: () => {
      socket = new FakeSocket();
      return socket;
    },
    random: () => 1,
  });
  socket.open();
  socket.tell({ type: "welcome", protocol: 1, version: "1", clock_ms: 5 });
});
afterEach(() => {
  lobby.close();
  vi.useRealTimers();
});

test("company is found", async () => {
  await sought();
  socket.tell({ type: "matched", table: "9QEX41ZKTB" });
  expect(matched).toHaveBeenCalledExactlyOnceWith("9QEX41ZKTB");
  expect(lobby.is_seeking).toBe(false);
});

test("a line that closes for good ends the wish, and says why", async () => {
  await sought();
  refuse("", "tables.protocol");
  await settle();
  expect([lobby.line, lobby.is_seeking]).toEqual(["closed", false]);
  expect(lobby.reason?.code).toBe("tables.protocol");
  expect(await lobby.seek(WISH)).toBe(false);
  expect([lobby.is_seeking, lobby.is_waiting]).toEqual([false, false]);
});

test("a line that closes before the wish is answered ends it as well", async () => {
  const answer = lobby.seek(WISH);
  refuse("", "tables.full");
  expect(await answer).toBe(false);
  expect([lobby.is_seeking, lobby.is_waiting]).toEqual([false, false]);
  expect(lobby.problem?.code).toBe("tables.full");
});

test("a wish that the server gives up later ends with its reason, another's does not", async () => {
  const id = await sought();
  refuse("another", "tables.server_full");
  expect(lobby.is_seeking).toBe(true);
  refuse(id, "tables.server_full");
  expect(lobby.is_seeking).toBe(false);
  expect(lobby.problem).toEqual({ code: "tables.server_full", arguments: {} });
});
