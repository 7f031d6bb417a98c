// A server of tables that is none: it answers as one would, with what a scene wants it to say. For
// pictures and layouts; whether a game goes well is tested against the real one.
import type { Page } from "playwright-core";
import type { ClientMessage, SeatState, ServerMessage, TableState } from "../../src/wire/messages";

export const CODE = "K7M2Q4T8XZ";

export interface Told {
  table?: TableState; // that there is; without it there is no such table
  after?: ServerMessage[]; // is told once the table has been
  tables?: { table: string; is_over: boolean; joined_unix_s: number }[];
  record?: string;
}

const CLOCK_MS = 9_000_000;

export function seat(seat: SeatState["seat"], more: Partial<SeatState> = {}): SeatState {
  const is_here = more.name !== undefined;
  const nobody = { name: "", bot: "", is_yours: false, is_bot_playing: false, tip: "" };
  return { seat, ...nobody, is_here, ...more };
}

/** A table of four where people are awaited. */
export function waiting(seats: SeatState[], more: Partial<TableState> = {}): TableState {
  return {
    code: CODE,
    settings: {
      rules: "standard",
      chairs: seats.map(({ seat, bot }) => ({ seat, bot })),
      pace: "live",
      seconds: 60,
    },
    phase: "waiting",
    seats,
    seq: 1 + seats.filter(({ name }) => name !== "").length,
    ply: 0,
    number: 1,
    server_link: "A".repeat(43),
    last_links: [],
    starting: [],
    since_ms: CLOCK_MS - 3 * 3_600_000,
    record: "",
    hash: "",
    next_table: "",
    watching: 0,
    ...more,
  };
}

const served = new WeakMap<Page, Told>();

/** Answers the sockets and requests of the page from now on. */
export async function serve_tables(page: Page, told: Told): Promise<void> {
  const is_first = !served.has(page);
  served.set(page, told);
  if (!is_first) return;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const tell = (message: ServerMessage) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as ClientMessage;
      if (message.type === "hello") greet(message.table, tell, served.get(page) ?? {});
      else if (message.type === "ping") tell({ type: "pong", clock_ms: CLOCK_MS });
      else if ("id" in message) tell({ type: "done", id: message.id, seq: 0, table: CODE });
    });
  });
  await page.route("**/api/v1/**", (route) => {
    const { table, tables = [], record = "" } = served.get(page) ?? {};
    const path = new URL(route.request().url()).pathname;
    if (path.endsWith("/me/tables")) return route.fulfill({ json: { tables } });
    if (path.endsWith("/record")) return route.fulfill({ body: record });
    return route.fulfill({
      json: { type: "welcome", protocol: 1, version: "", clock_ms: CLOCK_MS, table },
    });
  });
}

function greet(code: string, tell: (message: ServerMessage) => void, told: Told): void {
  const welcome = { type: "welcome", protocol: 1, version: "", clock_ms: CLOCK_MS } as const;
  if (code === "") tell(welcome);
  else if (told.table) tell({ ...welcome, table: told.table });
  else tell({ type: "refused", id: "", code: "tables.no_such_table", arguments: [] });
  for (const message of told.after ?? []) tell(message);
}

const GAMES = [
  { table: CODE, is_over: false, joined_unix_s: 1_780_000_000 },
  { table: "4T8XZK7M2Q", is_over: true, joined_unix_s: 1_779_000_000 },
];
const AYSE = seat("R", { name: "Ayşe" });
const DENIZ = seat("B", { name: "Deniz", is_yours: true });
const BOT = seat("Y", { bot: "greedy" });
const LONG = "W".repeat(20);

/** What people see who have played online before. */
export const DENIZ_KNOWN = { "online.name": "Deniz" };

export const ROOMS: Record<string, Told> = {
  none: {},
  mine: { tables: GAMES, table: waiting([AYSE, DENIZ]) },
  guest: { table: waiting([AYSE, BOT, seat("B"), seat("G")], { watching: 1 }) },
  host: {
    table: waiting([AYSE, seat("Y", { name: LONG, is_here: false }), DENIZ, seat("G")], {
      watching: 2,
    }),
    after: [{ type: "said", seat: "R", phrase: "take_your_time" }],
  },
  days: {
    table: waiting([seat("R"), BOT, DENIZ], {
      settings: {
        rules: "standard,planes=2,jump=off",
        chairs: [],
        pace: "days",
        seconds: 3 * 86_400,
      },
    }),
  },
};
