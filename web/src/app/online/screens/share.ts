// The link of a table to others: by what the device has for sending, else copied.
import { say } from "../../../text/text.svelte";
import { toast } from "../../shell/toasts.svelte";

export const can_send = typeof navigator.share === "function";

export async function send(address: string): Promise<void> {
  try {
    await navigator.share({ title: say("web.room.share_title"), url: address });
  } catch {
    // The person has changed their mind.
  }
}

/** False where the browser does not let the page copy; that has been said. */
export async function copy(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address);
    toast(say("web.replay.share.copied"));
    return true;
  } catch {
    toast(say("web.room.not_copied"));
    return false;
  }
}
