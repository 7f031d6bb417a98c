// Where planes stand: every plane has its own place, also where several share a square.
import { heading, length, minus, plus } from "./shapes";
import type { Geometry, Piece, Point, Seat, SeatGeometry } from "./types";

// Steps, as the geometry counts them.
export const HANGAR = -1;
export const PAD = 0;
export const COLUMN = 51; // its first square
export const CENTRE = 56;
export const NOWHERE = -2; // of a plane that gives up its place for the one that is left

/** One of a seat's planes. It is the same one for the whole game: its spot in the hangar is its own. */
export interface Plane {
  id: string;
  seat: Seat;
  spot: number; // in the hangar
  step: number;
  size: number; // of the piece it belongs to
  marks: number; // of that piece
  rank: number; // in its piece; 0 stands for the piece
  at: Point;
  angle: number;
  scale: number;
}

export const has_finished = (plane: { step: number }): boolean => plane.step === CENTRE;

export function geometry_of(geometry: Geometry, seat: Seat): SeatGeometry {
  const found = geometry.seats.find((each) => each.seat === seat);
  if (!found) throw new Error(`no geometry of seat ${seat}`);
  return found;
}

/** The square corner of the board that is the seat's, as far as its pad reaches. */
export function corner_of(seat: SeatGeometry, size: number): Point & { reach: number } {
  const [middle, pad] = seat.route as [Point, Point];
  const x = middle.x < size / 2 ? 0 : size;
  const y = middle.y < size / 2 ? 0 : size;
  const reach = Math.max(Math.abs(pad.x - x), Math.abs(pad.y - y)) + 0.5;
  return { x: x === 0 ? 0 : size - reach, y: y === 0 ? 0 : size - reach, reach };
}

/** Whether the seat's flight begins on that step of its route. */
export function flies_from(geometry: Geometry, seat: Seat, step: number): boolean {
  const there = point_of(geometry, seat, step);
  const start = geometry.ring.find(({ flight_from }) => flight_from === seat);
  return start !== undefined && length(minus(start.at, there)) < 0.1;
}

export function point_of(geometry: Geometry, seat: Seat, step: number): Point {
  return geometry_of(geometry, seat).route[step + 1] as Point;
}

/** How a plane faces that rests on a step: along its route. In its hangar as on the pad. */
export function heading_at(geometry: Geometry, seat: Seat, step: number): number {
  const from = step === CENTRE ? PAD : Math.max(step, PAD);
  return heading(point_of(geometry, seat, from), point_of(geometry, seat, from + 1));
}

export const fits = (plane: Plane, piece: Piece): boolean =>
  plane.seat === piece.seat &&
  plane.step === piece.step &&
  plane.size === piece.size &&
  plane.marks === piece.marks;

/** The planes of one piece like this; where several are alike, of the first. */
export function planes_of(planes: Plane[], piece: Piece): Plane[] {
  return planes.filter((plane) => fits(plane, piece)).slice(0, piece.size);
}

/** What a plane's place is made from: the pieces, one slot a plane. */
interface Slot {
  piece: Piece;
  rank: number;
  group: number; // counts the pieces of the seat on this step
}

function slots_of(pieces: Piece[]): Slot[] {
  const groups = new Map<number, number>();
  return pieces.flatMap((piece) => {
    const can_stack = piece.step > PAD && piece.step < CENTRE;
    const parts: Piece[] = can_stack
      ? [piece]
      : Array.from({ length: piece.size }, (_, i) => ({
          ...piece,
          size: 1,
          marks: i < piece.marks ? 1 : 0,
        }));
    return parts.flatMap((part) => {
      const group = groups.get(part.step) ?? 0;
      groups.set(part.step, group + 1);
      return Array.from({ length: part.size }, (_, rank) => ({ piece: part, rank, group }));
    });
  });
}

// Aside from the middle of a square, for as many pieces as share it.
const SPREAD: Point[][] = [
  [],
  [{ x: 0, y: 0 }],
  [
    { x: -0.24, y: -0.22 },
    { x: 0.24, y: 0.22 },
  ],
  [
    { x: -0.27, y: -0.24 },
    { x: 0.27, y: -0.24 },
    { x: 0, y: 0.27 },
  ],
  [
    { x: -0.27, y: -0.27 },
    { x: 0.27, y: -0.27 },
    { x: -0.27, y: 0.27 },
    { x: 0.27, y: 0.27 },
  ],
];
const SHARED_SCALE = [1, 1, 0.76, 0.58, 0.52];
const STACKED_BY: Point = { x: -0.075, y: 0.085 }; // from one plane of a stack to the one beneath

function place(geometry: Geometry, plane: Plane, slot: Slot, groups: number): Plane {
  const { piece, rank, group } = slot;
  const seat = geometry_of(geometry, plane.seat);
  const angle = heading_at(geometry, plane.seat, piece.step);
  const standing = {
    ...plane,
    step: piece.step,
    size: piece.size,
    marks: piece.marks,
    rank,
    angle,
  };
  if (piece.step === HANGAR || piece.step === CENTRE) {
    return { ...standing, at: seat.hangar[plane.spot] as Point, scale: 0.86 };
  }
  const aside = SPREAD[groups]?.[group] ?? { x: 0, y: 0 };
  const under = { x: STACKED_BY.x * rank, y: STACKED_BY.y * rank };
  const at = plus(plus(seat.route[piece.step + 1] as Point, aside), under);
  return { ...standing, at, scale: SHARED_SCALE[groups] ?? 1 };
}

/**
 * The planes, standing as `pieces` say. A plane stays where it is if a piece of its seat still
 * stands there; those that are nowhere, or have no piece where they are, take what is left.
 */
export function arranged(geometry: Geometry, planes: Plane[], pieces: Piece[]): Plane[] {
  return geometry.seats.flatMap(({ seat }) => {
    const slots = slots_of(pieces.filter((piece) => piece.seat === seat));
    const free = new Set(slots);
    const fleet = planes.filter((plane) => plane.seat === seat).slice(0, slots.length);
    while (fleet.length < slots.length) {
      const spot = [0, 1, 2, 3].find((each) => !fleet.some((plane) => plane.spot === each)) ?? 0;
      fleet.push(parked(seat, spot));
    }
    const taken = new Map<Plane, Slot>();
    const take = (suits: (plane: Plane, slot: Slot) => boolean) => {
      for (const plane of fleet) {
        if (taken.has(plane)) continue;
        const slot = [...free].find((each) => suits(plane, each));
        if (!slot) continue;
        free.delete(slot);
        taken.set(plane, slot);
      }
    };
    take((plane, slot) => fits(plane, slot.piece) && plane.rank === slot.rank);
    take((plane, slot) => plane.step === slot.piece.step);
    take(() => true);
    return [...taken].map(([plane, slot]) => {
      const groups = slots.filter(
        (each) => each.piece.step === slot.piece.step && each.rank === 0,
      ).length;
      return place(geometry, plane, slot, groups);
    });
  });
}

function parked(seat: Seat, spot: number): Plane {
  const nowhere = { x: 0, y: 0 };
  const piece = { step: HANGAR, size: 1, marks: 0, rank: 0 };
  return { id: `${seat}${spot}`, seat, spot, ...piece, at: nowhere, angle: 0, scale: 1 };
}
