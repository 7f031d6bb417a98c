// compress.mjs FOLDER: writes FILE.br and FILE.gz beside every file that gets smaller by them.
// Servers give these to browsers that can read them, and need not compress anything themselves.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTH_IT = 0.95; // of the size

const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const FORMS = {
  br: (bytes) => brotliCompressSync(bytes, options),
  gz: (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

for (const entry of readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath ?? entry.path, entry.name);
  if (!entry.isFile() || /\.(br|gz)$/.test(file)) continue;
  const bytes = readFileSync(file);
  for (const [suffix, compress] of Object.entries(FORMS)) {
    const compressed = compress(bytes);
    if (compressed.length < WORTH_IT * bytes.length) writeFileSync(`${file}.${suffix}`, compressed);
  }
}
