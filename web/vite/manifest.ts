// What the system is told when a person installs the page: one manifest a language.
import type { Plugin } from "vite";
import { LANGUAGES, type Language, said } from "./catalogue.ts";

export function manifest_name(language: Language): string {
  return language === "en" ? "manifest.webmanifest" : `manifest.${language}.webmanifest`;
}

export function manifest(language: Language): object {
  const shortcut = (key: string, url: string) => ({ name: said(language, key), url });
  return {
    id: "aeroplane-chess",
    name: said(language, "web.shell.name"),
    short_name: said(language, "web.shell.short_name"),
    description: said(language, "web.shell.description"),
    lang: language === "zh" ? "zh-Hans" : language,
    dir: "ltr",
    start_url: "./",
    scope: "./",
    display: "standalone",
    orientation: "any",
    categories: ["games"],
    background_color: "#f4efe4",
    theme_color: "#f4efe4",
    icons: [
      { src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      { src: "icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      shortcut("web.shell.table", "./#/table"),
      shortcut("web.shell.rules", "./#/rules"),
      shortcut("web.shell.statistics", "./#/statistics"),
    ],
  };
}

export function manifest_plugin(): Plugin {
  return {
    name: "aeroplane:manifest",
    generateBundle() {
      for (const language of LANGUAGES) {
        this.emitFile({
          type: "asset",
          fileName: manifest_name(language),
          source: JSON.stringify(manifest(language)),
        });
      }
    },
  };
}
