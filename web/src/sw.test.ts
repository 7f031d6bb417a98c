// What the service worker does when it is called, and when a person presses what it shows.
import { beforeEach, expect, test, vi } from "vitest";
import { words } from "../vite/worker";

type Listener = (event: object) => void;
const listeners: Record<string, Listener> = {};
const shown: { title: string; options: NotificationOptions }[] = [];
const windows: { url: string; focus: () => Promise<void> }[] = [];
const opened: string[] = [];
let language: string | undefined;

const worker = {
  registration: {
    scope: "https://page.example/",
    showNotification: async (title: string, options: NotificationOptions) => {
      shown.push({ title, options });
    },
  },
  clients: {
    matchAll: async () => windows,
    openWindow: async (address: string) => opened.push(address),
  },
  addEventListener: (kind: string, listener: Listener) => {
    listeners[kind] = listener;
  },
};

beforeEach(async () => {
  for (const list of [shown, windows, opened]) list.length = 0;
  language = undefined;
  vi.stubGlobal("self", worker);
  vi.stubGlobal("VERSION_OF_THE_PAGE", "0");
  vi.stubGlobal("WORDS_OF_THE_PAGE", words());
  vi.stubGlobal("caches", {
    open: async (name: string) => ({
      match: async (address: string) => {
        expect([name, address]).toEqual(["aeroplane-language", "./language"]);
        return language === undefined ? undefined : new Response(language);
      },
    }),
  });
  vi.resetModules();
  // @ts-expect-error: a script, as service workers are, and no module
  await import("./sw");
});

/** Fires it, and waits as long as the browser would keep the worker awake. */
async function fire(kind: string, event: object): Promise<void> {
  let done: Promise<unknown> | undefined;
  listeners[kind]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) });
  await done;
}

const pushed = (data: unknown) => fire("push", { data: { json: () => data } });

test.each([
  ["tr", "Sıra sende", "Masa K7M2Q4T8XZ · Kırmızı"],
  ["zh", "轮到你了", "棋桌 K7M2Q4T8XZ · 红方"],
  ["en", "It is your turn", "Table K7M2Q4T8XZ · Red"],
  ["pseudo", "It is your turn", "Table K7M2Q4T8XZ · Red"],
  [undefined, "It is your turn", "Table K7M2Q4T8XZ · Red"],
])("a call is said in the language of the page: %s", async (spoken, title, body) => {
  language = spoken;
  await pushed({ table: "K7M2Q4T8XZ", seat: "R" });
  expect(shown).toHaveLength(1);
  expect(shown[0]?.title).toBe(title);
  expect(shown[0]?.options).toMatchObject({
    body,
    data: { table: "K7M2Q4T8XZ" },
    tag: "turn K7M2Q4T8XZ",
    renotify: true,
  });
});

test("whatever came, something is shown", async () => {
  await fire("push", { data: null });
  await fire("push", {
    data: {
      json: () => {
        throw new SyntaxError("no JSON");
      },
    },
  });
  await pushed({ table: "K7M2Q4T8XZ", seat: "X" });
  expect(shown.map(({ title }) => title)).toEqual(Array(3).fill("It is your turn"));
  expect(shown.map(({ options }) => options.body)).toEqual(["", "", "Table K7M2Q4T8XZ"]);
});

async function pressed(table: string): Promise<void> {
  const close = vi.fn();
  await fire("notificationclick", { notification: { close, data: { table } } });
  expect(close).toHaveBeenCalledOnce();
}

test("a press shows the table, in the window that has it or else in a new one", async () => {
  const focus = vi.fn();
  windows.push({ url: "https://page.example/#/table", focus });
  await pressed("K7M2Q4T8XZ");
  expect(opened).toEqual(["https://page.example/#/t/K7M2Q4T8XZ"]);
  expect(focus).not.toHaveBeenCalled();
  windows.push({ url: "https://page.example/#/t/K7M2Q4T8XZ", focus });
  await pressed("K7M2Q4T8XZ");
  expect(opened).toHaveLength(1);
  expect(focus).toHaveBeenCalledOnce();
});

test("a press on a call of which nothing is known shows the games", async () => {
  await pressed("");
  expect(opened).toEqual(["https://page.example/#/online"]);
});
