// Runs a WASI program under node: wasi-run.mjs PROGRAM.wasm [ARGUMENT…]
// It sees the current folder, and may not change it; it exits with the program's status.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const READ_ONLY = 69; // WASI errno ROFS
const WRITES = [
  "path_create_directory", "path_link", "path_remove_directory",
  "path_rename", "path_symlink", "path_unlink_file",
];
const RIGHT_TO_WRITE = 1n << 6n;

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: [program, ...args],
  preopens: { ".": "." },
  returnOnExit: true,
});
const imports = { ...wasi.wasiImport };
for (const name of WRITES) imports[name] = () => READ_ONLY;
imports.path_open = (fd, lookup, path, length, flags, rights, ...rest) =>
  rights & RIGHT_TO_WRITE
    ? READ_ONLY
    : wasi.wasiImport.path_open(fd, lookup, path, length, flags, rights, ...rest);

const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports });
process.exitCode = wasi.start(instance);
