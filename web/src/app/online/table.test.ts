import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Door, Entry, Seat } from "../../engine/door";
import { to_text } from "../../fair/links";
import { text } from "../../text/text.svelte";
import type { TableSettings } from "../../wire/messages";
import { real_door } from "../replay/door.fixture";
import type { Settings } from "../settings.svelte";
import { toasts } from "../shell/toasts.svelte";
import { Chains, token_of } from "./device";
import type { OnlineGame } from "./game.svelte";
import { FakeServer } from "./server.fixture";
import { OnlineTable, type TableMeans } from "./table.svelte";

let door: Door;
let open: OnlineTable[] = [];
const list = vi.fn<(record: string) => void>();
const settings: Settings = {
  speed: "off",
  pause: "off",
  play_only_moves: false,
  show_hints: false,
  always_fly: false,
  always_stack: false,
  turn_board: false,
} as Settings;

function table_of(...seats: (Seat | [Seat, string])[]): TableSettings {
  const chairs = seats.map((each) =>
    typeof each === "string" ? { seat: each, bot: "" } : { seat: each[0], bot: each[1] },
  );
  const rules = door.facts().presets.find(({ name }) => name === "quick")?.rules ?? "";
  return { rules, chairs, pace: "live", seconds: 0 };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

/** A device of its own: another key, another person. */
async function device(
  server: FakeServer,
  name: string,
  more: Partial<TableMeans> = {},
): Promise<OnlineTable> {
  const key = new Uint8Array(32).fill(name.charCodeAt(0));
  localStorage.setItem("aeroplane.device", JSON.stringify(to_text(key)));
  const bots = { hint: async (record: string) => door.hint({ record }) };
  const table = new OnlineTable(server.code, {
    door,
    bots,
    settings,
    list,
    dial: server.dial,
    fetch_record: async () => server.whole_record(),
    ...more,
  });
  open.push(table);
  await settle();
  return table;
}

const game_of = (table: OnlineTable) => table.game as OnlineGame;

/** What a person does who takes the first choice. */
function act(table: OnlineTable): boolean {
  const { game } = table;
  if (!game) return false;
  if (game.asks === "roll") return game.press_roll();
  const [choice] = game.choices;
  return choice ? game.choose(choice.move) : false;
}

async function two_people(secret = 1): Promise<[FakeServer, OnlineTable, OnlineTable]> {
  const server = new FakeServer(door, table_of("R", "B"), { secret });
  const anna = await device(server, "anna");
  const ben = await device(server, "ben");
  void anna.sit([{ seat: "R", name: "Anna" }]);
  await settle();
  void ben.sit([{ seat: "B", name: "Ben" }]);
  await settle();
  return [server, anna, ben];
}

beforeAll(async () => {
  door = await real_door();
  await text.speak("en");
  await text.whole();
});
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  list.mockClear();
});
afterEach(() => {
  for (const table of open) table.close();
  open = [];
  vi.useRealTimers();
});

test("people sit, everybody sees it, and only the own seats are one's own", async () => {
  const server = new FakeServer(door, table_of("R", "Y", "B"));
  const anna = await device(server, "anna");
  const ben = await device(server, "ben");
  expect(anna.phase).toBe("waiting");
  const sat = anna.sit([{ seat: "R", name: "Anna" }]);
  await settle();
  expect(await sat).toBe(true);
  expect(anna.yours.map(({ seat }) => seat)).toEqual(["R"]);
  expect(ben.yours).toEqual([]);
  expect(ben.state?.seats[0]).toMatchObject({ name: "Anna", is_here: true });
  const taken = ben.sit([{ seat: "R", name: "Ben" }]);
  await settle();
  expect(await taken).toBe(false);
  expect(ben.problem).toEqual({ code: "tables.taken", arguments: {} });
  void anna.stand("R");
  await settle();
  expect(anna.yours).toEqual([]);
  expect(ben.state?.seats[0]).toMatchObject({ name: "", is_here: false, tip: "" });
});

test("the game begins with fair starting rolls of everybody's links", async () => {
  const [server, anna, ben] = await two_people();
  const rolls = server.log.filter((event) => event.type === "rolled");
  expect(rolls).toHaveLength(2);
  for (const { links } of rolls) expect(links.map(({ seat }) => seat).sort()).toEqual(["B", "R"]);
  expect(anna.phase).toBe("playing");
  expect(anna.alarm).toBeNull();
  expect(game_of(anna).scene.record).toBe(server.scene?.record);
  expect([game_of(anna).asks, game_of(ben).asks].sort()).toEqual(["roll", null].sort());
});

test("a whole game: nobody is asked for another's turn, every roll has both links", async () => {
  const [server, anna, ben] = await two_people();
  for (let i = 0; server.scene?.phase !== "over"; ++i) {
    expect(i).toBeLessThan(2000);
    const turn = server.scene?.turn;
    const [mover, other] = turn === "R" ? [anna, ben] : [ben, anna];
    expect(game_of(other).asks).toBeNull();
    expect(act(other)).toBe(false);
    expect(act(mover)).toBe(true);
    expect(act(mover)).toBe(false); // a second tap
    await settle();
  }
  const rolls = server.log.filter((event) => event.type === "rolled");
  expect(rolls.every(({ links }) => links.length === 2)).toBe(true);
  for (const table of [anna, ben]) {
    expect(table.alarm).toBeNull();
    expect(table.phase).toBe("over");
    expect(game_of(table).is_result_open).toBe(true);
    expect(game_of(table).record).toBe(server.whole_record());
  }
  expect(list.mock.calls).toEqual([[server.whole_record()], [server.whole_record()]]);
  void anna.rematch();
  await settle();
  expect(ben.state?.next_table).toBe("9876543210");
});

test("a page that is loaded again has its seat, its chain and the game", async () => {
  const [server, anna, ben] = await two_people();
  for (let i = 0; i < 20; ++i) {
    act(anna);
    act(ben);
    await settle();
  }
  anna.close();
  await settle();
  expect(ben.state?.seats[0]).toMatchObject({ name: "Anna", is_here: false });
  const again = await device(server, "anna");
  expect(again.yours.map(({ seat }) => seat)).toEqual(["R"]);
  expect(game_of(again).scene.record).toBe(server.scene?.record);
  const before = server.log.length;
  for (let i = 0; i < 20; ++i) {
    act(again);
    act(ben);
    await settle();
  }
  expect(server.log.length).toBeGreaterThan(before);
  expect(again.alarm).toBeNull();
  expect(server.log.some(({ type }) => type === "committed")).toBe(false);
});

test("a move that was sent into a cut line is made once", async () => {
  const [server, anna, ben] = await two_people();
  const mover = server.scene?.turn === "R" ? anna : ben;
  const before = server.log.length;
  expect(act(mover)).toBe(true);
  server.cut(); // what was on its way is lost
  await settle();
  expect(mover.line).toBe("lost");
  expect(game_of(mover).trouble).toBe("Connection lost. Trying again …");
  expect(act(mover)).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(mover.line).toBe("open");
  expect(server.log.slice(before).filter(({ type }) => type === "rolled")).toHaveLength(1);
  expect(game_of(mover).scene.record).toBe(server.scene?.record);
});

test("a server that is away for long is found again, and nothing is lost", async () => {
  const [server, anna, ben] = await two_people();
  const mover = server.scene?.turn === "R" ? anna : ben;
  server.is_away = true;
  server.cut();
  expect(act(mover)).toBe(true); // it goes when the line is there
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.scene?.ply).toBe(0);
  server.is_away = false;
  await vi.advanceTimersByTimeAsync(3000);
  expect(server.scene?.ply).toBe(1);
  expect(game_of(anna).scene.record).toBe(game_of(ben).scene.record);
});

test("a roll without somebody's link says so in the log, and loudly to whoever had sent it", async () => {
  const [server, anna, ben] = await two_people();
  const [mover, other] = server.scene?.turn === "R" ? [anna, ben] : [ben, anna];
  const name = mover === anna ? "Ben" : "Anna";
  await vi.advanceTimersByTimeAsync(2000);
  const seat = mover === anna ? "B" : "R";
  server.cheat = (rolled) => ({
    ...rolled,
    links: rolled.links.filter((each) => each.seat !== seat),
  });
  act(mover);
  await settle();
  expect(mover.alarm?.code).toBe("web.online.alarm.dice"); // as the die was made with it
  expect(toasts.list.map((each) => each.text)).toContain(
    "Your link for roll 3 was sent in time, but is not in it.",
  );
  const game = game_of(other);
  const latest = game.log[game.log.length - 1] as Entry;
  expect(game.entry_note(latest)).toBe(`(rolled without ${name})`);
});

test("a die that is not what the links say is an alarm", async () => {
  const [server, anna, ben] = await two_people();
  server.cheat = (rolled) => ({ ...rolled, server_link: rolled.links[0]?.link ?? "" });
  act(anna);
  act(ben);
  await settle();
  expect(anna.alarm).toEqual({ code: "web.online.alarm.dice", arguments: { number: "3" } });
  expect(ben.alarm).not.toBeNull();
});

test("a finished game whose dice do not check is an alarm, also for who came late", async () => {
  const [server, anna] = await two_people();
  server.is_away = true;
  server.cut();
  server.time_out("R");
  server.time_out("B");
  const whole = server.whole_record();
  server.whole_record = () => whole.replace(/<proof S R B>/, "<proof S R>");
  server.is_away = false;
  await vi.advanceTimersByTimeAsync(300);
  expect(anna.alarm?.code).toBe("web.online.alarm.record");
});

test("a position that does not follow is loaded again, and then it is an alarm", async () => {
  const [server, anna, ben] = await two_people();
  server.cheat = (rolled) => ({ ...rolled, hash: "0123456789abcdef" });
  act(anna);
  act(ben);
  await settle();
  expect(anna.alarm).toBeNull();
  expect(game_of(anna).scene.record).toBe(server.scene?.record);
  for (let i = 0; i < 3; ++i) {
    act(anna);
    act(ben);
    await settle();
  }
  expect(anna.alarm).toEqual({ code: "web.online.alarm.game", arguments: {} });
});

test("a bot plays for whoever has left, until they are back", async () => {
  const [server, anna, ben] = await two_people();
  void anna.leave("R");
  await settle();
  expect(game_of(anna).interruption?.words).toBe("A bot plays your seat.");
  expect(game_of(ben).remark("R")).toBe("bot plays");
  expect(toasts.list.map((each) => each.text)).toContain("Anna has left. A bot plays on.");
  for (let i = 0; i < 10; ++i) {
    act(ben);
    await settle();
  }
  expect(server.log.some((event) => event.type === "rolled" && event.by === "bot")).toBe(true);
  game_of(anna).interruption?.does();
  await settle();
  expect(game_of(anna).interruption).toBeNull();
  expect(game_of(ben).remark("R")).toBe("");
  for (let i = 0; i < 10 && server.scene?.turn !== "R"; ++i) {
    act(ben);
    await settle();
  }
  expect(game_of(anna).asks).not.toBeNull();
});

test("whoever is away too long is told from whoever ran out of time", async () => {
  for (const [seconds, words] of [
    [0, "Anna has been away too long. A bot plays on."],
    [30, "Anna ran out of time. A bot plays on."],
  ] as const) {
    for (const { id } of toasts.list) toasts.close(id);
    const server = new FakeServer(door, { ...table_of("R", "Y", "B"), seconds });
    const anna = await device(server, "anna");
    void anna.sit([
      { seat: "R", name: "Anna" },
      { seat: "Y", name: "Deniz" },
      { seat: "B", name: "Ben" },
    ]);
    await settle();
    server.time_out("R");
    await settle();
    expect(toasts.list.map((each) => each.text)).toContain(words);
  }
});

test("what leaving comes to depends on who leaves, and when; the dice have an address", async () => {
  const [server, anna] = await two_people();
  const watcher = await device(server, "watcher");
  expect(game_of(anna).leave_key).toBe("web.online.leave.playing");
  expect(game_of(watcher).leave_key).toBe("web.online.leave");
  expect(game_of(anna).dice_address).toBe(`#/dice/t/${server.code}`);
  server.time_out("R");
  server.time_out("B"); // the bots play it to its end
  await settle();
  expect(server.scene?.phase).toBe("over");
  expect(game_of(anna).leave_key).toBe("web.online.leave");
});

test("several people on one device hand it over; a spectator is asked nothing", async () => {
  const server = new FakeServer(door, table_of("R", "B"));
  const home = await device(server, "home");
  const watcher = await device(server, "watcher");
  void home.sit([
    { seat: "R", name: "Anna" },
    { seat: "B", name: "Ben" },
  ]);
  await settle();
  expect(home.yours.map(({ seat }) => seat)).toEqual(["R", "B"]);
  for (let i = 0; i < 40; ++i) {
    expect(game_of(watcher).asks).toBeNull();
    expect(act(home)).toBe(true);
    await settle();
  }
  expect(game_of(watcher).scene.record).toBe(server.scene?.record);
  const rolls = server.log.filter((event) => event.type === "rolled");
  expect(rolls.every(({ links }) => links.length === 2)).toBe(true);
});

test("whoever has missed much sees where it stands, not every move", async () => {
  const [server, anna, ben] = await two_people();
  server.is_away = true;
  server.cut();
  server.time_out("R");
  server.time_out("B"); // the bots play it to its end
  expect(server.scene?.phase).toBe("over");
  server.is_away = false;
  await vi.advanceTimersByTimeAsync(300);
  for (const table of [anna, ben]) {
    expect(game_of(table).scene.record).toBe(server.scene?.record);
    expect(game_of(table).notice).toBe("Much has happened meanwhile; the log tells it.");
    expect(table.alarm).toBeNull();
  }
  expect(list).toHaveBeenCalledWith(server.whole_record());
});

test("nobody wins time by leaving and coming back", async () => {
  const server = new FakeServer(door, { ...table_of("R", "B"), seconds: 30 });
  const home = await device(server, "home");
  void home.sit([
    { seat: "R", name: "Anna" },
    { seat: "B", name: "Ben" },
  ]);
  await settle();
  const turn = server.scene?.turn as Seat;
  const come_back = async (seat: Seat) => {
    const event = { seat, at_ms: server.clock_ms, seq: (home.state?.seq ?? 0) + 1 };
    server.tell_all({
      type: "events",
      events: [
        { ...event, type: "bot_took", reason: "left" },
        { ...event, type: "returned", seq: event.seq + 1 },
      ],
    });
    await settle();
  };
  await vi.advanceTimersByTimeAsync(10_000);
  await come_back(turn === "R" ? "B" : "R");
  expect(game_of(home).countdown?.seconds).toBe(20);
  await come_back(turn);
  expect(game_of(home).countdown?.seconds).toBe(20);
});

test("a new chain that is refused is tried again, and gives its link to the roll that waits", async () => {
  const server = new FakeServer(door, table_of("R", "B"));
  // Anna sits down without a chain, as a program may, and goes on in the page.
  const program = await device(server, "anna", {
    dial: () => {
      const line = server.dial();
      const send = line.send.bind(line);
      line.send = (message) => send(message.replace(/"tip":"[^"]*"/, '"tip":""'));
      return line;
    },
  });
  void program.sit([{ seat: "R", name: "Anna" }]);
  await settle();
  program.close();
  server.refuses = "commit";
  const commits = () => server.heard.filter(({ type }) => type === "commit").length;
  const anna = await device(server, "anna");
  await settle();
  expect(commits()).toBe(1);
  const ben = await device(server, "ben");
  void ben.sit([{ seat: "B", name: "Ben" }]);
  await settle();
  for (let i = 0; server.scene?.turn !== "R" || server.scene.phase !== "roll"; ++i) {
    expect(i).toBeLessThan(100);
    act(ben);
    await settle();
  }
  expect(commits()).toBeGreaterThan(1);
  expect(server.log.some(({ type }) => type === "committed")).toBe(false);
  server.refuses = null;
  const has_ben = () => server.scene?.turn === "B";
  for (let i = 0; !has_ben(); ++i) {
    expect(i).toBeLessThan(100);
    act(anna);
    await settle();
  }
  expect(server.log.filter(({ type }) => type === "committed")).toHaveLength(1);
  const { length } = server.log;
  act(ben);
  await settle();
  expect(server.log[length]).toMatchObject({
    type: "rolled",
    seat: "B",
    links: expect.arrayContaining([{ seat: "R", link: expect.any(String) }]),
  });
  expect(anna.alarm).toBeNull();
});

test("a chain that another page of the same person replaces gives a link to the same roll", async () => {
  const [server, anna, ben] = await two_people();
  const [mover, name, seat]: [OnlineTable, string, Seat] =
    server.scene?.turn === "R" ? [anna, "ben", "B"] : [ben, "anna", "R"];
  const key = new Uint8Array(32).fill(name.charCodeAt(0));
  const last = mover.state?.last_links.find((each) => each.seat === seat)?.link ?? "";
  const tip = new Chains(key, server.code).renewed(seat, last);
  const line = server.dial();
  line.send(JSON.stringify({ type: "hello", protocol: 1, token: token_of(key), table: "" }));
  line.send(JSON.stringify({ type: "commit", id: "another page", seat, tip }));
  await settle();
  const { length } = server.log;
  expect(server.log[length - 1]).toMatchObject({ type: "committed", seat });
  act(mover);
  await settle();
  expect(server.log[length]).toMatchObject({
    type: "rolled",
    links: expect.arrayContaining([{ seat, link: expect.any(String) }]),
  });
  expect(mover.alarm).toBeNull();
});

test("a record that cannot be had now is asked for again, and nothing is kept without its proof", async () => {
  const [server, anna] = await two_people();
  anna.close();
  let tries = 0;
  const again = await device(server, "anna", {
    fetch_record: async () => {
      if (++tries < 3) throw new Error("503");
      return server.whole_record();
    },
  });
  server.time_out("R");
  server.time_out("B");
  await vi.advanceTimersByTimeAsync(5000);
  expect(again.phase).toBe("over");
  list.mockClear(); // what Ben keeps
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tries).toBe(2);
  expect(list).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(tries).toBe(3);
  expect(list.mock.calls).toEqual([[server.whole_record()]]);
});

test("time that runs out is said, once", async () => {
  const server = new FakeServer(door, { ...table_of("R", "B"), seconds: 30 });
  const home = await device(server, "home");
  void home.sit([
    { seat: "R", name: "Anna" },
    { seat: "B", name: "Ben" },
  ]);
  await settle();
  expect(game_of(home).countdown).toEqual({ seconds: 30, is_short: false });
  await vi.advanceTimersByTimeAsync(21_000);
  expect(game_of(home).countdown).toEqual({ seconds: 9, is_short: true });
  const { announcer } = await import("../announcer.svelte");
  expect(announcer.urgent).toContain("seconds left");
});
