// Test vectors of the fair dice, made by a third way: node's own hashes and the words of
// docs/formats/fair-dice.md, and nothing else of this project.
//   node tools/fair-vectors.mjs > docs/formats/fair-dice.vectors.json
import { createHash, createHmac } from "node:crypto";

const CHAIN_LENGTH = 1024;
const SEATS = ["R", "Y", "B", "G"];

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const hmac = (key, message) => createHmac("sha256", key).update(message).digest();
const text = (bytes) => bytes.toString("base64url");
const secretNamed = (name) => sha256(Buffer.from(name));

/** All links of a chain: [tip, link 1, …, link 1024]. */
function chainOf(secret) {
  const links = [sha256(secret)];
  while (links.length <= CHAIN_LENGTH) links.unshift(sha256(links[0]));
  return links;
}

const bigEndian = (value, bytes) => {
  const result = Buffer.alloc(bytes);
  result.writeUInt32BE(value, bytes - 4); // no number here is larger
  return result;
};
const field = (bytes) => Buffer.concat([bigEndian(bytes.length, 4), bytes]);

/** The die, and what it was made of. */
function roll(server, table, number, seat, links, counter = 0) {
  const message = Buffer.concat([
    field(Buffer.from(table)),
    field(bigEndian(number, 8)),
    field(Buffer.from(seat)),
    ...SEATS.map((giver) => field(links[giver] ?? Buffer.alloc(0))),
    field(bigEndian(counter, 4)),
  ]);
  const digest = hmac(server, message);
  const byte = digest.find((candidate) => candidate < 252);
  if (byte === undefined) return roll(server, table, number, seat, links, counter + 1);
  return { message, digest, byte, pip: 1 + (byte % 6) };
}

function textVectors() {
  const bytes = [Buffer.alloc(32), Buffer.alloc(32, 255), Buffer.from([...Array(32).keys()]), secretNamed("text")];
  return bytes.map((link) => ({ hex: link.toString("hex"), text: text(link) }));
}

function badTexts() {
  const good = text(secretNamed("text"));
  const zero = "A".repeat(42);
  return [
    "",
    good.slice(1),
    `${good}A`,
    `${good}=`,
    ` ${good.slice(1)}`,
    `${good.slice(0, 42)}\n`,
    `+${good.slice(1)}`,
    `/${good.slice(1)}`,
    `.${good.slice(1)}`,
    `${zero}B`, // the two bits that no byte holds
    `${zero}C`,
    `${zero}D`,
    `é${good.slice(2)}`,
  ];
}

function chainVectors() {
  return ["chain 1", "chain 2"].map((name) => {
    const secret = secretNamed(name);
    const links = chainOf(secret);
    const told = [1, 2, 31, 32, 33, 512, 1023, 1024];
    return {
      secret: text(secret),
      tip: text(links[0]),
      links: Object.fromEntries(told.map((number) => [number, text(links[number])])),
    };
  });
}

function rollVectors() {
  const link = (name) => secretNamed(`link ${name}`);
  const cases = [
    ["K7M2Q4T8XZ", 1, "R", {}],
    ["K7M2Q4T8XZ", 1, "R", { R: link("R") }],
    ["K7M2Q4T8XZ", 1, "R", { Y: link("R") }],
    ["K7M2Q4T8XZ", 2, "G", { R: link("R"), Y: link("Y"), B: link("B"), G: link("G") }],
    ["K7M2Q4T8XZ", 4096, "B", { B: link("B"), G: link("G") }],
    ["0000000000", 4294967295, "Y", { Y: link("Y") }],
    ["masa-Ş-桌", 7, "Y", { Y: link("Y") }],
  ];
  const all = cases.map(([table, number, seat, links]) => ({ table, number, seat, links, server: link("S") }));
  // One whose first byte is 252 or more, so that a later one decides.
  for (let number = 1; ; ++number) {
    const made = roll(link("S"), "K7M2Q4T8XZ", number, "R", {});
    if (made.digest[0] < 252) continue;
    all.push({ table: "K7M2Q4T8XZ", number, seat: "R", links: {}, server: link("S") });
    break;
  }
  return all.map((one) => {
    const made = roll(one.server, one.table, one.number, one.seat, one.links);
    return {
      table: one.table,
      number: one.number,
      seat: one.seat,
      server: text(one.server),
      links: Object.fromEntries(Object.entries(one.links).map(([seat, link]) => [seat, text(link)])),
      message: made.message.toString("hex"),
      hmac: made.digest.toString("hex"),
      pip: made.pip,
    };
  });
}

/** How often each pip shows when one chain rolls alone, and which are the first. */
function countVector() {
  const secret = secretNamed("count");
  const links = chainOf(secret);
  const pips = links.slice(1).map((link, i) => roll(link, "COUNT", i + 1, "R", {}).pip);
  return {
    secret: text(secret),
    table: "COUNT",
    seat: "R",
    first: pips.slice(0, 24),
    counts: [1, 2, 3, 4, 5, 6].map((pip) => pips.filter((one) => one === pip).length),
  };
}

// ---- records ----

const TABLE = "K7M2Q4T8XZ";
/** Who gives a link to which roll; R commits again before roll 5. */
const GIVERS = ["R", "RB", "RB", "R", "RB", "B", "RB"];
const PLAYED = GIVERS.length;

/** A game of R and B in which nobody can take off: with the secrets called `name`, if they roll so. */
function gameOf(name) {
  const chains = {
    S: [chainOf(secretNamed(`${name} S`))],
    R: [chainOf(secretNamed(`${name} R`)), chainOf(secretNamed(`${name} R again`))],
    B: [chainOf(secretNamed(`${name} B`))],
  };
  const told = { S: [0], R: [0, 0], B: [0] };
  const force = { S: 0, R: 0, B: 0 };
  const entries = [];
  const starting = [];
  let first;
  for (let number = 1; number <= PLAYED; ++number) {
    if (number === 5) {
      force.R = 1;
      entries.push({ note: "chain", text: "R" });
    }
    const next = (who) => chains[who][force[who]][++told[who][force[who]]];
    const server = next("S");
    const links = Object.fromEntries([...GIVERS[number - 1]].map((seat) => [seat, next(seat)]));
    const isStarting = number <= 2;
    const turn = number - 3;
    const seat = isStarting ? "RB"[number - 1] : turn % 2 === 0 ? first : first === "R" ? "B" : "R";
    const { pip } = roll(server, TABLE, number, seat, links);
    if (isStarting) {
      starting.push(pip);
      entries.push({ seat, starting_roll: pip });
      if (number === 2 && starting[0] === starting[1]) return undefined;
      first = starting[0] > starting[1] ? "R" : "B";
    } else {
      if (pip % 2 === 0) return undefined; // the standard rules take off with 2, 4 and 6
      entries.push({ round: 1 + Math.floor(turn / 2), seat, roll: pip, mark: "." });
    }
    entries.push({ note: "proof", text: ["S", ...GIVERS[number - 1]].join(" ") });
  }
  const tag = (who, i) => ({
    name: `Chain ${who}`,
    value: `${text(chains[who][i][0])} ${text(chains[who][i][told[who][i]])}`,
  });
  return {
    format: "aeroplane-record",
    version: 1,
    rules: "standard",
    start: `R:hx4 B:hx4 ${first} 0 - -`,
    tags: [{ name: "Dice", value: `chains ${TABLE}` }, tag("S", 0), tag("R", 0), tag("R", 1), tag("B", 0)],
    entries,
    result: "*",
  };
}

function exampleGame() {
  for (let i = 1; ; ++i) {
    const game = gameOf(`example ${i}`);
    if (game) return game;
  }
}

/** The game after `change`, and what is wrong with it: code, number of the entry, and what else. */
function lies(game) {
  const list = [];
  const lie = (code, entry, change) => {
    const record = structuredClone(game);
    const changed = change(record);
    list.push({ record: changed ?? record, error: { code, entry } });
  };
  const find = (test, nth = 1) => game.entries.findIndex((entry) => test(entry) && --nth === 0);
  const proof = (nth) => find((entry) => entry.note === "proof", nth);
  const rolled = (nth) => find((entry) => entry.roll || entry.starting_roll, nth);
  const again = find((entry) => entry.note === "chain");
  const tag = (record, name, nth = 1) => record.tags.filter((one) => one.name === name)[nth - 1];
  const links = (record, name, nth = 1) => tag(record, name, nth).value.split(" ");
  const other = text(secretNamed("other"));

  lie("fair.no_chains", 0, (record) => void record.tags.shift());
  lie("fair.no_chains", 0, (record) => void (record.tags[0].value = "seed 1 game 0"));
  lie("fair.no_chains", 0, (record) => void (record.tags[0].value = `chain ${TABLE}`));
  lie("fair.bad_table", 0, (record) => void (record.tags[0].value = "chains"));
  lie("fair.bad_table", 0, (record) => void (record.tags[0].value = `chains ${TABLE} more`));
  lie("fair.chain_holder", 0, (record) => void record.tags.push({ name: "Chain", value: `${other} ${other}` }));
  lie("fair.chain_holder", 0, (record) => void record.tags.push({ name: "Chain Y", value: `${other} ${other}` }));
  lie("fair.chain_holder", 0, (record) => void record.tags.push({ name: "Chain s", value: `${other} ${other}` }));
  for (const value of [other, `${other} `, `${other}  ${other}`, `${other} ${other} ${other}`, `${other} ${other}=`]) {
    lie("fair.bad_chain", 0, (record) => void (tag(record, "Chain B").value = value));
  }
  lie("fair.start_waits", 0, (record) => {
    record.entries = [];
    record.start = "R:hx4 B:hx4 R 0 4 -";
  });
  lie("fair.takeback", game.entries.length + 1, (record) => void record.entries.push({ takeback: 1 }));
  lie("fair.proof_missing", rolled(1) + 1, (record) => void record.entries.splice(proof(1), 1));
  lie("fair.proof_missing", rolled(4) + 1, (record) => void record.entries.splice(proof(4), 1));
  lie("fair.proof_missing", rolled(PLAYED) + 1, (record) => void record.entries.splice(proof(PLAYED), 1));
  lie("fair.proof_missing", rolled(4) + 1, (record) => {
    const [note] = record.entries.splice(again, 1);
    record.entries.splice(rolled(4) + 1, 0, note);
  });
  lie("fair.proof_twice", proof(3) + 2, (record) => void record.entries.splice(proof(3), 0, game.entries[proof(3)]));
  for (const value of ["", "S,R", "R", "R S", "S B R", "S R R", "S S", "SR", "S R B more", "S r", "S X"]) {
    lie("fair.bad_proof", proof(2) + 1, (record) => void (record.entries[proof(2)].text = value));
  }
  lie("fair.proof_without_chain", proof(2) + 1, (record) => void (record.entries[proof(2)].text = "S R Y B"));
  lie("fair.bad_chain_note", again + 1, (record) => void (record.entries[again].text = "R B"));
  lie("fair.bad_chain_note", again + 1, (record) => void (record.entries[again].text = ""));
  lie("fair.chain_missing", again + 1, (record) => void record.tags.splice(3, 1));
  lie("fair.chain_missing", again + 1, (record) => void (record.entries[again].text = "B"));
  lie("fair.chain_early", again + 1, (record) => {
    record.entries[again].text = "S";
    record.tags.push({ name: "Chain S", value: `${other} ${other}` });
  });
  lie("fair.chain_unused", 0, (record) => void record.entries.splice(again, 1));
  lie("fair.chain_unused", 0, (record) => void record.tags.push({ name: "Chain B", value: `${other} ${other}` }));
  lie("fair.chain_broken", 0, (record) => {
    const [tip, last] = links(record, "Chain S");
    tag(record, "Chain S").value = `${last} ${tip}`;
  });
  lie("fair.chain_broken", 0, (record) => void (tag(record, "Chain R", 2).value = `${links(record, "Chain R", 2)[0]} ${other}`));
  lie("fair.chain_broken", 0, (record) => void (tag(record, "Chain B").value = `${other} ${links(record, "Chain B")[1]}`));
  lie("fair.chain_broken", 0, (record) => void record.tags.splice(2, 2, game.tags[3], game.tags[2]));
  // One link more, and one less, than were told.
  lie("fair.chain_broken", 0, (record) => void (record.entries[proof(1)].text = "S R B"));
  lie("fair.chain_broken", 0, (record) => void (record.entries[proof(2)].text = "S R"));
  // A link moved from one roll to another: the chain is whole, the dice are not.
  lie("fair.wrong_die", undefined, (record) => {
    record.entries[proof(3)].text = "S R";
    record.entries[proof(4)].text = "S R B";
  });
  lie("fair.wrong_die", undefined, (record) => void (record.tags[0].value = "chains K7M2Q4T8XY"));
  for (let nth = 3; nth <= PLAYED; ++nth) {
    lie("fair.wrong_die", rolled(nth) + 1, (record) => {
      const entry = record.entries[rolled(nth)];
      entry.roll = entry.roll === 1 ? 5 : 1;
    });
  }
  // Where several dice are wrong the first is told; a moved link may by chance change none of them.
  return list.map(({ record, error }) =>
    error.entry === undefined ? { record, error: { code: error.code, entry: firstWrong(record) } } : { record, error },
  );
}

/** The first entry whose die is not what its links say; all else is right in the record. */
function firstWrong(record) {
  const [{ value: dice }] = record.tags;
  const proofs = record.entries.filter((entry) => entry.note === "proof" || entry.note === "chain");
  const chains = {};
  for (const { name, value } of record.tags.slice(1)) {
    const [tip, last] = value.split(" ").map((one) => Buffer.from(one, "base64url"));
    const links = [last];
    while (!links[0].equals(tip)) links.unshift(sha256(links[0]));
    (chains[name.at(-1)] ??= []).push(links);
  }
  const told = {};
  let number = 0;
  let at = 0;
  for (const [i, entry] of record.entries.entries()) {
    const pip = entry.roll ?? entry.starting_roll;
    if (!pip) continue;
    for (; proofs[at].note === "chain"; ++at) {
      chains[proofs[at].text].shift();
      told[proofs[at].text] = 0;
    }
    const used = {};
    for (const who of proofs[at].text.split(" ")) {
      told[who] = (told[who] ?? 0) + 1;
      used[who] = chains[who][0][told[who]];
    }
    ++at;
    const { S: server, ...links } = used;
    if (roll(server, dice.slice("chains ".length), ++number, entry.seat, links).pip !== pip) return i + 1;
  }
  throw new Error("a lie that is none");
}

const game = exampleGame();
const missing = (seat) => GIVERS.filter((givers) => !givers.includes(seat)).length;
const vectors = {
  about: "Test vectors of docs/formats/fair-dice.md, made by: node tools/fair-vectors.mjs",
  texts: textVectors(),
  bad_texts: badTexts(),
  hashes: ["", "abc", "桌"].map((input) => ({ input, sha256: text(sha256(Buffer.from(input))) })),
  derived: ["token", "table K7M2Q4T8XZ chain 1"].map((purpose) => ({
    secret: text(secretNamed("device")),
    purpose,
    result: text(hmac(secretNamed("device"), Buffer.from(purpose))),
  })),
  chain_length: CHAIN_LENGTH,
  chains: chainVectors(),
  rolls: rollVectors(),
  count: countVector(),
  right: {
    record: game,
    report: { table: TABLE, rolls: PLAYED, without: { R: missing("R"), B: missing("B") } },
  },
  wrong: lies(game),
};
// One case a line.
const lines = Object.entries(vectors).map(([name, value]) => {
  const list = Array.isArray(value) ? `[\n  ${value.map((one) => JSON.stringify(one)).join(",\n  ")}\n ]` : JSON.stringify(value);
  return ` ${JSON.stringify(name)}: ${list}`;
});
console.log(`{\n${lines.join(",\n")}\n}`);
