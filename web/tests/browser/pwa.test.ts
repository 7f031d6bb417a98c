// The page without network, and from one version to the next.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { no_faults, open } from "./harness";
import { ROOT } from "./serve";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

// A copy of the built page that can change, on a server that can go away.
let folder: string;
let server: Server;
let address: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "aeroplane-page-"));
  cpSync(`${ROOT}build/web`, folder, { recursive: true });
  server = createServer(({ url = "/" }, answer) => {
    const path = new URL(url, "http://localhost").pathname;
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) {
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "text/plain" });
    answer.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  await go_away();
  rmSync(folder, { recursive: true });
  no_faults();
});

function go_away(): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Changes the page as a new build would: another file, another version. */
function change_page(change = (worker: string) => worker): void {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  writeFileSync(join(folder, "index.html"), page.replace("<body>", '<body data-version="new">'));
  const worker = readFileSync(join(folder, "sw.js"), "utf8");
  const [version = ""] = /[0-9a-f]{16}/.exec(worker) ?? [];
  writeFileSync(join(folder, "sw.js"), change(worker.replace(version, "f".repeat(16))));
}

async function visited(): Promise<Page> {
  const page = await open({ worker: true });
  await page.goto(address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 20));
  });
  return page;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const version = (page: Page) => page.locator("body").getAttribute("data-version");
const caches_kept = (page: Page) => page.evaluate(() => caches.keys());
const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
  });

/** What lies on the server and the page may ask for; the page that checks dice is to be saved. */
function files_needed(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter(
      (name) =>
        !/\.(gz|br)$|^(sw\.js|check-dice\.html|robots\.txt|apple-touch.*|icon-maskable.*)$/.test(
          name,
        ),
    )
    .map((name) => (name === "index.html" ? "" : name))
    .sort();
}

function files_kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const [name = ""] = await caches.keys();
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => url.slice(`${location.origin}/`.length)).sort();
  });
}

describe("without network", () => {
  it("everything goes on after the first visit", async () => {
    const page = await visited();
    expect(await files_kept(page)).toEqual(files_needed());
    await go_away();
    await page.reload();
    await heading(page, "Aeroplane Chess").waitFor();
    for (const [at, name] of [
      ["#/rules", ""],
      ["#/replay", ""],
      ["#/statistics", "Statistics"],
      ["#/settings", "Settings"],
    ] as const) {
      await page.goto(address + at);
      if (name) await heading(page, name).waitFor();
      else await page.locator("main h1").first().waitFor();
    }
    await page.getByRole("radio", { name: "Türkçe" }).check();
    await heading(page, "Ayarlar").waitFor();
    await page.goto(`${address}#/`);
    await page.getByRole("button", { name: "Başla" }).click();
    await page.waitForURL("**/#/table");
    await page.reload();
    await page.locator("main h1").first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem("aeroplane.game"))).toContain("seed");
    // An address below leads to the page.
    await page.goto(`${address}some/where#/settings`);
    await heading(page, "Ayarlar").waitFor();
    expect(page.url()).toBe(`${address}#/settings`);
  });
});

describe("a new version", () => {
  it("waits until the person wants it, and leaves the game alone", async () => {
    const page = await visited();
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForURL("**/#/table");
    const game = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem("aeroplane.game") ?? "").record);
    const before = await game();
    const other = await page.context().newPage();
    await other.goto(address);
    await heading(other, "Aeroplane Chess").waitFor();
    change_page();
    await update(page);
    await page.getByText("A new version is there.").waitFor();
    expect(await caches_kept(page)).toHaveLength(2);
    await page.getByRole("button", { name: "Later" }).click();
    expect(await page.getByText("A new version is there.").isVisible()).toBe(false);
    await page.reload();
    expect(await version(page)).toBeNull();
    await page.getByText("A new version is there.").waitFor();
    await page.getByRole("button", { name: "Update now" }).click();
    await page.locator("body[data-version=new]").waitFor();
    expect(await caches_kept(page)).toEqual([`aeroplane-page-${"f".repeat(16)}`]);
    expect((await game()).startsWith(before.slice(0, before.indexOf("[Result")))).toBe(true);
    await page.reload();
    expect(await page.getByText("A new version is there.").isVisible()).toBe(false);
    // The other window still runs the old one, and can be loaded again when it suits.
    expect(await version(other)).toBeNull();
    await other.getByRole("button", { name: "Update now" }).click();
    await other.locator("body[data-version=new]").waitFor();
  });

  it("that does not come whole is none", async () => {
    const page = await visited();
    change_page((worker) => worker.replace('"./icon.svg"', '"./not-there.svg"'));
    await update(page);
    await page.waitForFunction(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return !registration?.installing && !registration?.waiting;
    });
    await page.reload();
    await heading(page, "Aeroplane Chess").waitFor();
    expect(await version(page)).toBeNull();
    expect(await page.getByText("A new version is there.").isVisible()).toBe(false);
    await go_away();
    await page.reload();
    await heading(page, "Aeroplane Chess").waitFor();
  });
});

describe("a call to one's turn", () => {
  it("is said by the worker, in the language that the page spoke last", async () => {
    const page = await visited();
    await page.context().grantPermissions(["notifications"]);
    await page.evaluate(() => localStorage.setItem("aeroplane.online.calls", "true"));
    await page.goto(`${address}#/settings`);
    await page.reload();
    await page.getByRole("radio", { name: "Türkçe" }).check();
    await heading(page, "Ayarlar").waitFor();
    await page.waitForFunction(async () => {
      const kept = await caches.match("./language", { cacheName: "aeroplane-language" });
      return (await kept?.text()) === "tr";
    });
    const devtools = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const ours = registrations.find(({ scopeURL }) => scopeURL === address);
        if (ours) resolve(ours.registrationId);
      });
    });
    await devtools.send("ServiceWorker.enable");
    await devtools.send("ServiceWorker.deliverPushMessage", {
      origin: address.replace(/\/$/, ""),
      registrationId: await registered,
      data: JSON.stringify({ table: "K7M2Q4T8XZ", seat: "B" }),
    });
    const shown = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      for (;;) {
        const [first] = await registration.getNotifications();
        if (first) return { title: first.title, body: first.body, tag: first.tag };
        await new Promise((go) => setTimeout(go, 20));
      }
    });
    expect(shown).toEqual({
      title: "Sıra sende",
      body: "Masa K7M2Q4T8XZ · Mavi",
      tag: "turn K7M2Q4T8XZ",
    });
  });
});

describe("the page on a device", () => {
  it("can be installed", async () => {
    const page = await visited();
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A context of a test is a private window, in which nothing is installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
    const { errors, data } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? "").name).toBe("Aeroplane Chess");
  });

  it("works where there are no service workers, and says nothing of it", async () => {
    const page = await open();
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
    });
    await page.goto(address);
    await heading(page, "Aeroplane Chess").waitFor();
    expect(await page.evaluate(() => "serviceWorker" in navigator)).toBe(false);
    await page.goto(`${address}#/settings`);
    await page.getByText(/^At this address the page cannot be kept/).waitFor();
  });
});
