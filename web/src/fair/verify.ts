// Checks the dice of a whole record, as docs/formats/fair-dice.md tells. It knows no rule of the
// game: that the record is one, and legal, is for the engine to say.
import {
  CHAIN_LENGTH,
  HOLDERS,
  type Holder,
  hash,
  is_same,
  type Link,
  parse_link,
  roll,
  SEATS,
  type Seat,
  type SeatLinks,
  to_text,
} from "./links";

/** Of the JSON twin of a record, what the dice need. A roll tells its seat. */
export interface GameRecord {
  start: string;
  tags: { name: string; value: string }[];
  entries: Entry[];
}
export interface Entry {
  seat?: Seat;
  roll?: number;
  starting_roll?: number;
  move?: string;
  takeback?: number;
  note?: string;
  text?: string;
  comment?: string;
}

export interface Fault {
  code: string; // a key of the catalogue
  arguments: Record<string, string | number>;
  entry: number; // from 1; 0 for a tag
}

/** A roll that is right. */
interface Checked {
  entry: number;
  number: number;
  seat: Seat;
  pip: number;
  is_starting: boolean;
  givers: Seat[]; // of links
}
export interface Report {
  table: string;
  rolls: Checked[];
  seats: Seat[]; // that play
  /** The rolls to which a seat gave no link; nothing where the seat has no chain. */
  without: Partial<Record<Seat, number>>;
}

export type Verdict = { report: Report; faults?: never } | { faults: Fault[]; report?: never };

const MOST_FAULTS = 1000;

interface Told {
  holder: Holder;
  number: number; // of the chains of this holder, from 1
  tip: Link;
  last: Link;
  uses: number;
  links: Link[]; // from the first one, once they are known
}
interface Roll {
  entry: number;
  seat: Seat;
  pip: number;
  is_starting: boolean;
  used: { chain: Told; link: number }[];
}

/** Either all dice are right, or all faults of the first kind that has any are told. */
export function verify(record: GameRecord): Verdict {
  const faults: Fault[] = [];
  const tell = (code: string, entry: number, args: Fault["arguments"] = {}) => {
    if (faults.length < MOST_FAULTS) faults.push({ code, entry, arguments: args });
  };

  const dice = record.tags.find(({ name }) => name === "Dice")?.value ?? "";
  if (!/^chains( |$)/.test(dice)) {
    tell("fair.no_chains", 0);
    return { faults };
  }
  const table = dice.slice("chains ".length);
  const chains = read_tags(record, table, tell);
  if (faults.length > 0) return { faults };

  const rolls = read_play(record.entries, chains, tell);
  if (faults.length > 0) return { faults };

  const all = HOLDERS.flatMap((holder) => chains[holder]);
  for (const chain of all) check_length(chain, tell);
  if (faults.length > 0) return { faults };

  for (const chain of all) follow(chain, tell);
  if (faults.length === 0) check_server(chains.S, tell);
  if (faults.length > 0) return { faults };

  rolls.forEach((one, i) => {
    check_die(one, i + 1, table, tell);
  });
  if (faults.length > 0) return { faults };
  return { report: report_of(record, table, chains, rolls) };
}

type Tell = (code: string, entry: number, args?: Fault["arguments"]) => void;
type Chains = Record<Holder, Told[]>;

/** The seats that play, by the position at the start. */
function seats_of(start: string): Seat[] {
  return SEATS.filter((seat) => start.split(" ").some((field) => field.startsWith(`${seat}:`)));
}

function read_tags(record: GameRecord, table: string, tell: Tell): Chains {
  const chains: Chains = { S: [], R: [], Y: [], B: [], G: [] };
  if (!/^[^ ]+$/.test(table)) {
    const { value } = record.tags.find(({ name }) => name === "Dice") ?? { value: "" };
    tell("fair.bad_table", 0, { text: value });
  }
  const holders: readonly string[] = ["S", ...seats_of(record.start)];
  for (const { name, value } of record.tags) {
    const [word, whose = "", ...rest] = name.split(" ");
    if (word !== "Chain") continue;
    if (!holders.includes(whose) || rest.length > 0) {
      tell("fair.chain_holder", 0, { tag: name });
      continue;
    }
    const [tip, last, ...more] = value.split(" ").map(parse_link);
    if (!tip || !last || more.length > 0) {
      tell("fair.bad_chain", 0, { tag: name });
      continue;
    }
    const holder = whose as Holder;
    const number = chains[holder].length + 1;
    chains[holder].push({ holder, number, tip, last, uses: 0, links: [] });
  }
  // … turn sixes die order
  if (record.start.split(" ").at(-2) !== "-") tell("fair.start_waits", 0);
  return chains;
}

const PROOF = /^S( R)?( Y)?( B)?( G)?$/;

function read_play(entries: readonly Entry[], chains: Chains, tell: Tell): Roll[] {
  const rolls: Roll[] = [];
  const in_force: Record<Holder, number> = { S: 0, R: 0, Y: 0, B: 0, G: 0 };
  let is_open = false; // the last roll waits for its proof

  const close = () => {
    const last = rolls.at(-1);
    if (is_open && last) {
      tell("fair.proof_missing", last.entry, { roll: rolls.length, seat: last.seat });
    }
    is_open = false;
  };

  const prove = (text: string, entry: number) => {
    const number = rolls.length;
    if (!is_open) return tell("fair.proof_twice", entry, { roll: number });
    is_open = false;
    if (!PROOF.test(text)) return tell("fair.bad_proof", entry, { roll: number, text });
    for (const holder of text.split(" ") as Holder[]) {
      const chain = chains[holder][in_force[holder]];
      if (chain) {
        chain.uses += 1;
        rolls.at(-1)?.used.push({ chain, link: chain.uses });
      } else {
        tell("fair.proof_without_chain", entry, { roll: number, seat: holder });
      }
    }
  };

  const replace = (text: string, entry: number) => {
    close();
    if (!(HOLDERS as readonly string[]).includes(text)) {
      return tell("fair.bad_chain_note", entry, { text });
    }
    const holder = text as Holder;
    const old = chains[holder][in_force[holder]];
    if (!old || !chains[holder][in_force[holder] + 1]) {
      return tell("fair.chain_missing", entry, { seat: holder });
    }
    if (holder === "S" && old.uses < CHAIN_LENGTH) tell("fair.chain_early", entry, about(old));
    in_force[holder] += 1;
  };

  for (const [i, one] of entries.entries()) {
    const entry = i + 1;
    const pip = one.roll ?? one.starting_roll;
    if (pip !== undefined) {
      close();
      if (!one.seat) {
        tell("web.fair.no_seat", entry, { roll: rolls.length + 1 });
        return rolls;
      }
      const is_starting = one.starting_roll !== undefined;
      rolls.push({ entry, seat: one.seat, pip, is_starting, used: [] });
      is_open = true;
    } else if (one.note === "proof") {
      prove(one.text ?? "", entry);
    } else if (one.note === "chain") {
      replace(one.text ?? "", entry);
    } else if (one.takeback !== undefined) {
      close();
      tell("fair.takeback", entry);
    } else if (one.move !== undefined) {
      close();
    }
  }
  close();
  return rolls;
}

function about({ holder, number, uses }: Told): Fault["arguments"] {
  return { seat: holder, number, links: uses };
}

function check_length(chain: Told, tell: Tell): void {
  if (chain.uses === 0) tell("fair.chain_unused", 0, about(chain));
  if (chain.uses > CHAIN_LENGTH) tell("fair.chain_too_long", 0, about(chain));
}

/** From the last link back to the tip. */
function follow(chain: Told, tell: Tell): void {
  let link = chain.last;
  for (let i = 0; i < chain.uses; ++i) {
    chain.links.unshift(link);
    link = hash(link);
  }
  if (!is_same(link, chain.tip)) tell("fair.chain_broken", 0, about(chain));
}

/** Of an earlier chain everybody knows the links. */
function check_server(chains: readonly Told[], tell: Tell): void {
  const known = new Set<string>();
  for (const chain of chains) {
    const links = [chain.tip, ...chain.links].map(to_text);
    if (links.some((link) => known.has(link))) tell("fair.chain_again", 0, about(chain));
    for (const link of links) known.add(link);
  }
}

function check_die(one: Roll, number: number, table: string, tell: Tell): void {
  const links: SeatLinks = {};
  let server: Link | undefined;
  for (const { chain, link } of one.used) {
    if (chain.holder === "S") server = chain.links[link - 1];
    else links[chain.holder] = chain.links[link - 1];
  }
  if (!server) throw new Error("A proof names the server first.");
  const expected = roll(server, table, number, one.seat, links);
  if (one.pip === expected) return;
  tell("fair.wrong_die", one.entry, { roll: number, seat: one.seat, pip: one.pip, expected });
}

function report_of(
  record: GameRecord,
  table: string,
  chains: Chains,
  rolls: readonly Roll[],
): Report {
  const checked = rolls.map(({ entry, seat, pip, is_starting, used }, i) => ({
    entry,
    number: i + 1,
    seat,
    pip,
    is_starting,
    givers: used.map(({ chain }) => chain.holder).filter((holder) => holder !== "S"),
  }));
  const without: Report["without"] = {};
  for (const seat of SEATS) {
    if (chains[seat].length === 0) continue;
    without[seat] = checked.filter(({ givers }) => !givers.includes(seat)).length;
  }
  return { table, rolls: checked, seats: seats_of(record.start), without };
}
