// What clients and server say to each other at online tables. Generated from
// libs/protocol/include/aero/protocol.hpp; a test compares. To make it again:
//
//   build/dev/aero_protocol_types > web/src/wire/messages.ts

/** What Hello names. */
export const version = 1;

/** Comes first, and again to go to another table. Answered by Welcome or Refused. */
export interface Hello {
  type: "hello";
  /** version */
  protocol: number;
  /** of the person, 43 characters */
  token: string;
  /** its code; empty: none yet */
  table: string;
  /** of the events that are there already: those after it follow; missing: the whole state */
  last_seq?: number;
}

export type Seat = "R" | "Y" | "B" | "G";

export interface Chair {
  seat: Seat;
  /** which bot sits there; empty: it is for a person */
  bot: string;
}

export type Pace = "live" | "days";

/** What a table is made of; it never changes. */
export interface TableSettings {
  /** rules line; told canonical */
  rules: string;
  /** two to four */
  chairs: Chair[];
  /** live: everybody is there; days: by turns over days */
  pace: Pace;
  /** for each roll and each choice, then a bot plays the seat; 0: as long as one likes */
  seconds: number;
}

/** Makes a table; Done tells its code. */
export interface Open {
  type: "open";
  id: string;
  settings: TableSettings;
}

export interface Sitter {
  seat: Seat;
  /** 1 … 20 letters as people count them */
  name: string;
  /** of the seat's chain; empty: it gives no links */
  tip: string;
}

/** Takes free seats, before the game begins. It begins when none is free. */
export interface Sit {
  type: "sit";
  id: string;
  /** one or more: several people may share a device */
  sitters: Sitter[];
}

/** Frees a seat of one's own, before the game begins. */
export interface Stand {
  type: "stand";
  id: string;
  seat: Seat;
}

/** Begins at once; whoever sits may. Bots play the seats that are free. */
export interface Start {
  type: "start";
  id: string;
}

export interface SeatLink {
  seat: Seat;
  /** of the seat's chain, the next one */
  link: string;
}

/** Links for the next roll, when all before it has been told. The same again changes nothing. */
export interface Links {
  type: "links";
  /** of the roll */
  number: number;
  /** of seats of one's own */
  links: SeatLink[];
}

export interface Roll {
  type: "roll";
  id: string;
  /** the one on turn, which is one's own */
  seat: Seat;
  /** the number that was told last */
  ply: number;
  /** of that seat, where Links has not told it */
  link?: string;
}

export interface Choose {
  type: "choose";
  id: string;
  /** the one on turn, which is one's own */
  seat: Seat;
  /** the number that was told last */
  ply: number;
  /** move text */
  move: string;
}

/** A bot plays a seat of one's own from now on. */
export interface Leave {
  type: "leave";
  id: string;
  seat: Seat;
}

/** Takes a seat of one's own back from the bot. */
export interface Return {
  type: "return";
  id: string;
  seat: Seat;
}

/** A new chain for a seat, from the next roll on. */
export interface Commit {
  type: "commit";
  id: string;
  seat: Seat;
  tip: string;
}

/** After the end: a table of the same settings and people. Rematched tells everybody its code. */
export interface Rematch {
  type: "rematch";
  id: string;
}

export type Phrase =
  | "hello"
  | "good_luck"
  | "well_played"
  | "thanks"
  | "oops"
  | "wow"
  | "sorry"
  | "take_your_time"
  | "hurry_up"
  | "again"
  | "goodbye"
  | "clap"
  | "laugh"
  | "cry"
  | "heart"
  | "thumbs_up";

/** Everybody hears it now; it is not kept. */
export interface Say {
  type: "say";
  phrase: Phrase;
}

/** Quick match with whoever waits for the same: Matched tells the table. The wish ends with the connection. */
export interface Seek {
  type: "seek";
  id: string;
  /** rules line */
  rules: string;
  /** 2 … 4 */
  seats: number;
  /** as of TableSettings */
  seconds: number;
  name: string;
}

export interface Unseek {
  type: "unseek";
  id: string;
}

export interface Ping {
  type: "ping";
}

export type ClientMessage =
  | Hello
  | Open
  | Sit
  | Stand
  | Start
  | Links
  | Roll
  | Choose
  | Leave
  | Return
  | Commit
  | Rematch
  | Say
  | Seek
  | Unseek
  | Ping;

export type Phase = "waiting" | "starting" | "playing" | "over";

export interface SeatState {
  seat: Seat;
  /** empty: free, or a bot's */
  name: string;
  /** which bot sits there; empty: it is for a person */
  bot: string;
  is_yours: boolean;
  /** its person is connected */
  is_here: boolean;
  /** until its person returns */
  is_bot_playing: boolean;
  /** of its chain now; empty: it has none */
  tip: string;
}

export type Hand = "person" | "bot";

export interface Rolled {
  type: "rolled";
  seq: number;
  at_ms: number;
  seat: Seat;
  by: Hand;
  /** of the roll at this table, from 1 */
  number: number;
  /** 1 … 6 */
  pip: number;
  server_link: string;
  /** of the seats that gave one */
  links: SeatLink[];
  /** it tells who begins */
  is_starting: boolean;
  /** after it */
  ply: number;
  /** of the position after it, 16 hexadecimal digits; empty before there is one */
  hash: string;
  /** of the last starting roll: the record of the game so far */
  record?: string;
}

/** All there is to know about a table at one moment. */
export interface TableState {
  code: string;
  settings: TableSettings;
  phase: Phase;
  /** clockwise from R */
  seats: SeatState[];
  /** of the last event */
  seq: number;
  /** what Roll and Choose have to name */
  ply: number;
  /** of the next roll */
  number: number;
  /** the last one told, or the tip */
  server_link: string;
  /** of each chain in use the last one told, or its tip */
  last_links: SeatLink[];
  /** the starting rolls so far, while they are rolled */
  starting: Rolled[];
  /** when the clock of the seat on turn began to run */
  since_ms: number;
  /** of the game; empty before it is known who begins */
  record: string;
  /** of the position */
  hash: string;
  /** the code of the rematch; empty: none */
  next_table: string;
  /** connections of people who do not sit */
  watching: number;
}

/** Answers Hello; Events with what is missing follow. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  /** of the server */
  version: string;
  /** what the server's clock says now */
  clock_ms: number;
  /** missing where Hello named none, or its last_seq */
  table?: TableState;
}

export interface Opened {
  type: "opened";
  seq: number;
  at_ms: number;
  settings: TableSettings;
  /** of the server's chain */
  server_tip: string;
}

export interface Sat {
  type: "sat";
  seq: number;
  at_ms: number;
  sitters: Sitter[];
}

export interface Stood {
  type: "stood";
  seq: number;
  at_ms: number;
  seat: Seat;
}

/** The starting rolls follow. */
export interface Started {
  type: "started";
  seq: number;
  at_ms: number;
}

export interface Chosen {
  type: "chosen";
  seq: number;
  at_ms: number;
  seat: Seat;
  by: Hand;
  /** move text */
  move: string;
  /** after it */
  ply: number;
  /** of the position after it, 16 hexadecimal digits */
  hash: string;
}

export type Reason = "left" | "timeout";

/** A bot plays the seat until its person returns. */
export interface BotTook {
  type: "bot_took";
  seq: number;
  at_ms: number;
  seat: Seat;
  reason: Reason;
}

export interface Returned {
  type: "returned";
  seq: number;
  at_ms: number;
  seat: Seat;
}

/** A new chain, from the next roll on. */
export interface Committed {
  type: "committed";
  seq: number;
  at_ms: number;
  /** empty: the server's */
  seat: Seat | "";
  tip: string;
}

export interface Rematched {
  type: "rematched";
  seq: number;
  at_ms: number;
  /** its code */
  table: string;
}

export type Event =
  | Opened
  | Sat
  | Stood
  | Started
  | Rolled
  | Chosen
  | BotTook
  | Returned
  | Committed
  | Rematched;

export interface Events {
  type: "events";
  /** in order, one or more */
  events: Event[];
}

export interface Done {
  type: "done";
  /** of the command */
  id: string;
  /** of the event that it became; 0: it became none */
  seq: number;
  table: string;
}

export interface Argument {
  name: string;
  value: string;
}

export interface Refused {
  type: "refused";
  /** of the command; empty: it was none, or could not be read */
  id: string;
  /** why, as a key of the message catalogue */
  code: string;
  /** of that message */
  arguments: Argument[];
}

export interface Presence {
  type: "presence";
  /** seats whose people are connected */
  here: Seat[];
  /** connections of people who do not sit */
  watching: number;
}

export interface Said {
  type: "said";
  /** empty: somebody who watches */
  seat: Seat | "";
  phrase: Phrase;
}

/** Quick match: the table is there, and a seat is taken. */
export interface Matched {
  type: "matched";
  table: string;
}

/** The server stops, and will be back. */
export interface Closing {
  type: "closing";
  come_back_ms: number;
}

export interface Pong {
  type: "pong";
  /** the server's clock */
  clock_ms: number;
}

export type ServerMessage =
  | Welcome
  | Events
  | Done
  | Refused
  | Presence
  | Said
  | Matched
  | Closing
  | Pong;
