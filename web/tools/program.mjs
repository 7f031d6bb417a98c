// The release program on the built page, and a Chromium, for the tools that look at both.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"].concat([
  "--no-first-run",
  "--disable-background-networking",
]);

/** Its address, and how to stop it. */
export async function serve() {
  const server = spawn(`${ROOT}build/release/aeroplane`, ["serve", "--port", "0"]);
  const address = await new Promise((resolve, reject) => {
    server.stdout.on("data", (bytes) => resolve(/http:\/\/\S+/.exec(bytes)[0]));
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`aeroplane serve ended with ${code}`)));
  });
  return { address, stop: () => server.kill() };
}
