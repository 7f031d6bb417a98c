// The page that checks dice, as one file that needs no other: build/web/check-dice.html.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { catalogue_plugin, FOLDER } from "./catalogue.ts";

const KEYS =
  /^(seat\.[RYBG]$|fair\.|web\.(dice|fair)\.|web\.shell\.no_script$|play\.(joined|set\.language)$)/;

/** Puts what the build made into the page itself. */
function single_file(): Plugin {
  return {
    name: "aeroplane:single-file",
    enforce: "post",
    generateBundle: {
      order: "post", // after Vite has put the last names into the code
      handler(_, bundle) {
        const take = (name: string): string => {
          const output = bundle[name];
          delete bundle[name];
          if (output?.type === "chunk") return output.code.replaceAll("</script", "<\\/script");
          return String(output?.source);
        };
        for (const page of Object.values(bundle)) {
          if (page.type !== "asset" || !page.fileName.endsWith(".html")) continue;
          page.source = String(page.source)
            .replace(
              /<script type="module"[^>]* src="\.\/([^"]+)"><\/script>/,
              (_, name: string) => `<script type="module">${take(name)}</script>`,
            )
            .replace(
              /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/,
              (_, name: string) => `<style>${take(name)}</style>`,
            );
        }
        const left = Object.keys(bundle).filter((name) => !name.endsWith(".html"));
        if (left.length > 0) throw new Error(`Not in the page: ${left}`);
      },
    },
  };
}

export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [
    catalogue_plugin({ first: (key) => KEYS.test(key), later: () => false }),
    svelte(),
    single_file(),
  ],
  resolve: { alias: [{ find: "catalogue", replacement: FOLDER }] },
  build: {
    outDir: "../build/web",
    emptyOutDir: false,
    target: "es2022",
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL("../check-dice.html", import.meta.url)),
      output: { codeSplitting: false },
    },
  },
});
