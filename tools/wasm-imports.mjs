// wasm-imports.mjs MODULE.wasm: prints what the module asks of its host;
// exits 1 unless that is nothing.
import { readFile } from "node:fs/promises";

const module = await WebAssembly.compile(await readFile(process.argv[2]));
const imports = WebAssembly.Module.imports(module);
for (const { module: from, name } of imports) console.log(`imports ${from}.${name}`);
process.exitCode = imports.length ? 1 : 0;
