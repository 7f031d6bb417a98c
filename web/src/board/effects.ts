// What flashes up while an event is shown and is gone with it.
import { geometry_of, point_of } from "./places";
import type { Geometry, Happening, Point, Seat } from "./types";

export type Effect =
  | { kind: "contrail"; seat: Seat; from: Point; to: Point }
  | { kind: "burst"; seat: Seat; at: Point }
  | { kind: "sign"; seat: Seat; at: Point; text: string };

/** How long an effect lasts where no plane moves. */
export const EFFECT_MS = 700;

export function effect_of(geometry: Geometry, happening: Happening): Effect | null {
  const { kind, seat, before } = happening;
  const middle = geometry_of(geometry, seat).route[0] as Point;
  switch (kind) {
    case "flew": {
      const [from, to] = geometry_of(geometry, seat).flight;
      return { kind: "contrail", seat, from, to };
    }
    case "captured":
    case "struck":
      return before && { kind: "burst", seat, at: point_of(geometry, before.seat, before.step) };
    case "third_six":
      return { kind: "sign", seat, at: middle, text: "6 · 6 · 6" };
    case "placed":
      return { kind: "sign", seat, at: middle, text: String(happening.value) };
    default:
      return null;
  }
}
