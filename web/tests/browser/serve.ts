// Starts `aeroplane serve` on the built page for all browser tests, and stops it after them.
import { spawn } from "node:child_process";
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

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const server = spawn(AEROPLANE, ["serve", "--port", "0", "--web", `${ROOT}build/web`], {
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "pipe", "inherit"],
  });
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
  project.provide("address", address);
  return async () => {
    server.kill();
    await stopped;
  };
}
