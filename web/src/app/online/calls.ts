// Calls to one's turn at tables by days, while the page is closed: web push. The browser subscribes
// at the push service of its vendor, and the server is told where that is; it calls, and the service
// worker says it in words.
import { text } from "../../text/text.svelte";
import { forget, keep, load } from "../storage";
import { push_key, subscribe, unsubscribe } from "./screens/api";

/** Whether this browser is called; "denied": it may not show messages; "none": it cannot be. */
export type Calls = "on" | "off" | "denied" | "none";

const NAME = "online.calls";
/** Where the service worker looks for the language, as it reads nothing else of what is kept. */
const LANGUAGE_CACHE = "aeroplane-language";
const LANGUAGE_ADDRESS = "./language";

function bytes_of(key: string): Uint8Array<ArrayBuffer> {
  const digits = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
}

function text_of(bytes: ArrayBuffer | null): string {
  const digits = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return digits.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** That of a page at a safe address, in a browser that has web push. */
async function manager(): Promise<PushManager | null> {
  if (!("Notification" in window)) return null;
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager ?? null;
}

async function tell(subscription: PushSubscription): Promise<void> {
  await subscribe({
    endpoint: subscription.endpoint,
    p256dh: text_of(subscription.getKey("p256dh")),
    auth: text_of(subscription.getKey("auth")),
  });
  keep(NAME, true);
  await remember_language();
}

/** The subscription, made anew where there is none or it is for another key. */
async function subscribed(push: PushManager, key: string): Promise<PushSubscription> {
  const found = await push.getSubscription();
  if (found && text_of(found.options.applicationServerKey) === key) return found;
  await found?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: bytes_of(key) });
}

/** As it is now. What the browser or the server has lost since is set right. Throws `NoAnswer`. */
export async function calls_now(): Promise<Calls> {
  const push = await manager();
  const key = push ? await push_key() : null;
  if (!push || !key) return "none";
  if (Notification.permission === "denied") return "denied";
  if (load(NAME) !== true || Notification.permission !== "granted") return "off";
  await tell(await subscribed(push, key));
  return "on";
}

/** Asks the person, so call it in answer to a press. Throws where it cannot be done. */
export async function call_me(): Promise<Calls> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const push = await manager();
  const key = push ? await push_key() : null;
  if (!push || !key) return "none";
  await tell(await subscribed(push, key));
  return "on";
}

/** Even where the server does not hear of it: the push service tells it when it calls next. */
export async function call_no_more(): Promise<void> {
  forget(NAME);
  const subscription = await (await manager())?.getSubscription();
  if (!subscription) return;
  await unsubscribe(subscription.endpoint).catch(() => {});
  await subscription.unsubscribe();
}

/** For the service worker, which is to speak it. */
export async function remember_language(): Promise<void> {
  if (load(NAME) !== true) return;
  const cache = await caches.open(LANGUAGE_CACHE);
  await cache.put(LANGUAGE_ADDRESS, new Response(text.language));
}
