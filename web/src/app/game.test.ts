import { readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Advice, Answer, Door, Plan, Scene } from "../engine/door";
import { open_door } from "../engine/engine";
import { text } from "../text/text.svelte";
import { announcer } from "./announcer.svelte";
import { Game, type Means, offered } from "./game.svelte";
import { type Kept, kept_game } from "./kept";

// The real engine; bots answer as their worker does, a moment later.
let door: Door;
let means: Means;
const list = vi.fn<(record: string) => void>();
let open: Game[] = [];

const NAME = "aeroplane.game";
const BOTS = [
  { seat: "R", name: "", bot: "greedy" },
  { seat: "Y", name: "", bot: "random" },
  { seat: "B", name: "", bot: "cautious" },
] as const;
const ONE_PERSON = [
  { seat: "R", name: "Anna", bot: "" },
  { seat: "B", name: "", bot: "cautious" },
] as const;
const TWO_PEOPLE = [
  { seat: "R", name: "Anna", bot: "" },
  { seat: "B", name: "Ben", bot: "" },
] as const;

function plan_of(players: readonly Plan["players"][number][], more: Partial<Plan> = {}): Plan {
  return { rules: "quick", players: [...players], seed: "7", first: "R", tags: [], ...more };
}

/** A record that begins in a position of its own. */
function record_at(position: string, { seed = 0, bot = "", rules = "standard" } = {}): string {
  const ben = bot ? `[Bot B "${bot}"]` : `[Seat B "Ben"]`;
  return `[Seat R "Anna"]\n${ben}\n[Dice "seed ${seed} game 0"]\n[Rules "${rules}"]\n[Start "${position}"]\n[Result "*"]\n`;
}

function value<T>(answer: Answer<T>): T {
  if ("problems" in answer) throw new Error(JSON.stringify(answer.problems));
  return answer.value;
}

function opened(answer: Answer<Game>): Game {
  const game = value(answer);
  open.push(game);
  return game;
}
const start = (plan: Plan) => opened(Game.start(means, plan));
const resume = (kept: Kept | string) =>
  opened(Game.resume(means, typeof kept === "string" ? { record: kept, is_begun: true } : kept));
const stored = () => kept_game() as Kept;
/** The page is loaded again: what there was is gone, what is kept is not. */
function reload(game: Game): Game {
  const kept = stored();
  game.close();
  localStorage.setItem(NAME, JSON.stringify(kept)); // closing is not what a crash does
  return resume(kept);
}

function hide(is_hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(is_hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeAll(async () => {
  door = await open_door(
    readFileSync(process.env.AEROPLANE_WASM ?? "../build/page/aeroplane.wasm"),
  );
  await text.speak("en");
  await text.whole();
});

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  list.mockClear();
  means = {
    door,
    bots: {
      move: async (record) => door.bot_move({ record }),
      hint: async (record) => door.hint({ record }),
      prepare: vi.fn(),
    },
    settings: {
      speed: "off",
      pause: "off",
      play_only_moves: false,
      show_hints: false,
      always_fly: false,
      always_stack: false,
      turn_board: false,
    },
    list,
  };
});

afterEach(() => {
  for (const game of open) game.close();
  open = [];
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("bots alone play to the end, which comes into the ledger once", async () => {
  const game = start(plan_of(BOTS, { first: "" }));
  await vi.runAllTimersAsync();
  expect(game.shown.phase).toBe("over");
  expect(game.is_result_open).toBe(true);

  let scene = value(door.begin(plan_of(BOTS, { first: "" })));
  while (scene.phase !== "over") {
    const { record, turn, ply, phase } = scene;
    const seat = turn as "R";
    scene =
      phase === "roll"
        ? value(door.roll({ record, seat, ply }))
        : value(door.choose({ record, seat, ply, ...value(door.bot_move({ record })) }));
  }
  expect(game.scene.record).toBe(scene.record);
  expect(game.log.map(({ text: each }) => each)).toEqual(
    value(door.history({ record: scene.record })).map(({ text: each }) => each),
  );
  expect(list.mock.calls).toEqual([[scene.record]]);

  const again = reload(game);
  expect(again.is_result_open).toBe(true);
  again.close_result();
  const seen = reload(again);
  expect(seen.is_result_open).toBe(false);
  expect(list).toHaveBeenCalledTimes(1);
  seen.close();
  seen.close_result();
  expect(kept_game()).toBeNull();
});

test("a game is in the ledger before its end is shown", () => {
  means.settings.speed = "normal";
  const game = resume(record_at("R:cx3,53 B:hx4 R 0 3 -", { rules: "end=first" }));
  game.choose("53-c");
  expect(game.film.is_running).toBe(true);
  expect(list.mock.calls).toEqual([[game.scene.record]]);
  expect(stored().is_listed).toBe(true);
});

test("at the normal speed it is the same game", async () => {
  means.settings.speed = "fast";
  const game = start(plan_of(BOTS));
  await vi.advanceTimersByTimeAsync(30_000);
  const { record, entry } = game.shown;
  means.settings.speed = "off";
  const other = opened(Game.start(means, plan_of(BOTS)));
  await vi.runAllTimersAsync();
  expect(entry).toBeGreaterThan(5);
  expect(value(door.at({ record: other.scene.record, entry })).position).toBe(
    value(door.resume({ record })).position,
  );
});

test("the page may be loaded again at any moment", async () => {
  let game = start(plan_of(ONE_PERSON, { first: "", rules: "standard" }));
  const phases = new Set<string>();
  for (let i = 0; i < 200 && game.scene.phase !== "over"; ++i) {
    const { scene } = game;
    game = reload(game);
    expect(game.scene).toEqual({ ...scene, happened: expect.anything() });
    expect(game.shown).toBe(game.scene);
    expect(game.film.pieces).toEqual(scene.pieces);
    expect(game.film.turn).toBe(scene.turn);
    expect(game.film.face).toBe(scene.roll);
    expect(game.log).toHaveLength(scene.entries);
    phases.add(`${scene.turn} ${scene.phase}`);
    if (scene.turn === "B") {
      await vi.advanceTimersToNextTimerAsync();
    } else if (scene.phase === "roll") {
      expect(game.asks).toBe("roll");
      expect(game.roll()).toBe(true);
    } else {
      expect(game.asks).toBe("choose");
      expect(game.choices).toEqual(scene.choices);
      expect(game.choose(scene.choices[i % scene.choices.length]?.move ?? "")).toBe(true);
    }
  }
  expect([...phases].sort()).toEqual(["B choose", "B roll", "R choose", "R roll"]);
});

test("an input is kept before it is shown", () => {
  means.settings.speed = "slow";
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 - -", { seed: 2 }));
  expect(game.roll()).toBe(true);
  expect(game.film.is_running).toBe(true);
  expect(game.shown.phase).toBe("roll");
  const again = reload(game);
  expect(again.asks).toBe("choose");
  expect(again.film.face).toBe(4);
  expect(again.choices.map(({ move }) => move)).toEqual(["h-p", "12-16", "14-18^22", "14-18~30"]);
});

test("the starting rolls are shown until they have been seen", async () => {
  means.settings.speed = "normal";
  const game = start(plan_of(ONE_PERSON, { first: "" }));
  expect(game.is_starting).toBe(true);
  expect(game.asks).toBeNull();
  expect(game.film.turn).toBe("R");
  game.close();
  expect(stored().is_begun).toBeUndefined();
  const again = resume(stored());
  expect(again.is_starting).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  again.skip();
  expect(again.is_starting).toBe(false);
  expect(again.film.turn).toBe(again.scene.turn);
  expect(reload(again).is_starting).toBe(false);
});

test("the starting rolls are shown again to whoever comes back", () => {
  means.settings.speed = "normal";
  const game = start(plan_of(ONE_PERSON, { first: "" }));
  hide(true);
  expect(game.is_starting).toBe(true);
  expect(stored().is_begun).toBeUndefined();
  hide(false);
  expect(game.film.is_running).toBe(true);
  expect(game.film.turn).toBe("R");
  game.skip();
  expect(game.is_starting).toBe(false);
  expect(stored().is_begun).toBe(true);
});

test("without starting rolls there is nothing to come back for", () => {
  hide(true);
  const game = start(plan_of(ONE_PERSON));
  expect(stored().is_begun).toBe(true);
  hide(false);
  expect(game.asks).toBe("roll");
});

test("whoever starts a game gives only its record", () => {
  const { record } = value(door.begin(plan_of(ONE_PERSON)));
  const game = resume({ record });
  expect(game.is_starting).toBe(false); // the first seat was named
  expect(game.asks).toBe("roll");
});

test("two clicks are one roll", () => {
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 - -", { seed: 2 }));
  const { ply } = game.shown;
  expect(game.roll(ply)).toBe(true);
  expect(game.roll(ply)).toBe(false);
  expect(game.scene.ply).toBe(ply + 1);
});

test("a click that was meant for an earlier roll does not roll for the next person", () => {
  const game = resume(record_at("R:hx4 B:hx4 R 0 - -", { seed: 10 }));
  const { ply } = game.shown;
  expect(game.roll(ply)).toBe(true);
  expect(game.shown.turn).toBe("B");
  expect(game.asks).toBe("roll");
  expect(game.roll(ply)).toBe(false);
  expect(game.roll(game.shown.ply)).toBe(true);
});

test("two clicks are one move", () => {
  means.settings.speed = "normal";
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 6 -"));
  const { ply } = game.shown;
  expect(game.choose("h-p", ply)).toBe(true);
  expect(game.choose("h-p", ply)).toBe(false);
  expect(game.scene.ply).toBe(ply + 1);
  expect(game.film.is_running).toBe(false);
  expect(game.film.pieces.filter(({ step }) => step === 0)).toHaveLength(1);
});

test("a move that is not on offer is none", () => {
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 4 -"));
  expect(game.choose("12-13")).toBe(false);
  expect(game.problems).toEqual([]);
});

test("a key during the bot's move ends it, and then rolls", async () => {
  means.settings.speed = "slow";
  const game = resume(record_at("R:hx4 B:hx3,5 B 0 3 -", { bot: "greedy" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(game.film.is_running).toBe(true);
  expect(game.scene.turn).toBe("R");
  const { ply } = game.scene;
  expect(game.press_roll()).toBe(true);
  expect(game.scene.ply).toBe(ply + 1);
});

test("a key that hurries does not roll for somebody else", () => {
  means.settings.speed = "normal";
  // A five moves nothing: Anna's roll is lost.
  const game = resume(record_at("R:hx4 B:hx4 R 0 - -", { seed: 10 }));
  expect(game.press_roll()).toBe(true);
  expect(game.scene.turn).toBe("B");
  expect(game.press_roll()).toBe(false);
  expect(game.film.is_running).toBe(false);
  expect(game.hand_over).toBe("B");
  expect(game.asks).toBe("roll");
  expect(game.press_roll()).toBe(true);
  expect(game.hand_over).toBe("");
});

test("a choice that nobody has seen is not played by a key that hurries", () => {
  means.settings.speed = "normal";
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 - -", { seed: 2 }));
  game.press_play();
  expect(game.film.is_running).toBe(true);
  game.press_number(2);
  expect(game.chosen).toBe(1);
  expect(game.scene.phase).toBe("choose");
  expect(game.press_number(2)).toBe(true);
  expect(game.scene.latest?.text).toBe("12-16");
});

test("choices go round", () => {
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 4 -"));
  expect(game.chosen).toBeNull();
  game.select_next(-1);
  expect(game.chosen).toBe(3);
  game.select_next(1);
  expect(game.chosen).toBe(0);
  expect(game.press_play()).toBe(true);
  expect(game.scene.latest?.text).toBe("h-p");
});

test("taking back returns to the person's last choice", async () => {
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 4 -", { bot: "greedy" }));
  const { position } = game.scene;
  game.choose("12-16");
  await vi.runAllTimersAsync();
  expect(game.asks).toBe("roll");
  game.take_back();
  expect(game.shown.position).toBe(position);
  expect(game.asks).toBe("choose");
  expect(game.film.face).toBe(4);
  expect(game.notice).toBe("Taken back to the last choice.");
  expect(game.log.find(({ text: each }) => each === "12-16")?.in_force).toBe(false);
  expect(stored().record).toBe(game.scene.record);
  expect(reload(game).shown.position).toBe(position);
});

test("where nothing was chosen nothing is taken back", () => {
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 - -"));
  const { record } = game.scene;
  game.take_back();
  expect(game.scene.record).toBe(record);
  expect(game.notice).toBe("There is no choice to take back.");
});

test("an only move plays itself where the person wants it", async () => {
  const record = record_at("R:cx3,20 B:hx4 R 0 3 -");
  const by_hand = resume(record);
  await vi.runAllTimersAsync();
  expect(by_hand.asks).toBe("choose");
  expect(by_hand.chosen).toBe(0);
  by_hand.close();
  means.settings.play_only_moves = true;
  const game = resume(record);
  expect(game.automatic?.move).toBe("20-23");
  await vi.runAllTimersAsync();
  expect(game.scene.latest?.text).toBe("20-23");
});

test("of several moves none plays itself", async () => {
  means.settings.play_only_moves = true;
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 4 -"));
  await vi.runAllTimersAsync();
  expect(game.asks).toBe("choose");
});

test("“always fly” takes the flight, and asks only which plane", async () => {
  means.settings.always_fly = true;
  const one = resume(record_at("R:cx3,14 B:hx4 R 0 4 -"));
  await vi.runAllTimersAsync();
  expect(one.scene.latest?.text).toBe("14-18~30");
  const two = resume(record_at("R:cx2,12,14 B:hx4 R 0 4 -"));
  await vi.runAllTimersAsync();
  expect(two.choices.map(({ move }) => move)).toEqual(["12-16", "14-18~30"]);
});

test("what was taken back does not play itself again", async () => {
  means.settings.always_fly = true;
  const game = resume(record_at("R:cx3,14 B:hx4 R 0 4 -"));
  await vi.runAllTimersAsync();
  game.take_back();
  await vi.runAllTimersAsync();
  expect(game.asks).toBe("choose");
  const again = reload(game);
  await vi.runAllTimersAsync();
  expect(again.asks).toBe("choose");
  expect(again.choose("14-18^22")).toBe(true);
});

test("“always stack” stacks", async () => {
  const record = record_at("R:cx2,12,15 B:hx4 R 0 3 -");
  const scene = value(door.resume({ record }));
  const moves = (settings: Partial<Means["settings"]>) =>
    offered(scene.choices, { ...means.settings, ...settings }).map(({ move }) => move);
  expect(moves({})).toEqual(["12-15", "12-15+", "15-18^22", "15-18~30"]);
  expect(moves({ always_stack: true })).toEqual(["12-15+", "15-18^22", "15-18~30"]);
  expect(moves({ always_stack: true, always_fly: true })).toEqual(["12-15+", "15-18~30"]);
});

test("with hints switched on every choice comes with one", async () => {
  const record = record_at("R:hx2,12,14 B:hx4 R 0 4 -");
  const asked = vi.spyOn(means.bots, "hint");
  expect(resume(record).notice).toBe("");
  expect(asked).not.toHaveBeenCalled();
  means.settings.show_hints = true;
  const game = resume(record);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveBeenCalledOnce();
  expect(game.notice).toBe(`Hint: choice ${(game.chosen ?? -1) + 1}.`);
});

test("a hint that comes when the table has been left is not told", async () => {
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 4 -"));
  let answer = (_: Answer<Advice>) => {};
  means.bots.hint = () => new Promise((resolve) => (answer = resolve));
  const asked = game.hint();
  game.close();
  answer({ value: { move: "14-18^22", chance: 64.28 } });
  await asked;
  expect(game.notice).toBe("");
});

test("a hint against a settled choice is about its piece", async () => {
  means.settings.always_fly = true;
  means.bots.hint = async () => ({ value: { move: "14-18^22", chance: 64.28 } });
  const game = resume(record_at("R:cx2,12,14 B:hx4 R 0 4 -"));
  await game.hint();
  expect(game.choices[game.chosen ?? -1]?.move).toBe("14-18~30");
  expect(game.notice).toBe("Hint: choice 2.");
});

test("what is kept nowhere is played all the same, and said", () => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: full, removeItem: full });
  const game = resume(record_at("R:hx2,12,14 B:hx4 R 0 4 -"));
  expect(game.is_kept).toBe(false);
  expect(game.choose("12-16")).toBe(true);
  vi.unstubAllGlobals();
  expect(game.roll()).toBe(true);
  expect(game.is_kept).toBe(true);
  expect(stored().record).toBe(game.scene.record);
});

test("of two tabs the older one stops, and can take over", () => {
  const older = resume(record_at("R:hx2,12,14 B:hx4 R 0 4 -"));
  const newer = resume(stored());
  window.dispatchEvent(new Event("storage"));
  expect(older.is_elsewhere).toBe(true);
  expect(newer.is_elsewhere).toBe(false);
  expect(older.asks).toBeNull();

  newer.choose("12-16");
  const { record } = newer.scene;
  expect(older.choose("h-p")).toBe(false);
  older.take_back();
  expect(stored().record).toBe(record);

  older.play_here();
  expect(older.is_elsewhere).toBe(false);
  expect(older.scene.record).toBe(record);
  window.dispatchEvent(new Event("storage"));
  expect(newer.is_elsewhere).toBe(true);
});

test("without having been told, the older tab writes nothing over the newer one", () => {
  const older = resume(record_at("R:hx2,12,14 B:hx4 R 0 4 -"));
  const newer = resume(stored());
  newer.choose("12-16");
  const { record } = newer.scene;
  expect(older.choose("h-p")).toBe(false);
  expect(older.is_elsewhere).toBe(true);
  expect(stored().record).toBe(record);
});

test("a hidden page shows nothing and lets no bot act", async () => {
  means.settings.speed = "slow";
  const game = resume(
    record_at("R:hx4,12 B:hx3,5 R 0 3 -".replace("hx4,12", "hx3,12"), { bot: "greedy" }),
  );
  game.choose("12-15");
  hide(true);
  expect(game.film.is_running).toBe(false);
  expect(game.shown.turn).toBe("B");
  const { ply } = game.scene;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(game.scene.ply).toBe(ply);
  hide(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(game.scene.ply).toBe(ply + 1);
});

test("bots wait their pause, a window over the table, and the button of those who watch", async () => {
  means.settings.pause = "normal";
  const game = start(plan_of(BOTS));
  await vi.advanceTimersByTimeAsync(699);
  expect(game.scene.ply).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(game.scene.ply).toBe(1);
  game.hold(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(game.scene.ply).toBe(1);
  game.hold(false);
  game.pause();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(game.scene.ply).toBe(1);
  expect(game.is_watched).toBe(true);
  game.pause();
  await vi.advanceTimersByTimeAsync(350);
  expect(game.scene.ply).toBe(2);
});

test("a bot's answer to what was taken back meanwhile counts for nothing", async () => {
  let answer: (move: Answer<Advice>) => void = () => {};
  means.bots.move = () => new Promise((resolve) => (answer = resolve));
  const game = resume(record_at("R:hx2,12,14 B:hx2,5,9 R 0 4 -", { bot: "greedy", seed: 1 }));
  game.choose("12-16");
  await vi.advanceTimersByTimeAsync(10); // it rolls, and is asked
  const asked: Scene = game.scene;
  expect(asked.phase).toBe("choose");
  game.take_back();
  const { record } = game.scene;
  answer(door.bot_move({ record: asked.record }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(game.scene.record).toBe(record);
  expect(game.problems).toEqual([]);
});

test("a bot whose net does not come is asked once more when the person says so", async () => {
  const record = record_at("R:hx2,12,14 B:hx2,5,9 R 0 4 -", { bot: "champion", seed: 1 });
  const game = resume(record);
  expect(means.bots.prepare).toHaveBeenCalledWith(["", "champion"]);
  game.choose("12-16");
  await vi.advanceTimersByTimeAsync(10); // it rolls, and this module cannot play it
  expect(game.interruption?.words).toContain("Nothing of the game is lost.");
  expect(game.interruption?.label).toBe("Try again");
  expect(game.problems).toEqual([]);
  expect(stored().record).toBe(game.scene.record);
  const { ply } = game.scene;
  const [first] = game.scene.choices;
  means.bots.move = async () => ({ value: { move: first?.move ?? "", chance: null } });
  game.interruption?.does();
  expect(game.interruption).toBeNull();
  await vi.advanceTimersByTimeAsync(10);
  expect(game.scene.ply).toBeGreaterThan(ply);
});

test("what a bot without its net waits for can be taken back", async () => {
  const game = resume(record_at("R:hx2,12,14 B:hx2,5,9 R 0 4 -", { bot: "master", seed: 1 }));
  game.choose("12-16");
  await vi.advanceTimersByTimeAsync(10);
  expect(game.interruption).not.toBeNull();
  game.take_back();
  expect(game.interruption).toBeNull();
  expect(game.asks).toBe("choose");
});

test("the board turns to the next person once they have the device", () => {
  means.settings.turn_board = true;
  const game = resume(record_at("R:hx4 B:hx4 R 0 - -", { seed: 10 }));
  expect(game.bottom).toBe("R");
  game.roll();
  expect(game.hand_over).toBe("B");
  expect(game.bottom).toBe("R");
  expect(game.asks).toBeNull();
  expect(game.roll()).toBe(false);
  const again = reload(game);
  expect(again.hand_over).toBe("B");
  again.take_over_device();
  expect(again.bottom).toBe("B");
  expect(again.asks).toBe("roll");
  expect(reload(again).bottom).toBe("B");
});

test("a person alone sits at the bottom, people together where they sit", () => {
  expect(start(plan_of([{ seat: "Y", name: "", bot: "" }, BOTS[2]], { first: "B" })).bottom).toBe(
    "Y",
  );
  expect(start(plan_of(TWO_PEOPLE)).bottom).toBe("");
});

test("a rematch is the same table with new dice, and the next seat begins", async () => {
  const game = start(plan_of(BOTS, { first: "Y" }));
  await vi.runAllTimersAsync();
  game.close_result();
  const { seats, record, rules } = game.scene;
  game.hold(true);
  game.rematch();
  expect(game.shown.turn).toBe("B");
  expect(game.shown.rules).toBe(rules);
  expect(game.shown.seats.map(({ seat, bot }) => [seat, bot])).toEqual(
    seats.map(({ seat, bot }) => [seat, bot]),
  );
  expect(game.log).toEqual([]);
  expect(game.is_result_open).toBe(false);
  expect(stored().record).toBe(game.scene.record);
  expect(/\[Dice "(.*)"\]/.exec(game.scene.record)?.[1]).not.toBe(
    /\[Dice "(.*)"\]/.exec(record)?.[1],
  );
  game.hold(false);
  await vi.runAllTimersAsync();
  expect(list).toHaveBeenCalledTimes(2);
});

test("the last move is shown again, and then the game as it is", async () => {
  const game = resume(record_at("R:hx3,12 B:hx4 R 0 3 -"));
  game.choose("12-15");
  game.show_last_move();
  expect(game.film.is_running).toBe(true);
  expect(game.film.pieces.some(({ step }) => step === 12)).toBe(true);
  expect(game.asks).toBeNull();
  await vi.runAllTimersAsync();
  expect(game.film.pieces).toEqual(game.scene.pieces);
  expect(game.film.turn).toBe("B");
  expect(game.asks).toBe("roll");
});

test("screen readers hear a bot's turn as one sentence, and call the person", async () => {
  const game = resume(record_at("R:hx3,12 B:hx3,5 R 0 3 -", { bot: "greedy", seed: 1 }));
  await vi.advanceTimersByTimeAsync(100);
  expect(announcer.polite).toBe("Red’s turn: the die shows 3, choose a move.");
  game.choose("12-15");
  const heard: string[] = [];
  for (let i = 0; i < 40; ++i) {
    await vi.advanceTimersByTimeAsync(20);
    if (announcer.polite !== heard.at(-1)) heard.push(announcer.polite);
  }
  expect(game.scene.turn).toBe("R");
  const words = heard.join(" ");
  expect(words).toContain("Red moves a plane from square 12 to square 15.");
  expect(words.match(/Blue: /g)).toHaveLength(1);
  expect(announcer.urgent.trim()).toBe("Red’s turn: roll the die.");
});

test("a damaged record is no game", () => {
  const answer = Game.resume(means, { record: "[Seat R" });
  expect("problems" in answer && answer.problems[0]?.code).toBe("record.bad_tag");
  expect(kept_game()).toBeNull();
});
