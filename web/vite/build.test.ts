// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogue_plugin, LANGUAGES } from "./catalogue";
import { manifest, manifest_name } from "./manifest";
import { type BuiltFile, kept_files } from "./worker";

describe("what the service worker keeps", () => {
  const FILES: BuiltFile[] = [
    { name: "index.html", contents: "<!doctype html>" },
    { name: "sw.js", contents: "itself" },
    { name: "assets/index-1.js", contents: "one" },
    { name: "assets/index-1.js.map", contents: "map" },
    { name: "assets/aeroplane-2.wasm", contents: new Uint8Array([0, 97, 115, 109]) },
    { name: "icon.svg", contents: "<svg/>" },
    { name: "icon-maskable-512.png", contents: "png" },
    { name: "robots.txt", contents: "" },
  ];

  it("is every file of the page, the page by its address, and not itself", () => {
    expect(kept_files(FILES).files).toEqual([
      "./assets/aeroplane-2.wasm",
      "./assets/index-1.js",
      "./icon.svg",
      "./",
    ]);
  });

  it("has a version that any change changes, and nothing else", () => {
    const { version } = kept_files(FILES);
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    expect(kept_files([...FILES].reverse()).version).toBe(version);
    const changed = FILES.map((file) =>
      file.name === "index.html" ? { ...file, contents: "<!doctype html> " } : file,
    );
    expect(kept_files(changed).version).not.toBe(version);
    const worker = FILES.map((file) => (file.name === "sw.js" ? { ...file, contents: "" } : file));
    expect(kept_files(worker).version).toBe(version);
    const renamed = FILES.map((file) =>
      file.name === "icon.svg" ? { ...file, name: "icon2.svg" } : file,
    );
    expect(kept_files(renamed).version).not.toBe(version);
  });
});

describe("the manifest", () => {
  it("installs the page under its own address, in each language", () => {
    expect(LANGUAGES.map(manifest_name)).toEqual([
      "manifest.webmanifest",
      "manifest.tr.webmanifest",
      "manifest.zh.webmanifest",
    ]);
    expect(manifest("tr")).toMatchObject({
      id: "aeroplane-chess",
      name: "Uçak Satrancı",
      lang: "tr",
      start_url: "./",
      scope: "./",
      display: "standalone",
      orientation: "any",
    });
    for (const { src } of (manifest("en") as { icons: { src: string }[] }).icons) {
      expect(readFileSync(`public/${src}`).length).toBeGreaterThan(100);
    }
  });
});

describe("the page", () => {
  it("says in every language what is read before there is one", () => {
    const { transformIndexHtml } = catalogue_plugin();
    const hook = transformIndexHtml as { handler: (html: string) => string };
    expect(hook.handler("<title>{say web.shell.name}</title><!-- say seat.R -->")).toBe(
      '<title>Aeroplane Chess</title><p lang="en">Red</p><p lang="tr">Kırmızı</p><p lang="zh">红方</p>',
    );
    expect(hook.handler(readFileSync("index.html", "utf8"))).not.toMatch(/say web/);
  });
});
