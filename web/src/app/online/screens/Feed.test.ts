import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { to_text } from "../../../fair/links";
import { text } from "../../../text/text.svelte";
import { toasts } from "../../shell/toasts.svelte";
import { keep, load } from "../../storage";
import Feed from "./Feed.svelte";
import { revoke_tokens } from "./tokens.svelte";

const PATHS = ["/feed/one.atom", "/feed/two.atom"];
const ADDRESSES = PATHS.map((path) => new URL(path, location.origin).href);

let asked: string[] = [];

function server(answer: () => Response): void {
  asked = [];
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return answer();
  });
}

const button = (name: string) => screen.getByRole("button", { name });

beforeAll(async () => {
  await text.speak("en");
  await text.whole();
});
beforeEach(() => {
  localStorage.clear();
  keep("device", to_text(new Uint8Array(32).fill(7)));
});
afterEach(() => {
  cleanup();
  for (const { id } of toasts.list) toasts.close(id);
  vi.unstubAllGlobals();
});

it("is made on a press, can be copied and opened, and is still there the next time", async () => {
  const clipboard = { writeText: vi.fn(async (_: string) => {}) };
  vi.stubGlobal("navigator", { ...navigator, clipboard });
  server(() => Response.json({ path: PATHS[0] }, { status: 201 }));
  const { unmount } = render(Feed);
  expect(asked).toEqual([]);
  await fireEvent.click(button("Make the address"));
  await screen.findByText(ADDRESSES[0] ?? "");
  expect(asked).toEqual(["POST /api/v1/me/feed"]);
  expect(screen.getByRole("link", { name: "Open the feed" }).getAttribute("href")).toBe(
    ADDRESSES[0],
  );
  await fireEvent.click(button("Copy the address"));
  expect(clipboard.writeText).toHaveBeenCalledWith(ADDRESSES[0]);
  await vi.waitFor(() => expect(toasts.list).toHaveLength(1));
  unmount();
  render(Feed);
  expect(screen.getByText(ADDRESSES[0] ?? "")).toBeTruthy();
  expect(asked).toHaveLength(1);
});

it("gets another address, and ends", async () => {
  keep("online.feed", PATHS[0]);
  server(() => Response.json({ path: PATHS[1] }, { status: 201 }));
  render(Feed);
  await fireEvent.click(button("Make a new address"));
  await screen.findByText(ADDRESSES[1] ?? "");
  expect(screen.queryByText(ADDRESSES[0] ?? "")).toBeNull();
  expect(load("online.feed")).toBe(PATHS[1]);
  await vi.waitFor(() => expect(button("End the feed").hasAttribute("disabled")).toBe(false));
  server(() => Response.json({}));
  await fireEvent.click(button("End the feed"));
  await screen.findByRole("button", { name: "Make the address" });
  expect(asked).toEqual(["DELETE /api/v1/me/feed"]);
  expect(load("online.feed")).toBeNull();
});

it("says why there is none, and keeps the one there is", async () => {
  keep("online.feed", PATHS[0]);
  server(() => Response.json({ code: "server.busy", arguments: [] }, { status: 503 }));
  render(Feed);
  await fireEvent.click(button("End the feed"));
  expect((await screen.findByRole("alert")).textContent).toContain("too busy");
  expect(screen.getByText(ADDRESSES[0] ?? "")).toBeTruthy();
  expect(load("online.feed")).toBe(PATHS[0]);
});

it("ends with the key of the device", () => {
  keep("online.feed", PATHS[0]);
  server(() => Response.json({}));
  render(Feed);
  revoke_tokens();
  expect(asked).toEqual(["DELETE /api/v1/me/feed"]);
  expect(load("online.feed")).toBeNull();
});

it("is spoken of in every language", async () => {
  for (const [language, title] of [
    ["tr", "Sıran için besleme"],
    ["zh", "轮到你时的订阅"],
  ] as const) {
    await text.speak(language);
    await text.whole();
    render(Feed);
    expect(screen.getByText(title)).toBeTruthy();
    cleanup();
  }
  await text.speak("en");
});
