// Puts a .gz and a .br beside every text of the built page, so that a server has only to send them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|json|svg|txt|wasm|webmanifest)$/;

export function compress_plugin(): Plugin {
  let folder = "";
  return {
    name: "aeroplane:compress",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !TEXT.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const contents = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(contents, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length },
          }),
        );
      }
    },
  };
}
