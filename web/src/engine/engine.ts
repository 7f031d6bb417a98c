// The wasm module behind its typed door. Text goes in and out as JSON; see apps/wasm/README.md.
import type { Door } from "./door";

export type { Door };
