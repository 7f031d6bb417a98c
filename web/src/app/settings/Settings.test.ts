import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Door } from "../../engine/door";
import { text } from "../../text/text.svelte";
import { backup_made, delete_all } from "../backup";
import { use_door } from "../door";
import * as files from "../files";
import { Ledger } from "../ledger";
import { played, real_door } from "../replay/door.fixture";
import { set_all, settings, settings_kept, settings_of, USUAL } from "../settings.svelte";
import { asking } from "../shell/ask.svelte";
import { toasts } from "../shell/toasts.svelte";
import { keep, load } from "../storage";
import Settings from "./Settings.svelte";

let door: Door;
beforeAll(async () => {
  door = await real_door();
  use_door(door);
  await text.speak("en");
  await text.whole();
});
beforeEach(() => {
  localStorage.clear();
  set_all(null);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function press(name: string | RegExp): Promise<void> {
  await fireEvent.click(screen.getByRole("button", { name }));
}

function key_button(action: string): HTMLElement {
  const item = screen.getByText(action).closest("li");
  if (!item) throw new Error(action);
  return within(item).getByRole("button");
}

async function file_of(content: string, name = "a.json"): Promise<void> {
  const input = screen.getByLabelText("Load such a file");
  const file = new File([content], name);
  await fireEvent.change(input, { target: { files: [file] } });
  await vi.waitFor(() => {
    if (!document.querySelector("dialog[open]") && toasts.list.length === 0) throw new Error();
  });
}

describe("settings", () => {
  it("follow those of another tab, and do not answer", () => {
    const told = { ...USUAL, theme: "dark", volume: 40, keys: { roll: "x" } };
    localStorage.setItem(
      "aeroplane.settings",
      JSON.stringify({ ...told, more: "of a newer page" }),
    );
    window.dispatchEvent(new StorageEvent("storage", { key: "aeroplane.other" }));
    expect(settings.theme).toBe("system");
    window.dispatchEvent(new StorageEvent("storage", { key: "aeroplane.settings" }));
    expect(settings).toEqual(told);
    settings_kept();
    expect(load("settings")).toHaveProperty("more");
    settings.volume = 0;
    settings_kept();
    expect(load("settings")).toEqual({ ...told, volume: 0 });
  });

  it("are what a person chooses, and stay", async () => {
    render(Settings);
    await fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
    await fireEvent.click(screen.getByRole("radio", { name: "中文" }));
    await fireEvent.click(screen.getByRole("radio", { name: "fast" }));
    await fireEvent.click(screen.getByRole("radio", { name: "long" }));
    for (const name of [
      "Numbers on the squares",
      "A hint at every choice",
      "Turn the board to the player",
      "Play only moves by themselves",
      "Always take the shortcut",
      "Always stack",
    ]) {
      await fireEvent.click(screen.getByRole("switch", { name }));
    }
    const volume = screen.getByRole("slider", { name: "Volume" });
    await fireEvent.input(volume, { target: { value: "35" } });
    settings_kept();
    expect(settings_of(load("settings"))).toEqual({
      language: "zh",
      theme: "dark",
      speed: "fast",
      pause: "long",
      volume: 35,
      play_only_moves: true,
      turn_board: true,
      always_fly: true,
      always_stack: true,
      show_steps: true,
      show_hints: true,
      show_phrases: true,
      keys: {},
    });
    expect(screen.getByText("35%")).toBeTruthy();
  });

  it("are usual where what was kept cannot be", () => {
    expect(settings_of(null)).toEqual(USUAL);
    expect(settings_of([1])).toEqual(USUAL);
    expect(settings_of({ theme: "pink", volume: "9", turn_board: 1, keys: [2], other: 3 })).toEqual(
      USUAL,
    );
    expect(settings_of({ volume: 12.4, speed: "off" })).toEqual({
      ...USUAL,
      volume: 12,
      speed: "off",
    });
  });

  it("make a sound to try where it was silent", async () => {
    render(Settings);
    expect(screen.getByText("silent")).toBeTruthy();
    await press("Try it");
    expect(settings.volume).toBe(60);
  });
});

describe("keys", () => {
  it("can be others, but none twice", async () => {
    render(Settings);
    const button = key_button("hint");
    expect(button.textContent?.trim()).toBe("H");
    await fireEvent.click(button);
    expect(button.textContent?.trim()).toBe("Press a key…");
    await fireEvent.keyDown(button, { key: "m", code: "KeyM" });
    expect(screen.getByRole("alert").textContent).toBe("M already means “moves”.");
    await fireEvent.keyDown(button, { key: "3", code: "Digit3" });
    expect(screen.getByRole("alert").textContent).toBe("3 cannot be used here.");
    await fireEvent.keyDown(button, { key: "Shift", code: "ShiftLeft" });
    await fireEvent.keyDown(button, { key: "J", code: "KeyJ" });
    expect(settings.keys).toEqual({ hint: "j" });
    expect(button.textContent?.trim()).toBe("J");
    expect(screen.queryByRole("alert")).toBeNull();
    // The usual key is free now.
    const moves = key_button("moves");
    await fireEvent.click(moves);
    await fireEvent.keyDown(moves, { key: "h", code: "KeyH" });
    expect(settings.keys).toEqual({ hint: "j", moves: "h" });
    await press("Usual keys");
    expect(settings.keys).toEqual({});
  });

  it("stay as they are after Escape", async () => {
    render(Settings);
    const button = key_button("hint");
    await fireEvent.click(button);
    await fireEvent.keyDown(button, { key: "Escape" });
    expect(button.textContent?.trim()).toBe("H");
    expect(settings.keys).toEqual({});
  });
});

describe("what is kept", () => {
  it("is saved as one file", async () => {
    const saved = vi.spyOn(files, "download").mockImplementation(() => {});
    new Ledger(door).add(played(door, 1, "quick").record);
    keep("game", { record: "x" });
    render(Settings);
    expect(
      screen.getByText("1 finished game, a game in progress, and your settings."),
    ).toBeTruthy();
    await press("Save all as a file");
    const [name, content = ""] = saved.mock.calls[0] ?? [];
    expect(name).toMatch(/^aeroplane-\d{4}-\d{2}-\d{2}\.json$/);
    expect(JSON.parse(content)).toEqual(JSON.parse(JSON.stringify(backup_made(door))));
  });

  it("comes back from the file, in place of all or beside it", async () => {
    new Ledger(door).add(played(door, 1, "quick").record);
    keep("settings", { ...USUAL, theme: "dark" });
    const file = JSON.stringify(backup_made(door));
    delete_all();
    new Ledger(door).add(played(door, 2, "quick").record);
    render(Settings);
    await file_of(file);
    expect(screen.getByRole("dialog").textContent).toContain("The file holds 1 finished game");
    await press("Add the games");
    expect(new Ledger(door).games()).toHaveLength(2);
    expect(settings.theme).toBe("system");
    await file_of(file);
    await press("Replace everything");
    expect(new Ledger(door).games()).toHaveLength(1);
    expect(settings.theme).toBe("dark");
  });

  it("stays when the file is another", async () => {
    for (const toast of toasts.list) toasts.close(toast.id);
    new Ledger(door).add(played(door, 1, "quick").record);
    render(Settings);
    await file_of("{}", "holiday.json");
    expect(toasts.list.at(-1)?.text).toBe("holiday.json is not a file that was saved here.");
    expect(new Ledger(door).games()).toHaveLength(1);
  });

  it("is deleted only when the person is sure", async () => {
    new Ledger(door).add(played(door, 1, "quick").record);
    settings.theme = "dark";
    render(Settings);
    await press("Delete everything");
    asking.asked?.answer(false);
    await Promise.resolve();
    expect(new Ledger(door).games()).toHaveLength(1);
    await press("Delete everything");
    asking.asked?.answer(true);
    await vi.waitFor(() => expect(new Ledger(door).games()).toHaveLength(0));
    expect(settings.theme).toBe("system");
    expect(await screen.findByText(/^No finished game, no game in progress/)).toBeTruthy();
  });
});
