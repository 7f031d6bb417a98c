// Starts `aeroplane serve` on the built page for all browser tests, and stops it after them.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    address: string; // "http://localhost:PORT/"
  }
}

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** The program under test. */
export const AEROPLANE = process.env.AEROPLANE ?? `${ROOT}build/release/aeroplane`;

/** A folder for what a server keeps; whoever asks removes it. */
export function new_folder(): string {
  return mkdtempSync(`${tmpdir()}/aeroplane-`);
}

export interface Server {
  address: string;
  process: ChildProcess;
  /** Resolves when it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** A server of the built page; port 0: any that is free. */
export async function started(data: string, port = 0): Promise<Server> {
  const server = spawn(
    AEROPLANE,
    ["serve", "--port", String(port), "--data", data, "--web", `${ROOT}build/web`],
    { env: { ...process.env, LC_ALL: "C.UTF-8" }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const stopped = new Promise<void>((resolve) => server.on("exit", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let told = "";
    server.stdout.on("data", (bytes) => {
      told += bytes;
      const [found] = /http:\/\/\S+/.exec(told) ?? [];
      if (found) resolve(found);
    });
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`aeroplane serve ended with ${code}: ${told}`)));
  });
  return {
    address,
    process: server,
    end: async (signal = "SIGTERM") => {
      server.kill(signal);
      await stopped;
    },
  };
}

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const data = new_folder();
  const server = await started(data);
  project.provide("address", server.address);
  return async () => {
    await server.end();
    rmSync(data, { recursive: true });
  };
}
