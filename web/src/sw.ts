// The service worker: every file of one version of the page, kept together on the device. The
// build puts the list of files and the version in the place of the two names below.
declare const FILES_OF_THE_PAGE: string[];
declare const VERSION_OF_THE_PAGE: string;

// What is used of the service worker's own types, which do not live in one program with the DOM's.
interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetch extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(kind: "message", listener: (event: MessageEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetch) => void): void;
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
