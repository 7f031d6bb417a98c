// What the tests about playing have in common: games that lie on the device, what the board shows of
// them, and what the engine and the program at the command line make of the same records.
import { spawnSync } from "node:child_process";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { real_door } from "../../src/app/replay/door.fixture";
import type { Settings } from "../../src/app/settings.svelte";
import type { Answer, Choice, Piece, Point, Scene, Seat } from "../../src/engine/door";
import { open, type Wish } from "./harness";
import { AEROPLANE } from "./serve";

export const door = await real_door();
const { geometry } = door.facts();

export function value_of<T>(answer: Answer<T>): T {
  if ("problems" in answer) throw new Error(JSON.stringify(answer.problems));
  return answer.value;
}

export const scene_of = (record: string): Scene => value_of(door.resume({ record }));

// ---- games on the device

interface Deal {
  rules?: string;
  seed?: number;
  names?: Partial<Record<Seat, string>>;
  bots?: Partial<Record<Seat, string>>;
}

/** A record that begins in a position of its own, as the engine writes it. */
export function dealt(
  position: string,
  { rules = "standard", seed = 0, names = {}, bots = {} }: Deal = {},
): string {
  const tags = [
    ...Object.entries(names).map(([seat, name]) => `[Seat ${seat} "${name}"]`),
    ...Object.entries(bots).map(([seat, bot]) => `[Bot ${seat} "${bot}"]`),
    `[Dice "seed ${seed} game 0"]`,
    `[Rules "${rules}"]`,
    `[Start "${position}"]`,
  ];
  return scene_of(tags.join("\n")).record;
}

/** Nothing travels and nobody waits. */
export const AT_ONCE: Partial<Settings> = { speed: "off", pause: "off" };
/** There is time to do something meanwhile. */
export const SLOW: Partial<Settings> = { speed: "slow", pause: "off" };
/** Nothing travels; bots wait. */
export const UNHURRIED: Partial<Settings> = { speed: "off", pause: "long" };

/** From now on nothing happens by itself, unless the page's clock is run on. */
export async function stop_clock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
}

interface Table extends Wish {
  settings?: Partial<Settings>;
  /** The starting rolls have not been seen yet. */
  is_new?: boolean;
}

/** The table with the game of this record on it. */
export async function sit_down(record: string, wish: Table = {}): Promise<Page> {
  const { settings = AT_ONCE, is_new = false, ...others } = wish;
  const kept = { game: { record, is_begun: !is_new }, settings, ...wish.kept };
  const page = await open({ at: "#/table", ...others, kept });
  await page.locator("main.play").waitFor();
  return page;
}

/** Another game on a table at which the page is already. */
export async function deal_again(page: Page, record: string): Promise<void> {
  await page.evaluate(() => {
    location.hash = "#/";
  });
  await page.locator("main.play").waitFor({ state: "detached" });
  await page.evaluate(
    (game) => {
      localStorage.setItem("aeroplane.game", game);
      location.hash = "#/table";
    },
    JSON.stringify({ record, is_begun: true }),
  );
  await page.locator("main.play").waitFor();
}

/** The record of the game that the page keeps; empty where it keeps none. */
export async function record_kept(page: Page): Promise<string> {
  return page.evaluate(
    () => JSON.parse(localStorage.getItem("aeroplane.game") ?? "{}").record ?? "",
  );
}

/** The inputs in a record, starting rolls apart: "6", "h-p", … */
export function inputs_of(record: string): string[] {
  const entries = value_of(door.history({ record }));
  return entries.filter(({ kind }) => kind === "roll" || kind === "move").map(({ text }) => text);
}

// ---- the same game without a page

export function rolled({ record, turn, ply }: Scene): Scene {
  return value_of(door.roll({ record, seat: turn as Seat, ply }));
}

export function chosen({ record, turn, ply }: Scene, move: string): Scene {
  return value_of(door.choose({ record, seat: turn as Seat, ply, move }));
}

/** Which of so many choices a person takes who plays without a plan, but the same each time. */
export const whim = ({ ply, choices }: Scene): number => (ply * 7) % choices.length;

/** One ply more: a roll, what the bot chooses, or the person's whim. */
export function next(scene: Scene): Scene {
  if (scene.phase === "roll") return rolled(scene);
  const is_bot = scene.seats.some(({ seat, bot }) => seat === scene.turn && bot !== "");
  const { record } = scene;
  const move = is_bot
    ? value_of(door.bot_move({ record })).move
    : (scene.choices[whim(scene)]?.move ?? "");
  return chosen(scene, move);
}

/** The game to its end. */
export function finished(record: string): Scene {
  let scene = scene_of(record);
  while (scene.phase !== "over") scene = next(scene);
  return scene;
}

// ---- what the board shows

const CENTRE = 56;

function words_of(seat: Seat, step: number, size: number, is_marked: boolean): string {
  const place = step < 0 ? "h" : step === 0 ? "p" : step === CENTRE ? "c" : step;
  return `${seat}:${place}${size > 1 ? `x${size}` : ""}${is_marked ? "*" : ""}`;
}

/** The pieces of a scene, one word each, in no order that matters. */
export function pieces_of({ pieces }: { pieces: Piece[] }): string[] {
  return pieces
    .flatMap(({ seat, step, size, marks }) =>
      step > 0 && step < CENTRE
        ? [words_of(seat, step, size, marks > 0)]
        : Array.from({ length: size }, (_, i) => words_of(seat, step, 1, i < marks)),
    )
    .sort();
}

/**
 * The pieces that a person sees, likewise: from where the planes are on the screen, when the board
 * lies turned by so many quarters.
 */
export async function pieces_seen(page: Page, turned = 0): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const box = document.querySelector(".stage")?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll<HTMLElement>(".stage .place")].map((plane) => {
      const { left, top, width, height } = plane.getBoundingClientRect();
      return {
        seat: plane.dataset.seat as Seat,
        x: (left + width / 2 - box.left) / box.width - 0.5,
        y: (top + height / 2 - box.top) / box.height - 0.5,
        is_under: plane.classList.contains("under"),
        is_home: plane.querySelector(".face_down") !== null,
        is_marked: plane.querySelector(".risk") !== null,
        size: Number(plane.querySelector(".count")?.textContent ?? 1),
      };
    });
  });
  const pieces = seen
    .filter(({ is_under }) => !is_under)
    .map(({ seat, size, is_home, is_marked, ...at }) => {
      let [x, y] = [at.x, at.y];
      for (let i = 0; i < turned; ++i) [x, y] = [y, -x];
      const step = step_at(seat, (x + 0.5) * geometry.size, (y + 0.5) * geometry.size);
      return { size, words: words_of(seat, is_home ? CENTRE : step, size, is_marked) };
    });
  expect(pieces.reduce((sum, { size }) => sum + size, 0)).toBe(seen.length);
  return pieces.map(({ words }) => words).sort();
}

// NaN where a plane of that seat does not belong.
function step_at(seat: Seat, x: number, y: number): number {
  const own = geometry.seats.find((each) => each.seat === seat);
  const is_near = (at: Point) => Math.hypot(at.x - x, at.y - y) < 0.4;
  if (!own || own.hangar.some(is_near)) return own ? -1 : Number.NaN;
  const found = own.route.findIndex((at, i) => i > 0 && i <= CENTRE && is_near(at));
  return found < 0 ? Number.NaN : found - 1;
}

/** That the page keeps this very record, and shows it. */
export async function expect_at(page: Page, { record, pieces }: Scene, turned = 0): Promise<void> {
  await expect.poll(() => record_kept(page)).toBe(record);
  await expect.poll(() => pieces_seen(page, turned)).toEqual(pieces_of({ pieces }));
}

// ---- what a person does on the board

export type Touch = (x: number, y: number) => Promise<void>;
export const with_mouse =
  (page: Page): Touch =>
  (x, y) =>
    page.mouse.click(x, y);
export const with_finger =
  (page: Page): Touch =>
  (x, y) =>
    page.touchscreen.tap(x, y);

/** Touches the middle of what the selector finds. */
export async function touch_at(page: Page, touch: Touch, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`nothing to touch: ${selector}`);
  await touch(box.x + box.width / 2, box.y + box.height / 2);
}

const is_alike = (a: Piece | null, b: Piece | null) =>
  a?.step === b?.step && a?.size === b?.size && a?.marks === b?.marks;

/** Takes a choice on the board alone: the plane, and where it can do more than one thing the mark. */
export async function take_on_board(
  page: Page,
  touch: Touch,
  choices: readonly Choice[],
  index: number,
): Promise<void> {
  const { piece } = choices[index] as Choice;
  const firsts = choices.filter(
    (each, i) =>
      each.piece && choices.findIndex((other) => is_alike(other.piece, each.piece)) === i,
  );
  const offer = firsts.findIndex((each) => is_alike(each.piece, piece));
  await touch_at(page, touch, `[data-offer="${offer}"]`);
  if (choices.filter((each) => is_alike(each.piece, piece)).length > 1) {
    await touch_at(page, touch, `[data-target="${index}"]`);
  }
}

// ---- the program at the command line

/** Runs it to its end, and gives what it prints. */
export function aeroplane(args: string[], input = ""): string {
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  const { stdout, stderr, status } = spawnSync(AEROPLANE, args, { input, env, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

/** Where a record ends, as the command line checks and replays it. */
export function replayed(record: string): { position: string; result: string } {
  const [checked] = JSON.parse(aeroplane(["check", "--json", "-"], record)).records;
  expect(checked.ok).toBe(true);
  const { position, result } = JSON.parse(aeroplane(["replay", "--json", "-"], record));
  expect(checked.result ?? "*").toBe(result);
  return { position, result };
}
