// The real engine for tests.
import { readFileSync } from "node:fs";
import type { Door, Scene, Seat } from "../../engine/door";
import { open_door } from "../../engine/engine";

// Tests run in web/.
export const WASM = process.env.AEROPLANE_WASM ?? "../build/page/aeroplane.wasm";

export function real_door(): Promise<Door> {
  return open_door(readFileSync(WASM));
}

/** A whole game among four bots. */
export function played(door: Door, seed: number, rules = "standard", bot = "greedy"): Scene {
  const seats: Seat[] = ["R", "Y", "B", "G"];
  const begun = door.begin({
    rules,
    players: seats.map((seat) => ({ seat, name: seat === "R" ? "Ayşe" : "", bot })),
    seed: String(seed),
    first: "",
    tags: [{ name: "Date", value: "2026-05-17" }],
  });
  if ("problems" in begun) throw new Error(JSON.stringify(begun.problems));
  let scene = begun.value;
  while (scene.turn !== "") {
    const { record, turn: seat, ply } = scene;
    const advice = scene.phase === "choose" ? door.bot_move({ record }) : null;
    const answer =
      advice && "value" in advice
        ? door.choose({ record, seat, ply, move: advice.value.move })
        : door.roll({ record, seat, ply });
    if ("problems" in answer) throw new Error(JSON.stringify(answer.problems));
    scene = answer.value;
  }
  return scene;
}
