import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  base: "./",
  plugins: [svelte()],
  resolve: {
    alias: {
      "aeroplane.wasm": process.env.AEROPLANE_WASM ?? path("../build/wasm/aeroplane.wasm"),
      catalogue: path("../libs/text/catalogue"),
    },
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  server: { fs: { allow: [path("..")] } },
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
