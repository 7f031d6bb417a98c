import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parse_link, to_text } from "../../../fair/links";
import { text } from "../../../text/text.svelte";
import type { SeatState, TableState } from "../../../wire/messages";
import { use_door } from "../../door";
import { real_door } from "../../replay/door.fixture";
import { settings } from "../../settings.svelte";
import Ask from "../../shell/Ask.svelte";
import { toasts } from "../../shell/toasts.svelte";
import { keep, load } from "../../storage";
import { token_of } from "../device";
import Around from "./Around.svelte";
import { call_back } from "./attention";
import DeviceKey from "./DeviceKey.svelte";
import { remember_name } from "./me";
import Room from "./Room.svelte";
import Talk from "./Talk.svelte";
import Tokens from "./Tokens.svelte";
import { want_seats } from "./wanted";

const CODE = "K7M2Q4T8XZ";

beforeAll(async () => {
  use_door(await real_door());
  await text.speak("en");
  await text.whole();
});
beforeEach(() => {
  localStorage.clear();
  location.hash = `#/t/${CODE}`;
});
afterEach(() => {
  cleanup();
  for (const { id } of toasts.list) toasts.close(id);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function seat(seat: SeatState["seat"], more: Partial<SeatState> = {}): SeatState {
  const nobody = { name: "", bot: "", is_yours: false, is_bot_playing: false, tip: "" };
  return { seat, ...nobody, is_here: true, ...more };
}

function state(seats: SeatState[], more: Partial<TableState> = {}): TableState {
  return {
    code: CODE,
    settings: { rules: "standard", chairs: [], pace: "live", seconds: 60 },
    phase: "waiting",
    seats,
    ...{ seq: 1, ply: 0, number: 1, server_link: "", last_links: [], starting: [], since_ms: 0 },
    ...{ record: "", hash: "", next_table: "", watching: 0 },
    ...more,
  };
}

/** What a room is shown, and what is asked of it. */
function table(of: TableState | null, more: object = {}) {
  const done = () => Promise.resolve(true);
  return {
    code: CODE,
    line: "open" as const,
    reason: null,
    state: of,
    yours: of?.seats.filter(({ is_yours }) => is_yours) ?? [],
    problem: null,
    is_waiting: false,
    said: [],
    sit: vi.fn(done),
    stand: vi.fn(done),
    start: vi.fn(done),
    say: vi.fn(),
    ...more,
  };
}

const AYSE = seat("R", { name: "Ayşe" });
const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("the room", () => {
  it("seats whoever comes with one press when the name is known", async () => {
    remember_name("Deniz");
    const shown = table(state([AYSE, seat("Y", { bot: "greedy" }), seat("B")]));
    render(Room, { table: shown });
    expect(screen.getByText("2 of 3 seats are taken.")).toBeTruthy();
    await fireEvent.click(button("Sit down as Deniz"));
    expect(shown.sit).toHaveBeenCalledExactlyOnceWith([{ seat: "B", name: "Deniz" }]);
  });

  it("asks for a name first, and remembers it", async () => {
    const shown = table(state([AYSE, seat("Y"), seat("B")]));
    render(Room, { table: shown });
    await fireEvent.click(button("Sit on Blue"));
    expect(shown.sit).not.toHaveBeenCalled();
    expect(screen.getByText("Type a name first.").getAttribute("role")).toBe("alert");
    const field = screen.getByRole("textbox", { name: "Your name" });
    expect(document.activeElement).toBe(field);
    await fireEvent.input(field, { target: { value: " Deniz " } });
    await fireEvent.click(button("Sit on Blue"));
    expect(shown.sit).toHaveBeenCalledExactlyOnceWith([{ seat: "B", name: "Deniz" }]);
    expect(load("online.name")).toBe("Deniz");
  });

  it("seats at once whoever made the table", async () => {
    want_seats(CODE, [{ seat: "R", name: "Ayşe" }]);
    const shown = table(state([seat("R"), seat("B")]));
    render(Room, { table: shown });
    await tick();
    expect(shown.sit).toHaveBeenCalledExactlyOnceWith([{ seat: "R", name: "Ayşe" }]);
  });

  it("lets who sits stand up, start, and bring another person of this device", async () => {
    const shown = table(state([seat("R", { name: "Ayşe", is_yours: true }), seat("Y"), seat("B")]));
    render(Room, { table: shown });
    const list = screen.getByRole("list", { name: "Who sits where" });
    expect(within(list).getAllByRole("listitem")[0]?.textContent).toMatch(/Red:.*Ayşe\s+you/);
    await fireEvent.click(button("Stand up from Red"));
    expect(shown.stand).toHaveBeenCalledExactlyOnceWith("R");
    await fireEvent.click(button("Start now"));
    expect(shown.start).toHaveBeenCalledOnce();
    const name = screen.getByRole("textbox", { name: "Name of the other player", hidden: true });
    await fireEvent.input(name, { target: { value: "Deniz" } });
    await fireEvent.click(screen.getByText("Take the next free seat"));
    expect(shown.sit).toHaveBeenCalledExactlyOnceWith([{ seat: "Y", name: "Deniz" }]);
    expect(load("online.name")).toBeNull(); // it is another one's
  });

  it("lets who sits start where all seats are taken and somebody has not come", async () => {
    const seats = [seat("R", { name: "Ayşe", is_yours: true }), seat("B", { name: "Deniz" })];
    const shown = table(state(seats));
    const { rerender } = render(Room, { table: shown });
    expect(document.body.textContent).toContain(
      "If you start now, it does not wait for whoever is still missing.",
    );
    await fireEvent.click(button("Start now"));
    expect(shown.start).toHaveBeenCalledOnce();
    await rerender({ table: table(state(seats, { phase: "starting" })) });
    expect(screen.queryByRole("button", { name: "Start now" })).toBeNull();
    await rerender({ table: table(state([AYSE, seat("B", { name: "Deniz" })])) });
    expect(screen.queryByRole("button", { name: "Start now" })).toBeNull();
  });

  it("tells the code letter by letter, the rules and the time in words", () => {
    render(Room, { table: table(state([AYSE, seat("B")])) });
    expect(screen.getByText("K 7 M 2 Q 4 T 8 X Z")).toBeTruthy();
    expect(screen.getByText("Standard")).toBeTruthy();
    expect(document.body.textContent).toContain("60 seconds for each roll and each move");
  });

  it("says why the server would not, and why a table cannot be opened", () => {
    const taken = { code: "tables.name_taken", arguments: { name: "Ayşe" } };
    render(Room, { table: table(state([AYSE, seat("B")]), { problem: taken }) });
    expect(screen.getByRole("alert").textContent).toBe(
      "Somebody at this table is called “Ayşe” already, or nearly so.",
    );
    cleanup();
    const gone = { code: "of.a_newer_server", arguments: {} };
    render(Room, { table: table(null, { line: "closed", reason: gone }) });
    expect(screen.getByRole("heading").textContent).toBe("This table cannot be opened");
    expect(screen.getByRole("alert").textContent).toContain("(of.a_newer_server)");
  });

  it("says that there is no server only to whoever has waited", async () => {
    vi.useFakeTimers();
    render(Room, { table: table(null, { line: "connecting" }) });
    const status = screen.getByRole("status");
    expect(status.textContent).toBe("Connecting to the table…");
    await vi.advanceTimersByTimeAsync(6000);
    expect(status.textContent).toContain("There is no answer from a server.");
    vi.useRealTimers();
  });

  it("shows who rolls what for the first turn, and offers no seats any more", () => {
    const starting = [{ seat: "R", pip: 5 }] as TableState["starting"];
    const seats = [seat("R", { name: "Ayşe", is_yours: true }), seat("B", { bot: "greedy" })];
    render(Room, { table: table(state(seats, { phase: "starting", starting })) });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Who begins?");
    expect(screen.getByText("last roll 5")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Stand up from Red" })).toBeNull();
  });
});

describe("talk at the table", () => {
  const said = [
    { key: 1, seat: "R" as const, phrase: "good_luck" as const },
    { key: 2, seat: "" as const, phrase: "heart" as const },
  ];

  it("is heard with who says it, unless one does not want it", async () => {
    const shown = { said, state: state([AYSE]), say: vi.fn() };
    render(Talk, { table: shown });
    const lines = within(screen.getByRole("log")).getAllByRole("listitem");
    expect(lines.map((line) => line.textContent?.replace(/\s+/g, " ").trim())).toEqual([
      "Ayşe: 🍀 Good luck!",
      "Somebody watching: ❤️ Heart",
    ]);
    settings.show_phrases = false;
    await tick();
    expect(within(screen.getByRole("log")).queryAllByRole("listitem")).toEqual([]);
    settings.show_phrases = true;
  });

  it("is set phrases, one at a time", async () => {
    const shown = { said: [], state: state([AYSE]), say: vi.fn() };
    render(Talk, { table: shown });
    await fireEvent.click(button("Say something"));
    await fireEvent.click(button("Applause"));
    expect(shown.say).toHaveBeenCalledExactlyOnceWith("clap");
    expect((button("Say something") as HTMLButtonElement).disabled).toBe(true);
  });
});

describe("around the game", () => {
  it("everybody comes along to the rematch", async () => {
    const before = { state: state([AYSE], { phase: "over" }), yours: [AYSE] };
    const { rerender } = render(Around, { table: before, is_your_turn: false });
    expect(location.hash).toBe(`#/t/${CODE}`);
    const after = { ...before, state: state([AYSE], { phase: "over", next_table: "0123456789" }) };
    await rerender({ table: after });
    expect(location.hash).toBe("#/t/0123456789");
  });

  it("an old table shows the way to the next, and does not push", () => {
    const old = { state: state([AYSE], { phase: "over", next_table: "0123456789" }), yours: [] };
    render(Around, { table: old, is_your_turn: false });
    expect(location.hash).toBe(`#/t/${CODE}`);
    toasts.list[0]?.action?.run();
    expect(location.hash).toBe("#/t/0123456789");
  });

  it("whoever finds no seat is told", () => {
    render(Around, { table: { state: state([AYSE]), yours: [] }, is_your_turn: false });
    expect(toasts.list.map(({ text }) => text)).toEqual([
      "Every seat is taken, so you are watching.",
    ]);
  });
});

describe("whoever looks elsewhere", () => {
  it("is called by the title until they are back", () => {
    const focus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
    document.title = "Red’s turn";
    call_back("It is your turn");
    expect(document.title).toBe("● It is your turn");
    focus.mockReturnValue(true);
    dispatchEvent(new Event("focus"));
    expect(document.title).toBe("Red’s turn");
  });

  it("gets a message of the system where that is allowed", () => {
    const shown = vi.fn();
    class Message {
      static permission = "granted";
      close = vi.fn();
      constructor(title: string, more: { body: string }) {
        shown(title, more.body);
      }
    }
    vi.stubGlobal("Notification", Message);
    vi.spyOn(document, "hasFocus").mockReturnValue(false);
    call_back("It is your turn")();
    expect(shown).toHaveBeenCalledExactlyOnceWith("Aeroplane Chess", "It is your turn");
  });

  it("is not called while looking", () => {
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    document.title = "Red’s turn";
    call_back("It is your turn");
    expect(document.title).toBe("Red’s turn");
  });
});

describe("the key of the device", () => {
  it("is shown, and another one is taken only when it is one", async () => {
    render(DeviceKey);
    await fireEvent.click(button("Take the key to another device"));
    const key = load<string>("device") ?? "";
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(screen.getByText(key)).toBeTruthy();
    await fireEvent.click(button("Close"));
    await fireEvent.click(button("Use a key from another device"));
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: `${key}x` } });
    await fireEvent.click(button("Use it"));
    expect(screen.getByRole("alert").textContent).toBe("That is not a valid key.");
    expect(load("device")).toBe(key);
  });

  it("is shown as text alone: a camera would send it to a search engine", async () => {
    render(DeviceKey);
    await fireEvent.click(button("Take the key to another device"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(document.querySelector(".qr, svg[role=img]")).toBeNull();
    expect(button("Save as a file")).toBeTruthy();
    expect(button("Copy")).toBeTruthy();
  });
});

describe("tokens for programs", () => {
  const KEY = to_text(new Uint8Array(32).fill(7));
  const OTHER = to_text(new Uint8Array(32).fill(8));
  const TOKEN = { token: "aero_1", scopes: ["read"] };
  const as_key = (key: string) => `Bearer ${token_of(parse_link(key) ?? new Uint8Array())}`;

  function server(answer: () => Response) {
    const asked = vi.fn((_path: string, _how: RequestInit) => Promise.resolve(answer()));
    vi.stubGlobal("fetch", asked);
    return () =>
      asked.mock.calls.map(([path, { method, headers, body }]) => ({
        asked: `${method} ${path}`,
        by: (headers as Record<string, string>).Authorization,
        body: JSON.parse(String(body)),
      }));
  }
  const revoked = [
    { asked: "DELETE /api/v1/me/tokens", by: as_key(KEY), body: { token: "aero_1" } },
  ];
  const refusal = (code: string) => () =>
    new Response(JSON.stringify({ code, arguments: [] }), { status: 404 });

  beforeEach(() => {
    keep("device", KEY);
    keep("online.tokens", [TOKEN]);
  });

  it("are revoked by the old key when another one takes its place", async () => {
    const calls = server(() => new Response("{}"));
    render(Ask);
    render(DeviceKey);
    await fireEvent.click(button("Use a key from another device"));
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: OTHER } });
    await fireEvent.click(button("Use it"));
    await fireEvent.click(button("Replace"));
    await vi.waitFor(() => expect(load("device")).toBe(OTHER));
    expect(calls()).toEqual(revoked);
    expect(load("online.tokens")).toBeNull();
  });

  it("are forgotten with the key, and taken from the screen, though no server hears of it", async () => {
    const calls = server(() => {
      throw new TypeError("no network");
    });
    render(Ask);
    render(Tokens);
    render(DeviceKey);
    expect(screen.getByText("aero_1")).toBeTruthy();
    await fireEvent.click(button("Delete the key"));
    await fireEvent.click(button("Delete"));
    await vi.waitFor(() => expect(load("device")).toBeNull());
    expect(calls()).toEqual(revoked);
    expect(load("online.tokens")).toBeNull();
    expect(screen.queryByText("aero_1")).toBeNull();
  });

  it("go from the list when the server knows none of that name, and for no other refusal", async () => {
    server(refusal("server.busy"));
    render(Tokens);
    await fireEvent.click(button("Revoke token 1"));
    await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toContain("too busy"));
    expect(load("online.tokens")).toEqual([TOKEN]);
    server(refusal("server.no_api_token"));
    await fireEvent.click(button("Revoke token 1"));
    await vi.waitFor(() => expect(load("online.tokens")).toEqual([]));
    expect(screen.queryByText("aero_1")).toBeNull();
    expect(screen.queryByText("You have no such token.")).toBeNull();
  });
});
