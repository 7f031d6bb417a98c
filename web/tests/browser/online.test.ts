// A game at an online table by four pages, with everything that goes wrong in the world: pages are
// loaded again, lines are cut, and the server is killed with a roll on its way.
import { spawnSync } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Seat, TableSettings } from "../../src/wire/messages";
import { open } from "./harness";
import { AT_ONCE, door, inputs_of, value_of } from "./playing";
import { AEROPLANE, new_folder, type Server, started } from "./serve";

const SEATS: Seat[] = ["R", "Y", "B", "G"];
const NAMES: Record<Seat, string> = { R: "Anna", Y: "Çağla", B: "小明", G: "Dora" };

let data: string;
let server: Server;

beforeAll(async () => {
  data = new_folder();
  server = await started(data);
});
afterAll(async () => {
  await server.end();
  rmSync(data, { recursive: true });
});

// ---- a person, as a device makes one

const hmac = (key: Buffer, purpose: string) => createHmac("sha256", key).update(purpose).digest();

// Keeps the ids of all rolls and choices that the page sends: one that is sent again is the same.
function note_commands(): void {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (this: WebSocket, data) {
    const { type, id } = JSON.parse(String(data));
    if (type === "roll" || type === "choose") localStorage.setItem(`test.${type}.${id}`, "");
    send.call(this, data);
  };
}

/** How many rolls or choices the page has sent. */
const sent = (page: Page, type: "roll" | "choose") =>
  page.evaluate(
    (prefix) => Object.keys(localStorage).filter((name) => name.startsWith(prefix)).length,
    `test.${type}.`,
  );

class Person {
  readonly key = randomBytes(32);
  readonly token = hmac(this.key, "token").toString("base64url");

  tip(code: string, seat: Seat): string {
    let link = hmac(this.key, `chain ${code} ${seat} 0`);
    for (let i = 0; i <= 1024; ++i) link = createHash("sha256").update(link).digest();
    return link.toString("base64url");
  }

  async post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${server.address}api/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      body: JSON.stringify({ id: randomBytes(8).toString("hex"), ...body }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  at_table(code: string): Promise<Page> {
    return open({
      from: server.address,
      at: `#/t/${code}`,
      first: note_commands,
      kept: { device: this.key.toString("base64url"), settings: AT_ONCE },
    });
  }
}

function settings_of(seats: readonly Seat[], seconds = 0): TableSettings {
  const quick = door.facts().presets.find(({ name }) => name === "quick");
  const chairs = seats.map((seat) => ({ seat, bot: "" }));
  return { rules: quick?.rules ?? "", chairs, pace: "live", seconds };
}

const record_of = async (code: string) =>
  (await fetch(`${server.address}api/v1/tables/${code}/record`)).text();

// ---- playing

/** What a page's person does when asked; "" where they are not asked. */
async function act(page: Page): Promise<"" | "roll" | "choose"> {
  const choice = page.locator(".choices button").first();
  const roll = page.locator("button.roll");
  if (await choice.isVisible()) {
    await choice.dblclick({ timeout: 2000 }); // taps come in pairs
    return "choose";
  }
  if (!(await roll.isVisible())) return "";
  await roll.click({ timeout: 2000 });
  return "roll";
}

async function killed_and_started(): Promise<void> {
  const { port } = new URL(server.address);
  await server.end("SIGKILL");
  server = await started(data, Number(port));
}

/** A table that has begun, and the pages of those who sit at it. */
async function begun(seats: readonly Seat[], seconds = 0): Promise<[string, Page[], Person[]]> {
  const people = seats.map(() => new Person());
  const [host] = people as [Person];
  const code = String((await host.post("tables", { settings: settings_of(seats, seconds) })).table);
  const pages: Page[] = [];
  for (const person of people) pages.push(await person.at_table(code));
  for (const [i, person] of people.entries()) {
    const seat = seats[i] as Seat;
    await person.post(`tables/${code}/sit`, {
      sitters: [{ seat, name: NAMES[seat], tip: person.tip(code, seat) }],
    });
  }
  for (const page of pages) await page.locator("main.play").waitFor();
  return [code, pages, people];
}

/** All play until the first is asked to roll. */
async function first_is_asked(pages: readonly Page[]): Promise<void> {
  const [first, ...others] = pages as [Page, ...Page[]];
  await expect
    .poll(
      async () => {
        if (await first.locator("button.roll").isVisible()) return true;
        for (const other of others) await act(other).catch(() => "");
        if (await first.locator(".choices button").first().isVisible()) await act(first);
        return false;
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(true);
}

const rolls_in = async (code: string) =>
  value_of(door.history({ record: await record_of(code) })).filter(({ kind }) => kind === "roll");

test("four pages play a game to its end through everything", { timeout: 300_000 }, async () => {
  const [code, pages] = await begun(SEATS);
  let rolls = 0;
  const wrongs: Record<number, () => Promise<unknown>> = {
    5: () => pages[1]?.reload() as Promise<unknown>,
    9: async () => {
      await pages[2]?.context().setOffline(true);
      setTimeout(() => void pages[2]?.context().setOffline(false), 1500);
    },
    14: killed_and_started,
    20: () => pages[3]?.reload() as Promise<unknown>,
    26: killed_and_started,
    30: async () => {
      for (const page of pages) {
        await page.context().setOffline(true);
        await page.context().setOffline(false);
      }
    },
  };
  const is_over = () => pages[0]?.locator("dialog[open] ol.places").isVisible();
  while (!(await is_over())) {
    for (const page of pages) {
      // A page that is loaded anew, or a choice that has just been made, is asked again.
      const did = await act(page).catch(() => "");
      if (did !== "roll") continue;
      const wrong = wrongs[++rolls];
      if (wrong) await wrong(); // with the roll on its way
    }
    await pages[0]?.waitForTimeout(20);
  }
  expect(rolls).toBeGreaterThan(30);

  const record = await record_of(code);
  const file = `${data}/game.aero`;
  writeFileSync(file, record);
  const verified = spawnSync(AEROPLANE, ["verify", file], { encoding: "utf8" });
  expect([verified.status, verified.stderr]).toEqual([0, ""]);
  for (const page of pages) {
    await page.locator("dialog[open] ol.places").waitFor();
    const kept = () =>
      page.evaluate(() => {
        const name = Object.keys(localStorage).find((each) => each.startsWith("aeroplane.ledger."));
        return name ? JSON.parse(localStorage.getItem(name) ?? '""') : "";
      });
    await expect.poll(kept).toContain("<proof");
    expect(inputs_of(await kept())).toEqual(inputs_of(record));
  }
  // Whatever a person did stands in it, once, and no bot had to help anybody.
  const history = value_of(door.history({ record }));
  for (const [type, kind] of [
    ["roll", "roll"],
    ["choose", "move"],
  ] as const) {
    const counts = await Promise.all(pages.map((page) => sent(page, type)));
    const sum = counts.reduce((all, count) => all + count, 0);
    expect(history.filter((entry) => entry.kind === kind)).toHaveLength(sum);
  }
});

test("whoever lets the time run out gets the seat back", async () => {
  const [, pages] = await begun(["R", "B"], 3);
  const [anna, dora] = pages as [Page, Page];
  await first_is_asked(pages);
  expect(await anna.locator("[role=timer]").textContent()).toMatch(/0:0[0-3]/);
  await anna.getByText("A bot plays your seat.").waitFor();
  await dora.locator(".remark", { hasText: "bot plays" }).waitFor();
  await anna.getByRole("button", { name: "Take the seat back" }).click();
  await dora.locator(".remark", { hasText: "bot plays" }).waitFor({ state: "detached" });
  await first_is_asked(pages);
});

test("two tabs of one person do not fight, and a roll in both is one", async () => {
  const [code, pages] = await begun(["R", "B"]);
  const [anna] = pages as [Page];
  const twin = await anna.context().newPage();
  await twin.goto(anna.url());
  await twin.locator("main.play").waitFor();
  await first_is_asked(pages);
  const before = (await rolls_in(code)).length;
  await twin.locator("button.roll").waitFor();
  const click = (tab: Page) =>
    tab.evaluate(() => document.querySelector<HTMLElement>("button.roll")?.click());
  await Promise.all([click(anna), click(twin)]);
  await expect.poll(async () => (await rolls_in(code)).length).toBe(before + 1);
  await anna.waitForTimeout(1000);
  expect((await rolls_in(code)).length).toBe(before + 1);
  for (const tab of [anna, twin]) {
    expect(await tab.locator(".line h1").textContent()).toBe(
      await anna.locator(".line h1").textContent(),
    );
    expect(await tab.locator("dialog[open]").count()).toBe(0);
  }
});

test("whoever watches sees everything and is asked nothing", async () => {
  const [code, pages] = await begun(["R", "B"]);
  const watcher = await new Person().at_table(code);
  await watcher.locator("main.play").waitFor();
  await first_is_asked(pages);
  await pages[0]?.locator("button.roll").click();
  await expect
    .poll(() => watcher.locator(".caption").textContent())
    .toMatch(/^Red rolls a [1-6]\.|Red/);
  expect(await watcher.locator("button.roll, .choices button").count()).toBe(0);
  await watcher.keyboard.press("r");
  expect(await watcher.locator("[role=alert]").textContent()).toBe("");
});

test("a code of no table says so", async () => {
  const page = await new Person().at_table("ZZZZZZZZZZ");
  await page.getByText("There is no table with this code.").waitFor();
});
