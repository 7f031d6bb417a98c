// The laws of the repository that no compiler sees: check-repository.mjs [ROOT]
// Prints one line a violation, "FILE:LINE: what is wrong", and exits 1 if there was one.
//   - every #include obeys arrows.txt, and so do the folder list and the table of ARCHITECTURE.md
//   - a library says in its README what it is
//   - no file names a folder of one machine, or leaves a mark of unfinished work
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOM_PARENTS = ["libs", "apps"];
const CODE = /\.(hpp|cpp)(\.in)?$/;
const FORBIDDEN = [
  [/(^|[\s"'`=(:])\/(work|root|home|tmp|Users)\//, "names a folder of one machine"],
  [/\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b/, "is a mark of unfinished work"],
];

/** The lines of a text file; none of a binary one. */
function linesOf(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  return text.includes("\0") ? [] : text.split("\n");
}

/** All files that git tracks or would track. */
function filesOf(root) {
  const list = ["-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const names = execFileSync("git", list, { encoding: "utf8", maxBuffer: 1 << 26 }).split("\0");
  return new Set(names.filter((file) => file && existsSync(join(root, file))));
}

/** arrows.txt as a map: room → the rooms it may use. Lower rooms come first. */
function readArrows(root, report) {
  const arrows = new Map();
  linesOf(root, "arrows.txt").forEach((line, index) => {
    const [, room, rest] = /^([a-z]+) *->(.*)$/.exec(line) ?? [];
    if (room) {
      const uses = rest.split(" ").filter(Boolean);
      const up = uses.filter((used) => !arrows.has(used));
      if (up.length) report("arrows.txt", index, `${room} uses ${up}, which is not below it`);
      arrows.set(room, uses);
    } else if (line && !line.startsWith("#")) {
      report("arrows.txt", index, "is neither an arrow nor a comment");
    }
  });
  return arrows;
}

/** The room a file belongs to, or undefined: "libs/dice/src/x.cpp" → "dice". */
function roomOf(file, arrows) {
  const [first, second, inside] = file.split("/");
  if (ROOM_PARENTS.includes(first)) return inside && second;
  return arrows.has(first) ? first : undefined;
}

/** The rooms whose headers a file may include; tests may use testkit and what it uses as well. */
function allowed(file, room, arrows) {
  const forTests = file.includes("/tests/") ? ["testkit", ...(arrows.get("testkit") ?? [])] : [];
  return new Set([room, ...arrows.get(room), ...forTests]);
}

function checkIncludes(file, lines, room, context) {
  const { arrows, headers, files, report } = context;
  const rooms = allowed(file, room, arrows);
  const sources = `${file.split(/\/(?:src|tests)\//)[0]}/src`;
  lines.forEach((line, index) => {
    const [, mark, include] = /^\s*#\s*include\s*([<"])([^>"]+)/.exec(line) ?? [];
    if (!include || (mark === "<" && !headers.has(include))) return;
    const beside = normalize(join(dirname(file), include));
    if (files.has(beside)) {
      if (roomOf(beside, arrows) !== room) report(file, index, `reaches into another room: ${include}`);
    } else if (headers.has(include)) {
      const owner = headers.get(include);
      if (!rooms.has(owner)) report(file, index, `${room} may not use ${owner}: ${include}`);
    } else if (!files.has(`${sources}/${include}`) && !/^(gtest|gmock)\//.test(include)) {
      report(file, index, `no room has this header: ${include}`);
    }
  });
}

/** Rows of a table of rooms say what arrows.txt says: | `libs/dice` | engine | what it is | */
function checkTable(file, lines, arrows, report) {
  lines.forEach((line, index) => {
    const [, folder, uses] = /^\| `((?:engine|libs)\/\w*)` \| ([^|]+) \|/.exec(line) ?? [];
    if (!folder) return;
    const room = roomOf(`${folder}/README.md`, arrows);
    const told = arrows.get(room)?.join(", ") || "nothing";
    if (uses !== told) report(file, index, `${room} uses ${told}, not ${uses}`);
  });
}

/** All violations in the repository at `root`, in the order of the files. */
export function violations(root) {
  const found = [];
  const report = (file, index, what) => found.push(`${file}:${index + 1}: ${what}`);
  const files = filesOf(root);
  const arrows = readArrows(root, report);
  const headers = new Map(); // as it is included → the room that owns it
  for (const file of files) {
    const header = /(?:^|\/)include\/(.+\.hpp)(?:\.in)?$/.exec(file)?.[1];
    if (header) headers.set(header, roomOf(file, arrows));
  }

  const rooms = new Set();
  for (const file of files) {
    const lines = linesOf(root, file);
    for (const [pattern, what] of FORBIDDEN) {
      lines.forEach((line, index) => pattern.test(line) && report(file, index, what));
    }
    if (file === "ARCHITECTURE.md") checkTable(file, lines, arrows, report);
    const room = roomOf(file, arrows);
    if (room === undefined) continue;
    if (!rooms.has(room)) {
      rooms.add(room);
      if (!arrows.has(room)) report(file, 0, `arrows.txt has no room ${room}`);
      const readme = `libs/${room}/README.md`;
      if (file.startsWith("libs/") && !files.has(readme)) report(readme, 0, "is missing");
    }
    if (arrows.has(room) && CODE.test(file)) {
      checkIncludes(file, lines, room, { arrows, headers, files, report });
    }
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = violations(process.argv[2] ?? ".");
  for (const line of found) console.log(line);
  process.exitCode = found.length ? 1 : 0;
}
