// The gallery shows the board in many situations, for pictures. It is no part of the product:
// npx vite --config tests/gallery/vite.config.ts
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path("."),
  cacheDir: path("../../node_modules/.vite-gallery"),
  plugins: [svelte({ configFile: path("../../svelte.config.js") })],
  server: { fs: { allow: [path("../..")] } },
});
