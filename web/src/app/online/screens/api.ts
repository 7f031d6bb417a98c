// What the page asks the server over HTTP, as programs do; the conversation of a table goes over the
// socket. Everything throws `NoAnswer` where there is no such server or it cannot be reached.
import type { Argument, TableState, Welcome } from "../../../wire/messages";
import { device_key, token_of } from "../device";
import { type Trouble, trouble_of } from "../table.svelte";

const BASE = "/api/v1";
const PATIENCE_MS = 10_000;

/** Why there is none, where the server has said so; `status` is that of HTTP, 0 without a response. */
export class NoAnswer extends Error {
  constructor(
    readonly trouble: Trouble | null,
    readonly status = 0,
  ) {
    super(trouble?.code ?? "no answer");
  }
}

export interface Membership {
  table: string; // its code
  is_over: boolean;
  joined_unix_s: number;
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(BASE + path, {
      method,
      headers: {
        Authorization: `Bearer ${token_of(device_key())}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    throw new NoAnswer(null);
  }
  if (response.ok) return response;
  const refused = (await response.json().catch(() => null)) as {
    code?: unknown;
    arguments?: Argument[];
  } | null;
  const { status } = response;
  if (typeof refused?.code !== "string") throw new NoAnswer(null, status);
  const trouble = trouble_of({ code: refused.code, arguments: refused.arguments ?? [] });
  throw new NoAnswer(trouble, status);
}

async function json<T>(response: Promise<Response>): Promise<T> {
  try {
    return (await (await response).json()) as T;
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer(null);
  }
}

/** The tables at which this person sits or sat, latest first. */
export async function my_tables(): Promise<Membership[]> {
  const { tables } = await json<{ tables?: Membership[] }>(ask("GET", "/me/tables"));
  if (!Array.isArray(tables)) throw new NoAnswer(null);
  return tables.sort((a, b) => b.joined_unix_s - a.joined_unix_s);
}

export interface Told {
  state: TableState;
  waited_ms: number; // since the clock of whoever is on turn began to run
}

export async function table_of(code: string): Promise<Told> {
  const { table, clock_ms } = await json<Welcome>(ask("GET", `/tables/${code}`));
  if (!table) throw new NoAnswer(null);
  return { state: table, waited_ms: Math.max(0, clock_ms - table.since_ms) };
}

/** Of a game that has begun. */
export async function record_of_table(code: string): Promise<string> {
  const response = await ask("GET", `/tables/${code}/record`);
  return response.text().catch(() => {
    throw new NoAnswer(null);
  });
}

/** Likewise; null where the server has no such table. */
export async function kept_record(code: string): Promise<string | null> {
  try {
    return await record_of_table(code);
  } catch (error) {
    if (error instanceof NoAnswer && error.status === 404) return null;
    throw error;
  }
}

export const SCOPES = ["read", "play", "create"] as const;
export type Scope = (typeof SCOPES)[number];

/** A token for programs, which is told only now. */
export async function make_token(scopes: readonly Scope[]): Promise<string> {
  const { token } = await json<{ token?: string }>(ask("POST", "/me/tokens", { scopes }));
  if (typeof token !== "string") throw new NoAnswer(null);
  return token;
}

export async function remove_token(token: string): Promise<void> {
  await ask("DELETE", "/me/tokens", { token });
}

/** The path of a feed of one's turns, which is told only now; the one before ends. */
export async function make_feed(): Promise<string> {
  const { path } = await json<{ path?: string }>(ask("POST", "/me/feed", {}));
  if (typeof path !== "string") throw new NoAnswer(null);
  return path;
}

export async function remove_feed(): Promise<void> {
  await ask("DELETE", "/me/feed", {});
}

/** What the browser gives out where it subscribes. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The server's key for calls to one's turn; null where it makes none. */
export async function push_key(): Promise<string | null> {
  try {
    const { key } = await json<{ key?: string }>(ask("GET", "/push"));
    return typeof key === "string" ? key : null;
  } catch (error) {
    if (error instanceof NoAnswer && error.status === 404) return null;
    throw error;
  }
}

export async function subscribe(subscription: Subscription): Promise<void> {
  await ask("POST", "/me/push", subscription);
}

export async function unsubscribe(endpoint: string): Promise<void> {
  await ask("DELETE", "/me/push", { endpoint });
}
