// The module in a thread of its own, for what takes time.
import url from "aeroplane.wasm?url";
import type { Answered, Asked } from "./bots";
import { open_door } from "./engine";

// As bytes: a server may not know the type of such files.
const opened = fetch(url)
  .then((response) => response.arrayBuffer())
  .then(open_door);

addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  try {
    const door = await opened;
    const answered: Answered = { id: data.id, answer: door[data.ask]({ record: data.record }) };
    postMessage(answered);
  } catch (error) {
    reportError(error); // the page sees that this thread is of no use
  }
});
