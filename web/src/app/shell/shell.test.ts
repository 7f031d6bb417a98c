import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { text } from "../../text/text.svelte";
import { go, link, route } from "../route.svelte";
import { settings } from "../settings.svelte";
import { forget, keep, kept_names, load, on_lost } from "../storage";
import Ask from "./Ask.svelte";
import { ask } from "./ask.svelte";
import Fixture from "./Dialog.fixture.svelte";
import Header from "./Header.svelte";
import Toasts from "./Toasts.svelte";
import { toast, toasts } from "./toasts.svelte";

beforeAll(() => text.speak("en"));
beforeEach(() => {
  localStorage.clear();
  location.hash = "#/";
});
afterEach(() => {
  cleanup();
  for (const { id } of toasts.list) toasts.close(id);
  vi.useRealTimers();
});

describe("a dialog", () => {
  it("opens with its title in focus and closes by button and by cross", async () => {
    const onclose = vi.fn();
    render(Fixture, { onclose });
    expect(screen.queryByText("inside")).toBeNull();
    for (const name of ["done", "Close"]) {
      await fireEvent.click(screen.getByText("open it"));
      expect(screen.getByRole("dialog", { name: "A title" }).hasAttribute("open")).toBe(true);
      expect(document.activeElement?.textContent).toBe("A title");
      await fireEvent.click(screen.getByRole("button", { name }));
      await tick();
      expect(screen.getByText("is closed")).toBeTruthy();
      expect(screen.queryByText("inside")).toBeNull();
    }
    expect(onclose).toHaveBeenCalledTimes(2);
  });
});

describe("a question", () => {
  const question = { title: "Sure?", text: "It is gone then.", yes: "Do it", no: "Leave it" };

  it("is answered by its buttons, and closing it is no", async () => {
    render(Ask);
    for (const [name, answer] of [
      ["Do it", true],
      ["Leave it", false],
      ["Close", false],
    ] as const) {
      const asked = ask(question);
      flushSync();
      expect(screen.getByText("It is gone then.")).toBeTruthy();
      await fireEvent.click(screen.getByRole("button", { name }));
      expect(await asked).toBe(answer);
      await tick();
      expect(screen.queryByRole("dialog")).toBeNull();
    }
  });

  it("gives way to the next", async () => {
    const first = ask(question);
    ask({ ...question, title: "Really?" });
    expect(await first).toBe(false);
  });
});

describe("toasts", () => {
  it("are said, go by themselves, and stay while someone points at them", async () => {
    vi.useFakeTimers();
    render(Toasts);
    const status = screen.getByRole("status");
    toast("Saved.");
    flushSync();
    expect(status.textContent).toContain("Saved.");
    const [shown] = toasts.list;
    toasts.hold(shown?.id ?? 0);
    vi.advanceTimersByTime(60_000);
    expect(toasts.list).toHaveLength(1);
    toasts.go_on(shown?.id ?? 0);
    vi.advanceTimersByTime(6_000);
    expect(toasts.list).toEqual([]);
  });

  it("can be acted on, and are no more than three", async () => {
    render(Toasts);
    const run = vi.fn();
    for (const n of [1, 2, 3]) toast(`message ${n}`);
    toast("Something", { label: "Undo", run });
    flushSync();
    expect(toasts.list.map(({ text }) => text)).toEqual(["message 2", "message 3", "Something"]);
    await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(run).toHaveBeenCalledOnce();
    expect(toasts.list).toHaveLength(2);
  });
});

describe("the header", () => {
  const EVERYWHERE = [
    "#/",
    "#/online",
    "#/replay",
    "#/dice",
    "#/rules",
    "#/statistics",
    "#/settings",
  ];

  it("leads to every screen and says which one is shown", async () => {
    render(Header);
    const places = [...document.querySelectorAll("nav.row a")];
    expect(places.map((place) => place.getAttribute("href"))).toEqual(EVERYWHERE);
    const current = () => places.map((place) => place.getAttribute("aria-current"));
    expect(current()).toEqual(["page", null, null, null, null, null, null]);
    expect(places[3]?.textContent).toBe("Check the dice");
    go("rules", "jump");
    await vi.waitFor(() => expect(route).toEqual({ screen: "rules", rest: "jump" }));
    flushSync();
    expect(current()).toEqual([null, null, null, null, "page", null, null]);
    go("home");
    await vi.waitFor(() => expect(route.screen).toBe("home"));
  });

  it("has the same in its menu on a phone", () => {
    vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
    render(Header);
    const places = [...document.querySelectorAll("#menu a")];
    expect(places.map((place) => place.getAttribute("href"))).toEqual(EVERYWHERE);
    expect(places[3]?.textContent).toBe("Check the dice");
    vi.unstubAllGlobals();
  });

  it("offers the languages by their own names", async () => {
    settings.language = "en";
    render(Header);
    await fireEvent.click(screen.getByRole("button", { name: "Türkçe" }));
    expect(settings.language).toBe("tr");
    expect(screen.getByRole("button", { name: "Türkçe" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    settings.language = "system";
  });
});

describe("addresses", () => {
  it("name a screen and what of it", () => {
    expect([link("home"), link("replay"), link("replay", "game/1")]).toEqual([
      "#/",
      "#/replay",
      "#/replay/game/1",
    ]);
  });

  it("that name nothing lead to the front page", async () => {
    location.hash = "#/nowhere/at/all";
    await vi.waitFor(() => expect(route.screen).toBe("home"));
  });
});

describe("what is kept", () => {
  it("is one value a name, and nothing where it cannot be read", () => {
    keep("a", { b: [1] });
    localStorage.setItem("other", "1");
    expect([load("a"), load("c"), kept_names()]).toEqual([{ b: [1] }, null, ["a"]]);
    localStorage.setItem("aeroplane.a", "{");
    expect(load("a")).toBeNull();
    forget("a");
    expect(kept_names()).toEqual([]);
  });

  it("is told once where the browser keeps nothing", () => {
    const told = vi.fn();
    on_lost(told);
    const full = new Proxy(localStorage, {
      get() {
        throw new DOMException("", "SecurityError");
      },
    });
    vi.stubGlobal("localStorage", full);
    expect([keep("a", 1), keep("a", 2), load("b"), kept_names()]).toEqual([false, false, null, []]);
    expect(load("a")).toBe(2); // as long as the page is open
    forget("a");
    expect(load("a")).toBeNull();
    vi.unstubAllGlobals();
    expect(told).toHaveBeenCalledOnce();
    on_lost(told); // whoever asks later is told as well
    expect(told).toHaveBeenCalledTimes(2);
    expect(keep("a", 1)).toBe(true);
  });
});
