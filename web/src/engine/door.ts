// THE DOOR: what the page may ask of the wasm module. The generated file web/src/engine/door.ts must have these names and shapes
// (C++ structs in apps/wasm/src/door.hpp are the source; a test diffs). snake_case members, as in C++ and in record JSON.
export type Seat = "R" | "Y" | "B" | "G";
export interface Message { key: string; arguments: Record<string, string | number | Message> }   // fill with say()
export interface Problem { code: string; arguments: Record<string, string>; line: number; column: number }  // code is a catalogue key
export type Answer<T> = { value: T } | { problems: Problem[] };          // problems is not empty

// ---- facts: asked once
export interface Point { x: number; y: number }                          // in squares, 0…15, x to the right, y down; centre of the spot
export interface Facts {
  version: string;
  presets: { name: string; rules: string; options: Record<string, string> }[];     // standard first
  options: { key: string; values: string[] }[];                         // values[0] is standard's
  bots: string[];                                                        // weakest first
  seats: Seat[];                                                         // RYBG, clockwise
  geometry: Geometry;
}
export interface Tile { at: Point; outline: Point[]; colour: Seat; flight_from: Seat | ""; entrance_of: Seat | "" }  // a ring square
export interface Geometry {
  size: 15;
  ring: Tile[];                                    // by ring square 0…51, clockwise
  seats: { seat: Seat; route: Point[];             // by step + 1: -1 hangar (its middle), 0 pad, 1…50 ring, 51…55 home column, 56 centre
           hangar: Point[];                        // a spot for each of four planes
           flight: [Point, Point] }[];             // from step 18 to step 30
}
// ---- a game. The record text is the whole truth: every call takes it and a new one comes back. Nothing is kept in the module
// (it may remember the last record it made, to save time).
export interface Piece { seat: Seat; step: number; size: number; marks: number }
export interface Player { seat: Seat; name: string; bot: string }        // bot "" is a person
export interface Plan { rules: string; players: Player[]; seed: string;  // seed: decimal 0…2^64-1
                        first: Seat | "";                                // "": starting rolls tell
                        tags: { name: string; value: string }[] }        // such as Date
export interface SeatInfo { seat: Seat; name: string; bot: string;
  progress: number;                                // 0…100
  hangar: number; home: number; planes: number;
  place: number;                                   // 1…4 in the finishing order, 0 while playing
  faces: number[] }                                // how often it rolled 1…6, starting rolls included
export interface Choice {
  move: string;                                    // move text, what choose() takes
  piece: Piece | null;                             // null: pass
  stops: number[];                                 // steps where it stands on its way: the roll's end, then hops; [] for a pass
  to: number;                                      // the last of them
  flies: boolean; jumps: boolean;
  joins: boolean;                                  // stacks with own planes there
  beside: boolean;                                 // stands beside own planes there
  captures: Piece[];                               // what it sends home
  words: Message[];                                // short parts
}
export interface Happening {                       // one event
  kind: "rolled"|"no_move"|"passed"|"third_six"|"took_off"|"walked"|"jumped"|"flew"|"captured"|"struck"|"recalled"|"stacked"|"placed"|"next"|"again"|"over";
  seat: Seat; value: number;
  before: Piece | null; after: Piece | null;
  path: number[];                                  // steps that it passes, one by one, from before.step to after.step, both included; a flight: the two ends; [] where nothing moves
  message: Message;                                // one sentence
  pieces: Piece[];                                 // the whole board after this event
  roll: number;                                    // the die that waits after this event, 0 for none
}
export interface Scene {
  record: string;                                  // canonical text
  ply: number;                                     // what roll and choose have to name
  entry: number; entries: number;                  // this scene is that of the first `entry` entries of the record, of `entries`
  rules: string;                                   // canonical line
  phase: "roll" | "choose" | "over";
  seats: SeatInfo[];                               // in play, clockwise from R
  turn: Seat | ""; round: number; sixes: number; roll: number;  // roll: the die waiting to be used, 0 none. turn "" when over
  order: Seat[];                                   // finishing order so far
  pieces: Piece[];
  position: string;                                // position line
  choices: Choice[];                               // in phase choose
  happened: Happening[];                           // of the last entry
  latest: Entry | null;                            // the last entry of the record, as in history()
  request: Message;                                // "Red's turn: roll the die."
  can_take_back: boolean;
  has_dice: boolean;                               // false: record with rolls from elsewhere; it can be looked at, not gone on with
}
export interface Entry { entry: number;            // counted from 1: scene at({entry}) is the one after it
  round: number; seat: Seat | "";
  kind: "starting_roll" | "roll" | "move" | "take_back" | "note" | "comment";
  text: string;                                    // "4", "14-18^22", note text
  roll: number;                                    // of a roll, or the roll that a move used; else 0
  words: Message[];                                // short parts of what it did (play.does.*); [] for a roll that waits
  in_force: boolean }                              // false: taken back later
export interface Door {
  facts(): Facts;
  begin(plan: Plan): Answer<Scene>;                // starting rolls are thrown at once and stand in the record
  resume(request: { record: string }): Answer<Scene>;            // text or its JSON twin
  roll(request: { record: string; seat: Seat; ply: number }): Answer<Scene>;
  choose(request: { record: string; seat: Seat; ply: number; move: string }): Answer<Scene>;
  take_back(request: { record: string }): Answer<Scene>;
  at(request: { record: string; entry: number }): Answer<Scene>;  // for replay; never goes on from there; works without dice too
  history(request: { record: string }): Answer<Entry[]>;
  starting_rolls(request: { record: string }): Answer<{ seat: Seat; value: number; message: Message }[]>;
  bot_move(request: { record: string }): Answer<{ move: string }>; // of the bot on turn with a roll waiting; the same as in the terminal
  hint(request: { record: string }): Answer<{ move: string }>;
  board(request: { record: string }): Answer<Message[]>;           // the position read aloud
  threats(request: { record: string }): Answer<Message[]>;         // for the seat on turn, or the first person still playing while a bot plays
  rules(request: { rules: string }): Answer<{ rules: string; preset: string; options: Record<string, string>; changed: string[] }>; // preset "": own rules; changed: keys that differ from standard
  to_json(request: { record: string }): Answer<{ json: string }>;
  // for tests, by scripts:
  apply(request: { rules: string; position: string; input: string }): Answer<{ position: string; moves: string[]; events: string[] }>; // input "4" or move text; events as docs/formats/scenario.md writes them
  moves(request: { rules: string; position: string }): Answer<{ move: string; position: string }[]>;
}
