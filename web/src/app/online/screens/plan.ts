// The online table as a person lays it, and what a server is told of it.
import type { Facts, Seat } from "../../../engine/door";
import type { Pace, TableSettings } from "../../../wire/messages";
import { keep, load } from "../../storage";
import { my_name, tidy_name } from "./me";
import { DAY_S } from "./span";
import type { Wanted } from "./wanted";

export const HERE = "here"; // a person of this device
export const LINK = "link"; // whoever has the link
export const EMPTY = "empty";

export const LIVE_SECONDS = [0, 30, 60, 90] as const;
export const DAYS = [1, 3, 7] as const;

export interface Place {
  seat: Seat;
  sits: string; // HERE, LINK, EMPTY, or the level of a bot
  name: string; // of whoever is here
}

export interface Plan {
  places: Place[]; // of all seats, clockwise
  preset: string;
  rules: string;
  pace: Pace;
  seconds: number; // of a live table
  days: number; // of one over days
}

/** So many play: oneself and others by link, opposite each other where they are two. */
export function placed(count: number, places: readonly Place[]): Place[] {
  const plays = count === 2 ? [0, 2] : [0, 1, 2, 3].slice(0, count);
  return places.map((place, i) => {
    if (!plays.includes(i)) return { ...place, sits: EMPTY };
    if (i === 0) return { ...place, sits: HERE };
    return place.sits === EMPTY || (i === 2 && place.sits === HERE)
      ? { ...place, sits: LINK }
      : place;
  });
}

export function count_of(places: readonly Place[]): number {
  return places.filter(({ sits }) => sits !== EMPTY).length;
}

/** As it was laid last, from anything at all; what cannot be is as usual. */
export function plan_of(anything: unknown, facts: Facts): Plan {
  const given = (typeof anything === "object" && anything !== null ? anything : {}) as Partial<
    Record<keyof Plan, unknown>
  >;
  const [standard] = facts.presets;
  const seats: unknown[] = Array.isArray(given.places) ? given.places : [];
  const places = facts.seats.map((seat, i): Place => {
    const same = seats.find((each) => (each as Place | null)?.seat === seat);
    const { sits, name } = (same ?? {}) as Partial<Record<keyof Place, unknown>>;
    const can_sit = [HERE, LINK, EMPTY, ...facts.bots].find((each) => each === sits);
    return {
      seat,
      sits: can_sit ?? (i === 0 ? HERE : i === 2 ? LINK : EMPTY),
      name: typeof name === "string" ? tidy_name(name) : i === 0 ? my_name() : "",
    };
  });
  return {
    places,
    preset: facts.presets.find(({ name }) => name === given.preset)?.name ?? standard?.name ?? "",
    rules: typeof given.rules === "string" ? given.rules : (standard?.rules ?? ""),
    pace: given.pace === "days" ? "days" : "live",
    seconds: LIVE_SECONDS.find((each) => each === given.seconds) ?? 60,
    days: DAYS.find((each) => each === given.days) ?? 3,
  };
}

export function kept_plan(facts: Facts): Plan {
  return plan_of(load("online.plan"), facts);
}

export function keep_plan(plan: Plan): void {
  keep("online.plan", plan);
}

export function settings_of({ places, rules, pace, seconds, days }: Plan): TableSettings {
  return {
    rules,
    chairs: places
      .filter(({ sits }) => sits !== EMPTY)
      .map(({ seat, sits }) => ({ seat, bot: sits === HERE || sits === LINK ? "" : sits })),
    pace,
    seconds: pace === "days" ? days * DAY_S : seconds,
  };
}

export function people_of({ places }: Plan): Wanted[] {
  return places
    .filter(({ sits }) => sits === HERE)
    .map(({ seat, name }) => ({ seat, name: tidy_name(name) }));
}

export type Fault = "too_few" | "nameless" | "no_person" | "same_name";

/** What keeps the table from being made. */
export function fault_of(plan: Plan): Fault | null {
  const people = people_of(plan);
  if (count_of(plan.places) < 2) return "too_few";
  if (!plan.places.some(({ sits }) => sits === HERE || sits === LINK)) return "no_person";
  if (people.some(({ name }) => name === "")) return "nameless";
  if (new Set(people.map(({ name }) => name)).size < people.length) return "same_name";
  return null;
}
