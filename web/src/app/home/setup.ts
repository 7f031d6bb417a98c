// The table as a person lays it: who sits where, by which rules, and who begins.
import type { Facts, Plan, Seat } from "../../engine/door";

export const PERSON = "person";
export const EMPTY = "empty";
export const LONGEST_NAME = 24; // characters

export interface Chair {
  seat: Seat;
  sits: string; // PERSON, EMPTY, or the level of a bot
  name: string; // of a person; kept while a bot sits there
}

export interface Setup {
  chairs: Chair[]; // of all seats, clockwise
  preset: string; // the rules that were picked, or that those of one's own began as
  rules: string; // the rules line that counts
  first: Seat | ""; // "": the starting rolls tell
}

export const QUICK_PICKS = ["bots", "two", "four", "watch"] as const;
export type QuickPick = (typeof QUICK_PICKS)[number];

/** The chairs of a quick pick; names stay, and bots stay as clever as they are. */
export function picked(pick: QuickPick, chairs: readonly Chair[], facts: Facts): Chair[] {
  const bot = chairs.find(({ sits }) => facts.bots.includes(sits))?.sits ?? facts.usual_bot;
  const sitting: Record<QuickPick, string[]> = {
    bots: [PERSON, bot, bot, bot],
    two: [PERSON, EMPTY, PERSON, EMPTY], // opposite each other
    four: [PERSON, PERSON, PERSON, PERSON],
    watch: [bot, bot, bot, bot],
  };
  return chairs.map((chair, i) => {
    const sits = sitting[pick][i] ?? EMPTY;
    return facts.bots.includes(sits) && facts.bots.includes(chair.sits)
      ? chair
      : { ...chair, sits };
  });
}

/** The quick pick that the chairs are those of, whatever the bots' levels. */
export function pick_of(chairs: readonly Chair[], facts: Facts): QuickPick | null {
  const kind = ({ sits }: Chair) => (facts.bots.includes(sits) ? "bot" : sits);
  const kinds = chairs.map(kind).join();
  return QUICK_PICKS.find((pick) => picked(pick, chairs, facts).map(kind).join() === kinds) ?? null;
}

/** One person at the first seat against bots, by the first preset. */
export function usual_setup(facts: Facts): Setup {
  const chairs = facts.seats.map((seat) => ({ seat, sits: EMPTY, name: "" }));
  const [standard] = facts.presets;
  return {
    chairs: picked("bots", chairs, facts),
    preset: standard?.name ?? "",
    rules: standard?.rules ?? "",
    first: "",
  };
}

/** A table from anything at all, such as what another version kept; what cannot be is as usual. */
export function setup_of(anything: unknown, facts: Facts): Setup {
  const usual = usual_setup(facts);
  if (typeof anything !== "object" || anything === null) return usual;
  const { chairs, preset, rules, first } = anything as Partial<Record<keyof Setup, unknown>>;
  const given: unknown[] = Array.isArray(chairs) ? chairs : [];
  const read: Setup = {
    chairs: usual.chairs.map((chair) => {
      const same = given.find((each) => (each as Chair | null)?.seat === chair.seat);
      const { sits, name } = (same ?? {}) as Partial<Record<keyof Chair, unknown>>;
      const can_sit = [PERSON, EMPTY, ...facts.bots].find((each) => each === sits);
      return {
        seat: chair.seat,
        sits: can_sit ?? chair.sits,
        name: typeof name === "string" ? tidy_name(name) : "",
      };
    }),
    preset: facts.presets.find(({ name }) => name === preset)?.name ?? usual.preset,
    rules: typeof rules === "string" ? rules : usual.rules,
    first: facts.seats.find((seat) => seat === first) ?? "",
  };
  return with_possible_first(read);
}

// Nobody begins who does not play.
export function with_possible_first(setup: Setup): Setup {
  return seated(setup).some(({ seat }) => seat === setup.first) ? setup : { ...setup, first: "" };
}

export function seated({ chairs }: Setup): Chair[] {
  return chairs.filter(({ sits }) => sits !== EMPTY);
}

/** The seats of which at least one has still to be taken; none when the table is complete. */
export function missing(setup: Setup): Seat[] {
  if (seated(setup).length >= 2) return [];
  return setup.chairs.filter(({ sits }) => sits === EMPTY).map(({ seat }) => seat);
}

/** What may stand in a name, and no more of it than fits; spaces at the ends only while typing. */
export function typed_name(text: string): string {
  const shown = text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "");
  return [...shown].slice(0, LONGEST_NAME).join("");
}

export function tidy_name(text: string): string {
  return typed_name(text.trim()).trim();
}

/** The rules line with every option said; the door makes it canonical. */
export function rules_with(options: Record<string, string>, key: string, value: string): string {
  const all = Object.entries({ ...options, [key]: value });
  return ["standard", ...all.map(([name, chosen]) => `${name}=${chosen}`)].join(",");
}

/** The digits of a seed, as many as name one: 0…2^64-1; empty for none. */
export function typed_seed(text: string): string {
  let digits = text.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  while (digits && BigInt(digits) >= 2n ** 64n) digits = digits.slice(0, -1);
  return digits;
}

/** What the person wants, as the door takes it. */
export function plan_of(setup: Setup, seed: string, date: string): Plan {
  return {
    rules: setup.rules,
    players: seated(setup).map(({ seat, sits, name }) =>
      sits === PERSON ? { seat, name: tidy_name(name), bot: "" } : { seat, name: "", bot: sits },
    ),
    seed,
    first: with_possible_first(setup).first,
    tags: [{ name: "Date", value: date }],
  };
}
