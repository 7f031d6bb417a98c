// The door of the wasm module: what the page may ask, and what it is told. Generated from
// apps/wasm/include/aero/door.hpp; a test compares. To make it again:
//
//   build/dev/aero_door_types > web/src/engine/door.ts

export type Seat = "R" | "Y" | "B" | "G";

/** A key of the message catalogue, and what fills its pattern in. */
export interface Message {
  key: string;
  arguments: Record<string, string | number | Message>;
}

/** What is wrong with a request: a key of the catalogue with its arguments. */
export interface Problem {
  code: string;
  arguments: Record<string, string>;
  /** in the text that was read, from 1; 0 where it has no place there */
  line: number;
  column: number;
}

/** There is at least one problem. */
export type Answer<T> = { value: T } | { problems: Problem[] };

export interface Preset {
  name: string;
  /** canonical line */
  rules: string;
  /** all of them */
  options: Record<string, string>;
}

export interface Option {
  key: string;
  /** that of standard first */
  values: string[];
}

/** In squares, 0 … size: x to the right, y down. Of a spot it is the middle. */
export interface Point {
  x: number;
  y: number;
}

/** A square of the ring. */
export interface Tile {
  at: Point;
  outline: Point[];
  /** the seat that jumps from it */
  colour: Seat;
  /** the seat that may fly from it */
  flight_from: Seat | "";
  /** the seat that turns inwards on it */
  entrance_of: Seat | "";
}

export interface SeatGeometry {
  seat: Seat;
  /** by step + 1: -1 hangar (its middle), 0 pad, 1 … 50 ring, 51 … 55 home column, 56 centre */
  route: Point[];
  /** a spot for each of four planes */
  hangar: Point[];
  /** from step 18 to step 30 */
  flight: [Point, Point];
}

export interface Geometry {
  /** squares from edge to edge */
  size: 15;
  /** by ring square 0 … 51, clockwise */
  ring: Tile[];
  seats: SeatGeometry[];
}

/** What never changes: asked once. */
export interface Facts {
  version: string;
  /** standard first */
  presets: Preset[];
  options: Option[];
  /** weakest first */
  bots: string[];
  /** of these, those that a module without the net cannot play */
  net_bots: string[];
  /** whom a newcomer meets */
  usual_bot: string;
  /** clockwise */
  seats: Seat[];
  geometry: Geometry;
}

export interface Player {
  seat: Seat;
  /** may be empty */
  name: string;
  /** empty: a person */
  bot: string;
}

export interface Tag {
  name: string;
  value: string;
}

/** What a new game is made of. */
export interface Plan {
  rules: string;
  /** two to four, in any order */
  players: Player[];
  /** of the dice: a whole number below 2^64 */
  seed: string;
  /** empty: starting rolls tell who begins */
  first: Seat | "";
  /** further tags of the record, such as Date */
  tags: Tag[];
}

export interface SeatInfo {
  seat: Seat;
  /** may be empty */
  name: string;
  /** empty: a person */
  bot: string;
  /** 0 … 100 */
  progress: number;
  /** planes there */
  hangar: number;
  /** planes in the centre */
  home: number;
  /** in all */
  planes: number;
  /** 1 … 4 in the finishing order, 0 while there is none */
  place: number;
  /** how often it rolled 1 … 6, starting rolls included */
  faces: number[];
}

/** One plane, or a stack that moves as one. */
export interface Piece {
  seat: Seat;
  /** along the seat's own route, -1 … 56 */
  step: number;
  /** planes, 1 … 4 */
  size: number;
  /** planes that a third six would send back */
  marks: number;
}

/** A legal move, and what comes of it. */
export interface Choice {
  /** what choose() takes */
  move: string;
  /** null: a pass */
  piece: Piece | null;
  /** steps where it stands on its way: the roll's end, then hops */
  stops: number[];
  /** the last of them; of a pass 0 */
  to: number;
  flies: boolean;
  jumps: boolean;
  /** makes a stack with own planes there */
  joins: boolean;
  /** ends beside own planes */
  beside: boolean;
  /** enemies that it sends home */
  captures: Piece[];
  /** short parts */
  words: Message[];
}

/** An event, and what is there after it. */
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
  /** pip, place or count of sixes; else 0 */
  value: number;
  before: Piece | null;
  /** of what goes home: what is left */
  after: Piece | null;
  /** steps passed one by one, both ends included; a flight or a way home: only the two ends */
  path: number[];
  /** one sentence */
  message: Message;
  /** the whole board */
  pieces: Piece[];
  /** the die that waits, 0 for none */
  roll: number;
}

/** What stands in a record. */
export interface Entry {
  /** from 1; the scene at({entry}) is the one after it */
  entry: number;
  /** 0: a starting roll */
  round: number;
  /** of a roll or move */
  seat: Seat | "";
  kind: "starting_roll" | "roll" | "move" | "take_back" | "note" | "comment";
  /** the roll, the move, how many plies are taken back, or the words */
  text: string;
  /** this roll, or the one that a move used; else 0 */
  roll: number;
  /** short parts of what it did; none for a roll that waits */
  words: Message[];
  /** false: taken back later */
  in_force: boolean;
}

/** All there is to know at one moment of a game. */
export interface Scene {
  /** canonical text of the whole record */
  record: string;
  /** what roll and choose have to name */
  ply: number;
  /** the scene after so many entries of the record */
  entry: number;
  /** of so many */
  entries: number;
  /** canonical line */
  rules: string;
  phase: "roll" | "choose" | "over";
  /** those in play, clockwise from R */
  seats: SeatInfo[];
  /** empty when the game is over */
  turn: Seat | "";
  /** from 1 */
  round: number;
  /** in a row, this turn */
  sixes: number;
  /** the die waiting to be used, 0 for none */
  roll: number;
  /** who has finished, first to last */
  order: Seat[];
  pieces: Piece[];
  /** position line */
  position: string;
  /** of the position, 16 hexadecimal digits */
  hash: string;
  /** legal moves, in the engine's order */
  choices: Choice[];
  /** by the last entry */
  happened: Happening[];
  /** the last entry, as in history() */
  latest: Entry | null;
  /** what is asked of the seat on turn */
  request: Message;
  can_take_back: boolean;
  /** false: the rolls came from elsewhere; it can be looked at, not gone on with */
  has_dice: boolean;
}

export interface RecordRequest {
  /** text or its JSON twin */
  record: string;
}

export interface RollRequest {
  record: string;
  /** who rolls */
  seat: Seat;
  /** of the scene in which this was asked */
  ply: number;
}

export interface ChooseRequest {
  record: string;
  /** who moves */
  seat: Seat;
  /** of the scene in which this was asked */
  ply: number;
  /** move text */
  move: string;
}

export interface FollowRequest {
  /** of a game without dice of its own */
  record: string;
  /** a roll, 1 … 6, or a move text */
  input: string;
}

export interface EntryRequest {
  record: string;
  /** 0 is the start */
  entry: number;
}

/** A roll for who begins. */
export interface StartingRoll {
  seat: Seat;
  value: number;
  /** one sentence */
  message: Message;
}

export interface Advice {
  /** one of the choices */
  move: string;
  /** of a hint by the net: to win with the move, 0 … 100, as an analysis says; else null */
  chance: number | null;
}

export interface AnalyseRequest {
  record: string;
  /** rolls to look ahead of each choice, 0 … 3 */
  plies: number;
  /** the first roll that is told, from 0 */
  from: number;
  /** and the one after the last */
  until: number;
}

export interface Candidate {
  move: string;
  /** short parts */
  words: Message[];
  /** to win with it, 0 … 100 */
  chance: number;
  /** of that, against the best */
  loss: number;
}

/** A move that was played, among those that could be. */
export interface AnalysedChoice {
  /** of the record */
  entry: number;
  /** the moves lead to different positions */
  is_real: boolean;
  /** the best first; five at most, the played one among them */
  candidates: Candidate[];
  /** which of them, from 0 */
  played: number;
  /** of the chance to win, 0 … 100 */
  loss: number;
  /** good, inaccuracy, mistake or blunder */
  verdict: string;
}

export interface AnalysedRoll {
  /** of the record; 0 where it lay there from the start */
  entry: number;
  round: number;
  seat: Seat;
  roll: number;
  /** chances to win before it, 0 … 100, in the order of the seats */
  before: number[];
  /** what it did to the chance of its own seat */
  luck: number;
  /** what that is called: a key after analysis.fortune. */
  fortune: string;
  /** null where there was none, or not yet */
  choice: AnalysedChoice | null;
}

/** In hundredths of a win: start + luck + skill + others + foresight = end, but for the rounding; docs/guide/analysis.md. */
export interface AnalysedSeat {
  seat: Seat;
  start: number;
  luck: number;
  skill: number;
  others: number;
  foresight: number;
  end: number;
  luck_adjusted: number;
  decisions: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  /** thousandths of a win a decision */
  loss: number;
  /** a key after analysis.rating. */
  rating: string;
}

export interface AnalysisPart {
  rolls_in_all: number;
  /** those asked for, as far as there are */
  rolls: AnalysedRoll[];
  /** after the last of them */
  seats: AnalysedSeat[];
}

export interface RulesRequest {
  rules: string;
}

export interface RulesInfo {
  /** canonical line */
  rules: string;
  /** empty: rules of one's own */
  preset: string;
  /** all of them */
  options: Record<string, string>;
  /** keys of those that differ from standard */
  changed: string[];
}

export interface Twin {
  /** the record's JSON twin */
  json: string;
}

export interface InputRequest {
  rules: string;
  position: string;
  /** a roll, 1 … 6, or a move text */
  input: string;
}

export interface Applied {
  position: string;
  /** legal there; none unless a roll waits */
  moves: string[];
  /** as docs/formats/scenario.md writes them */
  events: string[];
}

export interface PositionRequest {
  rules: string;
  position: string;
}

export interface Outcome {
  move: string;
  /** the one after it */
  position: string;
}

export interface Door {
  facts(): Facts;
  /** Starting rolls are thrown at once and stand in the record. */
  begin(request: Plan): Answer<Scene>;
  /** The scene at the end of a record. */
  resume(request: RecordRequest): Answer<Scene>;
  roll(request: RollRequest): Answer<Scene>;
  choose(request: ChooseRequest): Answer<Scene>;
  /** Back to the last choice that a person really had. */
  take_back(request: RecordRequest): Answer<Scene>;
  /** What the seat on turn did at a table elsewhere, which has the dice. */
  follow(request: FollowRequest): Answer<Scene>;
  /** For replay; works without dice too, and nothing goes on from there. */
  at(request: EntryRequest): Answer<Scene>;
  /** Everything in the record, what was taken back as well. */
  history(request: RecordRequest): Answer<Entry[]>;
  /** Those in the record, in order. */
  starting_rolls(request: RecordRequest): Answer<StartingRoll[]>;
  /** Of the bot on turn with a roll waiting; as in the terminal. */
  bot_move(request: RecordRequest): Answer<Advice>;
  /** What champion would choose; greedy where there is no net. */
  hint(request: RecordRequest): Answer<Advice>;
  /** Some rolls of a game, so that a page can show how far it is. */
  analyse(request: AnalyseRequest): Answer<AnalysisPart>;
  /** The position read aloud. */
  board(request: RecordRequest): Answer<Message[]>;
  /** To the seat on turn, or while a bot plays to the first person still in the game. */
  threats(request: RecordRequest): Answer<Message[]>;
  rules(request: RulesRequest): Answer<RulesInfo>;
  to_json(request: RecordRequest): Answer<Twin>;
  /** For scripts: a position, and what one input makes of it. */
  apply(request: InputRequest): Answer<Applied>;
  /** For scripts: the legal moves where a roll waits, in the engine's order. */
  moves(request: PositionRequest): Answer<Outcome[]>;
}

export const operations: readonly (keyof Door)[] = [
  "facts",
  "begin",
  "resume",
  "roll",
  "choose",
  "take_back",
  "follow",
  "at",
  "history",
  "starting_rolls",
  "bot_move",
  "hint",
  "analyse",
  "board",
  "threats",
  "rules",
  "to_json",
  "apply",
  "moves",
];
