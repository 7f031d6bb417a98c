import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { text } from "../../../text/text.svelte";
import { toasts } from "../../shell/toasts.svelte";
import { keep, load } from "../../storage";
import { remember_language } from "../calls";
import { device_key, token_of } from "../device";
import Calls from "./Calls.svelte";
import { revoke_tokens } from "./tokens.svelte";

const ENDPOINT = "https://push.example/a";
const bytes = (count: number, value: number) => new Uint8Array(count).fill(value).buffer;
const KEY = `${"AgIC".repeat(21)}AgI`; // 65 bytes of 2

// A browser with web push, and a server.
let permission: NotificationPermission;
let answer: NotificationPermission; // of the person
let subscription: { options: { applicationServerKey: ArrayBuffer | null } } | null;
let asked: { method: string; path: string; body: unknown; token: string }[];
let key: string | null;
let language: string | undefined;
const request = vi.fn();
const unsubscribed = vi.fn();
const subscribed = vi.fn();

function subscription_for(server_key: ArrayBuffer | null) {
  return {
    endpoint: ENDPOINT,
    options: { applicationServerKey: server_key },
    getKey: (name: string) => (name === "auth" ? bytes(16, 255) : bytes(65, 4)),
    unsubscribe: async () => {
      unsubscribed();
      subscription = null;
      return true;
    },
  };
}

beforeAll(async () => {
  await text.speak("en");
  await text.whole();
});

beforeEach(() => {
  localStorage.clear();
  permission = "default";
  answer = "granted";
  subscription = null;
  asked = [];
  key = KEY;
  language = undefined;
  for (const mock of [request, unsubscribed, subscribed]) mock.mockReset();
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      request();
      permission = answer;
      return answer;
    },
  });
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async (options: { applicationServerKey: Uint8Array; userVisibleOnly: boolean }) => {
      subscribed(options.userVisibleOnly);
      subscription = subscription_for(options.applicationServerKey.slice().buffer as ArrayBuffer);
      return subscription;
    },
  };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
  vi.stubGlobal("caches", {
    open: async (name: string) => ({
      put: async (address: string, response: Response) => {
        expect([name, address]).toEqual(["aeroplane-language", "./language"]);
        language = await response.text();
      },
    }),
  });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const { method = "", headers, body } = init;
    const token = (headers as Record<string, string>).Authorization ?? "";
    asked.push({ method, path, token, body: body ? JSON.parse(String(body)) : null });
    if (path !== "/api/v1/push") return Response.json({});
    if (key) return Response.json({ key });
    return Response.json({ code: "server.no_push", arguments: [] }, { status: 404 });
  });
});

afterEach(() => {
  cleanup();
  for (const { id } of toasts.list) toasts.close(id);
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const the_switch = () => screen.findByRole<HTMLInputElement>("switch");
const told = () => asked.filter(({ path }) => path === "/api/v1/me/push");
const settled = () => new Promise((go) => setTimeout(go, 20));

it("asks the person only on a press, and tells the server where to call", async () => {
  render(Calls);
  const input = await the_switch();
  expect(input.checked).toBe(false);
  expect(request).not.toHaveBeenCalled();
  expect(told()).toEqual([]);
  await fireEvent.click(input);
  await waitFor(() => expect(told()).toHaveLength(1));
  expect(request).toHaveBeenCalledOnce();
  expect(subscribed).toHaveBeenCalledExactlyOnceWith(true);
  expect(told()[0]).toEqual({
    method: "POST",
    path: "/api/v1/me/push",
    token: `Bearer ${token_of(device_key())}`,
    body: { endpoint: ENDPOINT, p256dh: `${"BAQE".repeat(21)}BAQ`, auth: `${"_".repeat(21)}w` },
  });
  await waitFor(() => expect(language).toBe("en"));
  expect(input.checked).toBe(true);
  expect(load("online.calls")).toBe(true);
});

it("takes it back, at the server and at the push service", async () => {
  keep("online.calls", true);
  permission = "granted";
  render(Calls);
  const input = await the_switch();
  await waitFor(() => expect(input.checked).toBe(true));
  await fireEvent.click(input);
  await waitFor(() => expect(unsubscribed).toHaveBeenCalledOnce());
  expect(told().at(-1)).toMatchObject({ method: "DELETE", body: { endpoint: ENDPOINT } });
  expect(input.checked).toBe(false);
  expect(load("online.calls")).toBeNull();
});

it("stays off where the person does not allow it, and says why", async () => {
  answer = "denied";
  render(Calls);
  const input = await the_switch();
  await fireEvent.click(input);
  await screen.findByText(/blocks notifications/);
  expect(input.checked).toBe(false);
  expect(told()).toEqual([]);
});

it("is not shown where there can be no calls", async () => {
  key = null; // the server makes none: the page does not come by https
  const { unmount } = render(Calls);
  await waitFor(() => expect(asked).toHaveLength(1));
  await settled();
  expect(screen.queryByRole("switch")).toBeNull();
  unmount();
  key = KEY;
  Reflect.deleteProperty(navigator, "serviceWorker"); // nor does the browser keep a worker there
  render(Calls);
  await settled();
  expect(screen.queryByRole("switch")).toBeNull();
  expect(asked).toHaveLength(1);
});

it("subscribes anew when the server has another key", async () => {
  keep("online.calls", true);
  permission = "granted";
  subscription = subscription_for(bytes(65, 9));
  render(Calls);
  const input = await the_switch();
  await waitFor(() => expect(input.checked).toBe(true));
  expect(unsubscribed).toHaveBeenCalledOnce();
  expect(subscribed).toHaveBeenCalledOnce();
  expect(told()).toHaveLength(1);
  cleanup();
  render(Calls); // now it is for that key
  await waitFor(() => expect(told()).toHaveLength(2));
  expect(subscribed).toHaveBeenCalledOnce();
});

it("says where it did not work, and is off", async () => {
  render(Calls);
  const input = await the_switch();
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("no network");
  });
  await fireEvent.click(input);
  await waitFor(() => expect(toasts.list).toHaveLength(1));
  expect(toasts.list[0]?.text).toBe("That did not work. Try again later.");
  await waitFor(() => expect(input.checked).toBe(false));
});

it("goes with the key of the device", async () => {
  keep("online.calls", true);
  permission = "granted";
  subscription = subscription_for(null);
  revoke_tokens();
  await waitFor(() => expect(unsubscribed).toHaveBeenCalledOnce());
  expect(load("online.calls")).toBeNull();
});

it("tells the worker of another language only where it is to speak", async () => {
  await remember_language();
  expect(language).toBeUndefined();
  keep("online.calls", true);
  await remember_language();
  expect(language).toBe("en");
});
