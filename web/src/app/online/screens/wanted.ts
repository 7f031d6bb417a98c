// Who is to sit down as soon as the table is there: whoever makes one has said it already.
import type { Seat } from "../../../engine/door";

export interface Wanted {
  seat: Seat;
  name: string;
}

const wanted = new Map<string, Wanted[]>();

export function want_seats(code: string, people: Wanted[]): void {
  wanted.set(code, people);
}

/** Told once. */
export function take_wanted(code: string): Wanted[] {
  const people = wanted.get(code) ?? [];
  wanted.delete(code);
  return people;
}
