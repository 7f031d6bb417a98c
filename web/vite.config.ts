import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { catalogue_plugin, FOLDER } from "./vite/catalogue.ts";
import { manifest_plugin } from "./vite/manifest.ts";
import { preload_plugin } from "./vite/preload.ts";
import { WORKER, worker_plugin } from "./vite/worker.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const wasm = process.env.AEROPLANE_WASM ?? path("../build/page/aeroplane.wasm");

export default defineConfig({
  base: "./",
  plugins: [catalogue_plugin(), svelte(), preload_plugin(), manifest_plugin(), worker_plugin()],
  resolve: {
    alias: [
      // With whatever follows, such as "?url".
      { find: /^aeroplane\.wasm/, replacement: wasm },
      { find: /^aeroplane-strong\.wasm/, replacement: wasm.replace(/\.wasm$/, "-strong.wasm") },
      { find: /^standard\.net/, replacement: path("../libs/eval/net/standard.net") },
      { find: "catalogue", replacement: FOLDER },
    ],
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  server: { fs: { allow: [path(".."), dirname(wasm)] } },
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: path("index.html"), sw: path("src/sw.ts") },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? WORKER : "assets/[name]-[hash].js"),
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/[name]${facadeModuleId?.endsWith(".later") ? ".later" : ""}-[hash].js`,
      },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "happy-dom",
          include: ["src/**/*.test.ts", "vite/**/*.test.ts"],
        },
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
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
