// The running games of this person, as a list shows them.
import type { Door, Seat } from "../../../engine/door";
import type { TableState } from "../../../wire/messages";
import { my_tables, table_of } from "./api";

const MOST = 12; // asked after one by one

export interface Running {
  code: string;
  state: TableState;
  turn: Seat | ""; // empty where nobody is on turn yet
  is_your_turn: boolean;
  waited_ms: number;
}

/** Whose turn it is in the table's game. */
function turn_at(door: Door, { record }: TableState): Seat | "" {
  const answer = record === "" ? null : door.resume({ record });
  return answer && "value" in answer ? answer.value.turn : "";
}

/** Those where it is one's turn first, then those that wait longest. */
export function in_order(games: readonly Running[]): Running[] {
  return [...games].sort(
    (a, b) => Number(b.is_your_turn) - Number(a.is_your_turn) || b.waited_ms - a.waited_ms,
  );
}

export async function running_games(door: Door): Promise<Running[]> {
  const codes = (await my_tables()).filter(({ is_over }) => !is_over).slice(0, MOST);
  const told = await Promise.allSettled(
    codes.map(async ({ table }): Promise<Running> => {
      const { state, waited_ms } = await table_of(table);
      const turn = turn_at(door, state);
      const is_your_turn = state.seats.some((seat) => seat.is_yours && seat.seat === turn);
      return { code: table, state, turn, is_your_turn, waited_ms };
    }),
  );
  return in_order(
    told
      .flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))
      .filter(({ state }) => state.phase !== "over"),
  );
}
