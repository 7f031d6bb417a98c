// What the board is given and gives back: plain data. The door's types fit these.

export type Seat = "R" | "Y" | "B" | "G";

/** In squares from the board's top left corner, 0…15, x to the right, y down. */
export interface Point {
  x: number;
  y: number;
}

/** A ring square. */
export interface Tile {
  at: Point; // where a piece stands
  outline: Point[];
  colour: Seat;
  flight_from: Seat | "";
  entrance_of: Seat | "";
}

export interface SeatGeometry {
  seat: Seat;
  route: Point[]; // by step + 1: -1 hangar, 0 pad, 1…50 ring, 51…55 home column, 56 centre
  hangar: Point[]; // a spot for each plane
  flight: [Point, Point];
}

export interface Geometry {
  size: number;
  ring: Tile[];
  seats: SeatGeometry[];
}

export interface Piece {
  seat: Seat;
  step: number;
  size: number; // planes, 1…4
  marks: number; // planes at risk of a third six
}

/** A move that may be chosen. `id` is its place in the list of choices. */
export interface Target {
  id: number;
  piece: Piece | null; // null: pass
  stops: number[]; // steps where it stands on its way
  to: number;
  captures: Piece[];
  joins: boolean;
  beside: boolean;
  flies: boolean;
  jumps: boolean;
}

export interface Happening {
  kind:
    | "rolled"
    | "no_move"
    | "passed"
    | "third_six"
    | "took_off"
    | "walked"
    | "jumped"
    | "flew"
    | "captured"
    | "struck"
    | "recalled"
    | "stacked"
    | "placed"
    | "next"
    | "again"
    | "over";
  seat: Seat;
  value: number;
  before: Piece | null;
  after: Piece | null;
  path: number[]; // steps passed, both ends included; [] where nothing moves
  pieces: Piece[]; // the whole board afterwards
}

/** The way of the last move. */
export interface Trace {
  seat: Seat;
  path: number[];
}

/** Labels for what cannot be read from the picture. */
export interface Words {
  piece(piece: Piece): string;
  target(target: Target): string;
  board: string;
}

export type Quarters = 0 | 1 | 2 | 3;
