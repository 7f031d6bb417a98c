// The line to a server of tables. It stays: what is cut off is dialled again, and a command is kept
// until it has been answered. What it hands on is in order, without gaps or doubles, whatever the
// net does.
import type {
  ClientMessage,
  Done,
  Event,
  Hello,
  Links,
  Matched,
  Presence,
  Refused,
  Said,
  Say,
  ServerMessage,
  TableState,
  Welcome,
} from "./messages";

const PROTOCOL = 1;

/** connecting: for the first time; lost: it was there, and is dialled again; closed: for good. */
export type LineState = "connecting" | "open" | "lost" | "closed";

/** What a command says besides its id. */
export type Command = Without<Extract<ClientMessage, { id: string }>>;
type Without<T> = T extends unknown ? Omit<T, "id"> : never;

/** Whoever is on the line. Called in the order in which the server told it. */
export interface Listener {
  /** `reason` is a key of the catalogue where it is closed, and the arguments of that message. */
  line(state: LineState, reason: Refused | null): void;
  /** The server's clock, told now. */
  clock(clock_ms: number): void;
  /** All there is to know, in place of whatever was known. */
  state(state: TableState): void;
  /** What happened after that; never empty. */
  events(events: Event[]): void;
  presence(presence: Presence): void;
  said(said: Said): void;
  matched(matched: Matched): void;
  /** What a command did, which was answered before, has come to an end: why. */
  withdrawn(refused: Refused): void;
}

/** What a socket does of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export interface Dialling {
  token: string;
  table: string; // its code; empty: none
  dial?: () => Socket;
  random?: () => number; // 0 … 1
}

// The first wait, doubled each time.
const LEAST_WAIT_MS = 200;
const MOST_WAIT_MS = 3000;
const BUSY_WAIT_MS = 5000;
const STABLE_MS = 5000; // so long it is open before the waits begin anew
// A line that tells nothing for so long is asked, and is dead when it does not answer.
const QUIET_MS = 5000;
const ANSWER_MS = 4000;
const DIAL_MS = 8000;
const BUSY = 1013;
// Refusals after which there is no use in asking again.
const FOR_GOOD: ReadonlySet<string> = new Set([
  "tables.protocol",
  "tables.bad_token",
  "tables.no_such_table",
  "tables.damaged",
  "tables.full",
]);

/** Where the page came from. */
export function address_of({ protocol, host }: Pick<Location, "protocol" | "host">): string {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/ws`;
}

function dial_home(): Socket {
  return new WebSocket(address_of(location)) as Socket;
}

/** 22 letters: 132 bits. */
function new_id(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => letters[byte & 63]).join(
    "",
  );
}

interface Waiting {
  text: string;
  answer: (answer: Done | Refused) => void;
}

export class Wire {
  readonly #listener: Listener;
  readonly #hello: Pick<Hello, "token" | "table">;
  readonly #dial: () => Socket;
  readonly #random: () => number;
  readonly #waiting = new Map<string, Waiting>(); // in the order in which they were given
  #socket: Socket | null = null;
  #state: LineState = "connecting";
  #is_welcome = false;
  #last_seq: number | undefined;
  #tries = 0;
  #is_busy = false;
  #reason: Refused | null = null; // why it is closed, unless one has closed it oneself
  #back_off_ms: number | null = null; // as the server wants it
  #timer: ReturnType<typeof setTimeout> | undefined; // to dial again
  #watch: ReturnType<typeof setTimeout> | undefined; // over a line that is dialled or quiet
  #stable: ReturnType<typeof setTimeout> | undefined;

  constructor(
    listener: Listener,
    { token, table, dial = dial_home, random = Math.random }: Dialling,
  ) {
    this.#listener = listener;
    this.#hello = { token, table };
    this.#dial = dial;
    this.#random = random;
    addEventListener("online", this.#hurry);
    addEventListener("pageshow", this.#hurry);
    addEventListener("offline", this.#doubt);
    document.addEventListener("visibilitychange", this.#see);
    this.#connect();
  }

  get state(): LineState {
    return this.#state;
  }

  /** Has its effect once, however often the line is lost. Where the line is closed for good, the
      answer is the reason; never answered where one has closed it oneself. */
  command(command: Command): Promise<Done | Refused> {
    const id = new_id();
    if (this.#reason) return Promise.resolve({ ...this.#reason, id });
    return new Promise((answer) => {
      const text = JSON.stringify({ ...command, id });
      this.#waiting.set(id, { text, answer });
      if (this.#is_welcome) this.#send(text);
    });
  }

  /** For what is of now alone. False: it is not sent, and will not be. */
  tell(message: Say | Links): boolean {
    return this.#is_welcome && this.#send(JSON.stringify(message));
  }

  /** What is known may be wrong: asks for the whole state. */
  ask_anew(): void {
    this.#last_seq = undefined;
    if (this.#is_welcome) this.#greet();
  }

  /** For good. */
  close(): void {
    if (this.#state === "closed") return;
    this.#end(null);
  }

  // ---- dialling

  #connect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drop();
    let socket: Socket;
    try {
      socket = this.#dial();
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    const is_current = () => socket === this.#socket;
    socket.onopen = () => {
      if (is_current()) this.#greet();
    };
    socket.onmessage = ({ data }) => {
      if (is_current()) this.#hear(data);
    };
    socket.onclose = ({ code }) => {
      if (!is_current()) return;
      this.#is_busy = code === BUSY;
      this.#lost();
    };
    socket.onerror = () => {}; // it closes as well
    this.#guard(DIAL_MS, () => this.#lost());
  }

  // Hello, and what has not been answered comes again once it is welcome.
  #greet(): void {
    const hello: Hello = { type: "hello", protocol: PROTOCOL, ...this.#hello };
    if (this.#last_seq !== undefined) hello.last_seq = this.#last_seq;
    this.#is_welcome = false;
    this.#send(JSON.stringify(hello));
    this.#guard(DIAL_MS, () => this.#lost());
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#is_welcome = false;
    clearTimeout(this.#watch);
    clearTimeout(this.#stable);
    socket?.close();
  }

  #lost(): void {
    this.#drop();
    const base = this.#is_busy ? BUSY_WAIT_MS : LEAST_WAIT_MS;
    const most = this.#is_busy ? BUSY_WAIT_MS * 4 : MOST_WAIT_MS;
    const wait_ms = Math.min(base * 2 ** this.#tries, most) * (0.5 + this.#random() / 2);
    ++this.#tries;
    this.#dial_in(Math.max(this.#back_off_ms ?? 0, wait_ms));
    this.#back_off_ms = null;
    this.#is(this.#state === "connecting" ? "connecting" : "lost");
  }

  #dial_in(wait_ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait_ms);
  }

  // The net is there again, or the person is.
  readonly #hurry = (): void => {
    if (this.#state === "closed") return;
    if (this.#timer !== undefined && !this.#is_busy) {
      this.#tries = 0;
      this.#connect();
    } else if (this.#is_welcome) this.#ask();
  };

  readonly #see = (): void => {
    if (!document.hidden) this.#hurry();
  };

  // The browser says that the net is gone: what is still open may hang for minutes.
  readonly #doubt = (): void => {
    if (this.#is_welcome) this.#ask();
  };

  #end(reason: Refused | null): void {
    this.#drop();
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    removeEventListener("pageshow", this.#hurry);
    removeEventListener("offline", this.#doubt);
    document.removeEventListener("visibilitychange", this.#see);
    this.#reason = reason;
    this.#is("closed", reason);
    if (!reason) return;
    for (const id of [...this.#waiting.keys()]) this.#answered({ ...reason, id });
  }

  #is(state: LineState, reason: Refused | null = null): void {
    if (state === this.#state && reason === null) return;
    this.#state = state;
    this.#listener.line(state, reason);
  }

  // ---- talking

  #send(text: string): boolean {
    try {
      this.#socket?.send(text);
      return this.#socket !== null;
    } catch {
      this.#lost();
      return false;
    }
  }

  #ask(): void {
    this.#send('{"type":"ping"}');
    this.#guard(ANSWER_MS, () => this.#lost());
  }

  #guard(ms: number, does: () => void): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(does, ms);
  }

  #hear(data: unknown): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(String(data));
    } catch {
      this.#lost();
      return;
    }
    if (this.#is_welcome) this.#guard(QUIET_MS, () => this.#ask());
    switch (message.type) {
      case "welcome":
        this.#welcomed(message);
        break;
      case "events":
        this.#follow(message.events);
        break;
      case "done":
        this.#answered(message);
        break;
      case "refused":
        this.#refused(message);
        break;
      case "presence":
        this.#listener.presence(message);
        break;
      case "said":
        this.#listener.said(message);
        break;
      case "matched":
        this.#listener.matched(message);
        break;
      case "closing":
        this.#back_off_ms = message.come_back_ms;
        break;
      case "pong":
        this.#listener.clock(message.clock_ms);
        break;
    }
  }

  #welcomed({ clock_ms, table }: Welcome): void {
    this.#is_welcome = true;
    this.#is_busy = false;
    this.#guard(QUIET_MS, () => this.#ask());
    clearTimeout(this.#stable);
    this.#stable = setTimeout(() => {
      this.#tries = 0;
    }, STABLE_MS);
    this.#listener.clock(clock_ms);
    if (table) {
      this.#last_seq = table.seq;
      this.#listener.state(table);
    }
    for (const { text } of [...this.#waiting.values()]) this.#send(text);
    this.#is("open");
  }

  #follow(events: Event[]): void {
    const last = this.#last_seq;
    if (last === undefined) return; // the whole state is on its way
    const fresh = events.filter(({ seq }) => seq > last);
    if (fresh.length === 0) return;
    if (fresh.some(({ seq }, i) => seq !== last + 1 + i)) {
      this.#greet();
      return;
    }
    this.#last_seq = last + fresh.length;
    this.#listener.events(fresh);
  }

  #refused(message: Refused): void {
    if (message.id !== "") {
      this.#answered(message);
    } else if (FOR_GOOD.has(message.code)) {
      this.#end(message);
    } else if (!this.#is_welcome) {
      this.#is_busy = true;
      this.#lost();
    }
  }

  #answered(message: Done | Refused): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (waiting) waiting.answer(message);
    else if (message.type === "refused") this.#listener.withdrawn(message);
  }
}
