// The module in a thread of its own, for what takes time. What is the better for the net is asked of
// a larger module that has it; both are fetched when they are first needed.
import url from "aeroplane.wasm?url";
import strong_url from "aeroplane-strong.wasm?url";
import net_url from "standard.net?url";
import type { Asked as Analysed } from "./analyst";
import type { Asked, Wish } from "./bots";
import type { Door } from "./door";
import { open_door, open_engine } from "./engine";

// As bytes: a server may not know the type of such files.
async function bytes_of(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

async function open_strong(): Promise<Door> {
  const [module, net] = await Promise.all([bytes_of(strong_url), bytes_of(net_url)]);
  const { door, take_net } = await open_engine(module);
  if (!take_net(net)) throw new Error(`${net_url}: not a net of this module`);
  return door;
}

const HINT_WAITS_MS = 4000;

const opened = bytes_of(url).then(open_door);
let strong: Promise<Door> | null = null;

/** The one with the net; the next question tries once more where it does not come. */
function strong_door(): Promise<Door> {
  strong ??= open_strong().catch((error) => {
    strong = null;
    throw error;
  });
  return strong;
}

// Without the net a hint is a simpler one, and what needs it is refused in words.
function door_for(asked: Asked | Analysed): Promise<Door> {
  if (asked.ask === "bot_move" && !asked.needs_net) return opened;
  const best = strong_door().catch(() => opened);
  if (asked.ask !== "hint") return best;
  const soon = new Promise<Door>((resolve) => setTimeout(() => resolve(opened), HINT_WAITS_MS));
  return Promise.race([best, soon]);
}

addEventListener("message", async ({ data }: MessageEvent<Asked | Analysed | Wish>) => {
  if (data.ask === "prepare") {
    strong_door().catch(() => {}); // told when it is needed
    return;
  }
  try {
    const door = await door_for(data);
    const answer =
      data.ask === "analyse" ? door.analyse(data.request) : door[data.ask]({ record: data.record });
    postMessage({ id: data.id, answer });
  } catch (error) {
    reportError(error); // the page sees that this thread is of no use
  }
});
