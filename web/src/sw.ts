// The service worker: every file of one version of the page, kept together on the device; and calls
// to one's turn, which come while no window of the page is open. The build puts the list of files,
// the version and what is said in the place of the three names below.
declare const FILES_OF_THE_PAGE: string[];
declare const VERSION_OF_THE_PAGE: string;
declare const WORDS_OF_THE_PAGE: Record<string, Words>;

interface Words {
  turn: string;
  table: string; // with {table}
  seats: Record<string, string>;
}

// What is used of the service worker's own types, which do not live in one program with the DOM's.
interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetch extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Push extends Extendable {
  data: { json(): unknown } | null;
}
interface Click extends Extendable {
  notification: Notification;
}
interface Window {
  url: string;
  focus(): Promise<unknown>;
}
interface Worker {
  registration: {
    scope: string;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  clients: {
    claim(): Promise<void>;
    matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<Window[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(kind: "message", listener: (event: MessageEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetch) => void): void;
  addEventListener(kind: "push", listener: (event: Push) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: Click) => void): void;
}
const worker = self as unknown as Worker;

const PREFIX = "aeroplane-page-";
const NAME = PREFIX + VERSION_OF_THE_PAGE;
const PAGE = "./"; // what every address of the page shows

// All or nothing: a version that did not come whole is no version.
async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES_OF_THE_PAGE.map((file) => new Request(file, { cache: "reload" })));
}

// Only now that no window runs the old version, or the person wants the new one.
async function take_over(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => name.startsWith(PREFIX) && name !== NAME)
      .map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

async function from_cache(address: string): Promise<Response | undefined> {
  return (await caches.open(NAME)).match(address, { ignoreVary: true });
}

async function answer(request: Request): Promise<Response> {
  const page = new URL(PAGE, worker.registration.scope);
  const is_page = request.mode === "navigate" && new URL(request.url).pathname === page.pathname;
  const kept = await from_cache(is_page ? PAGE : request.url);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    // Without network every address below leads to the page, under its own address.
    if (request.mode === "navigate") return Response.redirect(page.href);
    throw error;
  }
}

// ---- calls to one's turn ----

/** What the page has told that it speaks; see app/online/calls.ts. */
async function words(): Promise<{ language: string; said: Words | undefined }> {
  const kept = await (await caches.open("aeroplane-language")).match("./language");
  const language = (await kept?.text()) ?? "en";
  return { language, said: WORDS_OF_THE_PAGE[language] ?? WORDS_OF_THE_PAGE.en };
}

/** Browsers want something to be shown, whatever came. */
async function call(data: unknown): Promise<void> {
  const { table = "", seat = "" } = (data ?? {}) as { table?: string; seat?: string };
  const { language, said } = await words();
  const body = [said?.table.replace("{table}", table), said?.seats[seat]].filter(Boolean);
  await worker.registration.showNotification(said?.turn ?? "", {
    body: table ? body.join(" · ") : "",
    data: { table },
    icon: "./icon-192.png",
    lang: language,
    tag: `turn ${table}`, // one message a table, however many turns were missed
    ...{ renotify: true }, // but each is heard
  });
}

function read(data: Push["data"]): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

/** The window that shows the table, or a new one: what another shows is not taken from it. */
async function open_table(table: string): Promise<void> {
  const address = new URL(table ? `#/t/${table}` : "#/online", worker.registration.scope).href;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => url === address);
  await (there ? there.focus() : worker.clients.openWindow(address));
}

worker.addEventListener("push", (event) => event.waitUntil(call(read(event.data))));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open_table(event.notification.data?.table ?? ""));
});

// ---- the page ----

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(take_over()));
worker.addEventListener("message", (event) => {
  if (event.data === "take over") worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const is_ours = request.method === "GET" && request.url.startsWith(worker.registration.scope);
  if (is_ours) event.respondWith(answer(request));
});
