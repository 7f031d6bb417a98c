// Where a game to look at comes from, as the address says: what follows "#/replay/".
//
//   (nothing)            the person chooses
//   now                  the game at the table
//   game/ID              a finished game of this device
//   r/PAYLOAD            a record in the link itself
//
// Each but the first may go on with "/ENTRY", the moment at which it opens; without it a game opens
// at its start, and that at the table where it has got to.

export type Source =
  | { kind: "none" }
  | { kind: "now"; entry: number }
  | { kind: "game"; id: string; entry: number }
  | { kind: "link"; payload: string; entry: number };

export function source_of(rest: string): Source {
  const [kind, ...parts] = rest.split("/");
  const last = kind === "now" ? parts[0] : parts[1];
  const told = /^\d{1,7}$/.test(last ?? "") ? Number(last) : null;
  const entry = told ?? 0;
  if (kind === "now") return { kind: "now", entry: told ?? Number.MAX_SAFE_INTEGER };
  if (kind === "game" && parts[0]) return { kind, id: parts[0], entry };
  if (kind === "r" && parts[0]) return { kind: "link", payload: parts[0], entry };
  return { kind: "none" };
}

/** The address of a record in a link, after "#/replay/". */
export function rest_of_link(payload: string, entry: number): string {
  return `r/${payload}${entry > 0 ? `/${entry}` : ""}`;
}
