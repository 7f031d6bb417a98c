import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event, TableState } from "./messages";
import { FakeSocket } from "./socket.fixture";
import { address_of, type Listener, Wire } from "./wire";

let sockets: FakeSocket[] = [];
let told: string[] = [];
let wire: Wire;
const last = () => sockets[sockets.length - 1] as FakeSocket;

const listener: Listener = {
  line: (state, reason) => told.push(reason ? `${state} ${reason.code}` : state),
  clock: (ms) => told.push(`clock ${ms}`),
  state: ({ seq }) => told.push(`state ${seq}`),
  events: (events) => told.push(`events ${events.map(({ seq }) => seq).join()}`),
  presence: () => told.push("presence"),
  said: () => told.push("said"),
  matched: ({ table }) => told.push(`matched ${table}`),
  withdrawn: ({ code }) => told.push(`withdrawn ${code}`),
};
const event = (seq: number): Event => ({ type: "started", seq, at_ms: 0 });
const events = (...seqs: number[]) => last().tell({ type: "events", events: seqs.map(event) });
const welcome = (seq?: number) =>
  last().tell({
    type: "welcome",
    protocol: 1,
    version: "1",
    clock_ms: 5,
    ...(seq === undefined ? {} : { table: { seq } as TableState }),
  });

function dial(): void {
  wire = new Wire(listener, {
    token: "T",
    table: "C",
    dial: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    random: () => 1,
  });
}
function dialled(seq = 3): void {
  dial();
  last().open();
  welcome(seq);
  told = [];
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  told = [];
});
afterEach(() => {
  (wire as Wire | undefined)?.close();
  vi.useRealTimers();
});

test("the address is that of the page", () => {
  expect(address_of({ protocol: "https:", host: "a.b" })).toBe("wss://a.b/ws");
  expect(address_of({ protocol: "http:", host: "a.b:81" })).toBe("ws://a.b:81/ws");
});

test("hello, then the state, then what happens", () => {
  dial();
  last().open();
  expect(last().sent).toEqual([{ type: "hello", protocol: 1, token: "T", table: "C" }]);
  welcome(3);
  events(4, 5);
  expect(told).toEqual(["clock 5", "state 3", "open", "events 4,5"]);
});

test("what comes twice is heard once", () => {
  dialled();
  events(4);
  events(4);
  events(3, 4, 5);
  expect(told).toEqual(["events 4", "events 5"]);
});

test("a gap is asked for, and nothing is heard out of order", () => {
  dialled();
  events(5);
  expect(told).toEqual([]);
  expect(last().sent.slice(1)).toEqual([
    { type: "hello", protocol: 1, token: "T", table: "C", last_seq: 3 },
  ]);
  welcome();
  events(4, 5);
  expect(told).toEqual(["clock 5", "events 4,5"]);
});

test("a lost line is dialled again and goes on where it was", () => {
  dialled();
  events(4);
  last().end();
  expect(told).toEqual(["events 4", "lost"]);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(sockets).toHaveLength(2);
  last().open();
  expect(last().sent[0]).toMatchObject({ type: "hello", last_seq: 4 });
  welcome();
  events(5);
  expect(told.slice(2)).toEqual(["clock 5", "open", "events 5"]);
});

test("the waits double up to three seconds, and longer where the server is busy", () => {
  dial();
  const waits: number[] = [];
  for (let i = 0; i < 6; ++i) {
    last().end();
    const { length } = sockets;
    let ms = 0;
    for (; sockets.length === length; ms += 100) vi.advanceTimersByTime(100);
    waits.push(ms);
  }
  expect(waits).toEqual([200, 400, 800, 1600, 3000, 3000]);
  last().end(1013);
  vi.advanceTimersByTime(4900);
  expect(sockets).toHaveLength(7);
});

test("the net, or the person, coming back dials at once", () => {
  dialled();
  for (const wake of [
    () => dispatchEvent(new Event("online")),
    () => dispatchEvent(new Event("pageshow")),
    () => document.dispatchEvent(new Event("visibilitychange")),
  ]) {
    last().end();
    const { length } = sockets;
    wake();
    expect(sockets).toHaveLength(length + 1);
    last().open();
    welcome();
  }
});

test("a command that was not answered is said again, with the same id", async () => {
  dialled();
  const answer = wire.command({ type: "start" });
  const [, first] = last().sent;
  expect(first).toMatchObject({ type: "start", id: expect.stringMatching(/^[\w-]{22}$/) });
  last().end();
  vi.advanceTimersByTime(200);
  last().open();
  expect(last().sent).toHaveLength(1);
  welcome();
  expect(last().sent[1]).toEqual(first);
  const { id } = first as { id: string };
  last().tell({ type: "done", id, seq: 4, table: "C" });
  expect(await answer).toMatchObject({ type: "done", seq: 4 });
  last().end();
  vi.advanceTimersByTime(400);
  last().open();
  welcome();
  expect(last().sent).toHaveLength(1);
});

test("commands without a line wait for it, in order", () => {
  dial();
  void wire.command({ type: "start" });
  void wire.command({ type: "leave", seat: "R" });
  expect(wire.tell({ type: "say", phrase: "hello" })).toBe(false);
  last().open();
  welcome(1);
  expect(last().sent.map(({ type }) => type)).toEqual(["hello", "start", "leave"]);
});

test("a refused command says why", async () => {
  dialled();
  const answer = wire.command({ type: "start" });
  const { id } = last().sent[1] as { id: string };
  last().tell({ type: "refused", id, code: "tables.not_yours", arguments: [] });
  expect(await answer).toMatchObject({ type: "refused", code: "tables.not_yours" });
});

test("a line that tells nothing is asked, and is dead when it does not answer", () => {
  dialled();
  vi.advanceTimersByTime(5000);
  expect(last().sent[1]).toEqual({ type: "ping" });
  last().tell({ type: "pong", clock_ms: 7 });
  expect(told).toEqual(["clock 7"]);
  vi.advanceTimersByTime(5000);
  vi.advanceTimersByTime(4000);
  expect(told).toEqual(["clock 7", "lost"]);
  expect(last().is_closed).toBe(true);
});

test("a socket that never opens is given up", () => {
  dial();
  vi.advanceTimersByTime(8000);
  vi.advanceTimersByTime(200);
  expect(sockets).toHaveLength(2);
  sockets[0]?.open();
  expect(sockets[0]?.sent).toEqual([]);
});

test("a server that goes away says when it is back", () => {
  dialled();
  last().tell({ type: "closing", come_back_ms: 2500 });
  last().end(1001);
  vi.advanceTimersByTime(2400);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(sockets).toHaveLength(2);
});

test("a refused hello closes for good", () => {
  dial();
  last().open();
  last().tell({ type: "refused", id: "", code: "tables.no_such_table", arguments: [] });
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["closed tables.no_such_table"]);
  expect(sockets).toHaveLength(1);
});

test("commands on a line that closes for good are answered with the reason", async () => {
  dial();
  const before = wire.command({ type: "start" });
  last().open();
  last().tell({ type: "refused", id: "", code: "tables.no_such_table", arguments: [] });
  expect(await before).toMatchObject({ type: "refused", code: "tables.no_such_table" });
  const after = wire.command({ type: "start" });
  expect(await after).toMatchObject({ type: "refused", code: "tables.no_such_table" });
  expect((await after).id).not.toBe((await before).id);
});

test("what a command did may end later", async () => {
  dialled();
  const answer = wire.command({ type: "unseek" });
  const { id } = last().sent[1] as { id: string };
  last().tell({ type: "done", id, seq: 0, table: "" });
  await answer;
  last().tell({ type: "refused", id, code: "tables.server_full", arguments: [] });
  expect(told).toEqual(["withdrawn tables.server_full"]);
});

test("a server that is too busy for a hello is asked again later", () => {
  dial();
  last().open();
  last().tell({ type: "refused", id: "", code: "tables.stopping", arguments: [] });
  vi.advanceTimersByTime(4900);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(200);
  expect(sockets).toHaveLength(2);
});

test("what is asked anew comes whole, and events before it are left out", () => {
  dialled();
  wire.ask_anew();
  events(4);
  welcome(6);
  events(7);
  expect(told).toEqual(["clock 5", "state 6", "events 7"]);
});
