// People meet at an online table of the real server: by link, by code, by QR code, by quick match.
import jsQR from "jsqr";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { address, no_faults, open, type Wish } from "./harness";

afterEach(no_faults);

const SOON = { timeout: 30_000 };

function person(name: string, wish: Wish = {}): Promise<Page> {
  const kept = { settings: { speed: "off", pause: "off" }, ...(name && { "online.name": name }) };
  return open({ kept, hasTouch: true, isMobile: true, ...wish });
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const seats = (page: Page) =>
  page.getByRole("list", { name: "Who sits where" }).getByRole("listitem");

/** Two taps from the front page; the name is known. Gives the address of the table. */
async function make_table(page: Page): Promise<string> {
  await page.locator("a.online").tap();
  await button(page, "Make the table").tap();
  await page.waitForURL(/#\/t\/[0-9A-Z]{10}$/);
  await seats(page).filter({ hasText: "you" }).waitFor();
  return page.url();
}

function at(address: string): string {
  return address.slice(address.indexOf("#"));
}

/** The table is there, with the game on it. */
async function sees_game(page: Page): Promise<void> {
  await page.locator(".board .stage").waitFor(SOON);
}

describe("a table", () => {
  it("is made in two taps, and taken by link in one", async () => {
    const ayse = await person("Ayşe");
    const address = await make_table(ayse);
    expect(await seats(ayse).allInnerTexts()).toEqual([
      expect.stringMatching(/Ayşe\s+you/),
      expect.stringMatching(/free/),
    ]);
    const deniz = await person("Deniz", { at: at(address) });
    await button(deniz, "Sit down as Deniz").tap();
    await sees_game(deniz);
    await sees_game(ayse);
    for (const page of [ayse, deniz]) {
      const players = page.getByRole("list", { name: "Players" });
      await players.getByText("Ayşe").waitFor();
      await players.getByText("Deniz").waitFor();
    }
  });

  it("is found by its code, as somebody types it who has heard it", async () => {
    const ayse = await person("Ayşe");
    const code = at(await make_table(ayse)).slice("#/t/".length);
    const deniz = await person("", { at: "#/online/code" });
    const field = deniz.getByRole("textbox", { name: "Code of the table" });
    await field.fill(code.slice(0, 4));
    await button(deniz, "Go to the table").tap();
    await deniz.getByText("A code has ten letters and digits; here there are 4.").waitFor();
    const heard = code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
    await field.fill(`${heard.slice(0, 5)} ${heard.slice(5)}`);
    await button(deniz, "Go to the table").tap();
    await deniz.waitForURL(`**/#/t/${code}`);
    await button(deniz, "Sit down").first().tap();
    await deniz.getByText("Type a name first.").waitFor();
    await deniz.getByRole("textbox", { name: "Your name" }).fill("Deniz");
    await button(deniz, "Sit on Blue").tap();
    await sees_game(deniz);
  });

  it("has a QR code of its link", async () => {
    const ayse = await person("Ayşe", { colorScheme: "dark" });
    const address = await make_table(ayse);
    await ayse.locator(".picture svg path").waitFor();
    const { data, size } = await ayse.evaluate(async () => {
      const PX = 400;
      const svg = document.querySelector(".picture svg")?.cloneNode(true) as SVGElement;
      svg.setAttribute("width", `${PX}`);
      svg.setAttribute("height", `${PX}`);
      const picture = new Image();
      picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
      await picture.decode();
      const context = Object.assign(document.createElement("canvas"), {
        width: PX,
        height: PX,
      }).getContext("2d") as CanvasRenderingContext2D;
      context.fillStyle = "#fff";
      context.fillRect(0, 0, PX, PX);
      context.drawImage(picture, 0, 0);
      return { data: [...context.getImageData(0, 0, PX, PX).data], size: PX };
    });
    expect(jsQR(Uint8ClampedArray.from(data), size, size)?.data).toBe(address);
  });

  it("keeps the seat when the page is loaded again, and gives it back when one stands up", async () => {
    const ayse = await person("Ayşe");
    await make_table(ayse);
    await ayse.reload();
    await seats(ayse)
      .filter({ hasText: /Ayşe\s+you/ })
      .waitFor();
    await button(ayse, "Stand up from Red").tap();
    await button(ayse, "Sit on Red").waitFor();
    await button(ayse, "Sit down as Ayşe").tap();
    await seats(ayse)
      .filter({ hasText: /Ayşe\s+you/ })
      .waitFor();
  });

  it("takes several people of one device, and begins with bots when they want", async () => {
    const ayse = await person("Ayşe", { at: "#/online" });
    await ayse.getByRole("radio", { name: "4", exact: true }).check({ force: true });
    await button(ayse, "Make the table").tap();
    await seats(ayse)
      .filter({ hasText: /Ayşe\s+you/ })
      .waitFor();
    await ayse.getByText("Another player on this device").tap();
    await ayse.getByRole("textbox", { name: "Name of the other player" }).fill("Deniz");
    await button(ayse, "Take the next free seat").tap();
    await seats(ayse)
      .filter({ hasText: /Deniz\s+you/ })
      .waitFor();
    await button(ayse, "Start now").tap();
    await sees_game(ayse);
    const players = ayse.getByRole("list", { name: "Players" });
    expect(await players.getByText(/^bot \(/).count()).toBe(2);
  });

  it("is watched by whoever finds no seat, and says so", async () => {
    const ayse = await person("Ayşe");
    const address = await make_table(ayse);
    await button(ayse, "Start now").tap();
    await sees_game(ayse);
    const deniz = await person("Deniz", { at: at(address) });
    await sees_game(deniz);
    await deniz.getByText("Every seat is taken, so you are watching.").waitFor();
  });

  it("that there is not is said in words", async () => {
    const ayse = await person("Ayşe", { at: "#/t/0000000000" });
    await ayse.getByRole("heading", { name: "This table cannot be opened" }).waitFor(SOON);
    expect(await ayse.locator("main [role=alert]").textContent()).not.toContain("tables.");
    await ayse.getByRole("link", { name: "Enter a code" }).tap();
    await ayse.getByRole("textbox", { name: "Code of the table" }).waitFor();
  });

  it("says what somebody says, to all", async () => {
    const ayse = await person("Ayşe", { at: "#/online" });
    await ayse.getByRole("radio", { name: "3", exact: true }).check({ force: true });
    await button(ayse, "Make the table").tap();
    await ayse.waitForURL(/#\/t\//);
    const deniz = await person("Deniz", { at: at(ayse.url()) });
    await button(deniz, "Sit down as Deniz").tap();
    await seats(ayse).filter({ hasText: "Deniz" }).waitFor();
    await button(deniz, "Say something").tap();
    await button(deniz, "Good luck!").tap();
    await ayse.getByRole("log").getByText("Deniz: Good luck!").waitFor();
    await seats(ayse).filter({ hasText: "🍀" }).waitFor();
  });
});

describe("quick match", () => {
  it("brings two together who look for the same, and can be given up", async () => {
    const ayse = await person("Ayşe", { at: "#/online/match" });
    const deniz = await person("Deniz", { at: "#/online/match" });
    await button(ayse, "Find players").tap();
    await ayse.getByText("Looking for players…").waitFor();
    await button(ayse, "Cancel").tap();
    await button(ayse, "Find players").tap();
    await button(deniz, "Find players").tap();
    await sees_game(ayse);
    await sees_game(deniz);
    expect(ayse.url()).toBe(deniz.url());
  });
});

describe("a finished game", () => {
  // One plane each, every number takes off, and none is too high at the end.
  const SHORT = "quick,planes=1,finish=over";

  it("can be checked and played again, with those who watch", async () => {
    const plan = {
      places: [
        { seat: "R", sits: "here", name: "Ayşe" },
        { seat: "B", sits: "greedy", name: "" },
      ],
      rules: SHORT,
      seconds: 0,
    };
    const settings = { speed: "off", pause: "off" };
    const kept = { "online.name": "Ayşe", "online.plan": plan, settings };
    const ayse = await person("Ayşe", { at: "#/online", kept });
    await button(ayse, "Make the table").tap();
    await sees_game(ayse);
    const deniz = await person("Deniz", { at: at(ayse.url()) });
    await sees_game(deniz);
    const first = at(ayse.url());
    await button(ayse, "More").tap();
    await button(ayse, /a bot plays|bot play/i).tap();
    const result = ayse.getByRole("dialog", { name: / wins!$/ });
    await result.waitFor({ timeout: 100_000 });
    await result.getByRole("button", { name: "Rematch" }).tap();
    await ayse.waitForURL((address) => at(address.href) !== first, SOON);
    await deniz.waitForURL(ayse.url(), SOON);
    await ayse.goto(ayse.url().replace(/#.*/, "#/online"));
    await ayse.getByRole("link", { name: /^Check the dice: / }).tap();
    await ayse.getByText(/^All \d+ rolls are right\.$/).waitFor(SOON);
    await ayse.goBack();
    await button(ayse, /^Replay/).tap();
    await ayse.getByRole("heading", { name: "Replay" }).waitFor(SOON);
  });
});

describe("a program's token", () => {
  it("is made for what is chosen, and taken away", async () => {
    const ayse = await person("Ayşe", { at: "#/settings" });
    await ayse.getByText("For programs").tap();
    await ayse.getByRole("checkbox", { name: "play" }).tap();
    await button(ayse, "Make a token").tap();
    const token = await ayse.locator("main code").textContent();
    expect(token).toMatch(/^aero_[\w-]{43}$/);
    const headers = { Authorization: `Bearer ${token}` };
    const status = async () => (await fetch(`${address}api/v1/me/tables`, { headers })).status;
    expect(await status()).toBe(200);
    await button(ayse, "Revoke token 1").tap();
    await ayse.locator("main code").waitFor({ state: "detached" });
    expect(await status()).toBe(401);
  });
});

describe("one's own games", () => {
  it("stand on the front page with whose turn it is, and on another device with the same key", async () => {
    const ayse = await person("Ayşe");
    const address = await make_table(ayse);
    await button(ayse, "Start now").tap();
    await sees_game(ayse);
    const key = await ayse.evaluate(() => localStorage.getItem("aeroplane.device"));
    const other = await person("Ayşe", { at: "#/settings" });
    await button(other, "Use a key from another device").tap();
    await other.getByRole("textbox").fill("no key");
    await button(other, "Use it").tap();
    await other.getByText("That is not a valid key.").waitFor();
    await other.getByRole("textbox").fill(JSON.parse(key ?? ""));
    await button(other, "Use it").tap();
    await button(other, "Replace").tap();
    await other.getByText("This device plays with that key now.").waitFor();
    await other.goto(other.url().replace(/#.*/, "#/"));
    const game = other.locator("#online-games ~ a");
    await game.waitFor(SOON);
    expect(await game.getAttribute("href")).toBe(at(address));
  });
});
