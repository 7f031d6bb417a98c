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
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", environment: "happy-dom", include: ["src/**/*.test.ts"] },
      },
      {
        // The built page, served by the real program, in a real Chromium.
        test: {
          name: "browser",
          environment: "node",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: "tests/browser/serve.ts",
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
