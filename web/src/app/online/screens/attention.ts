// Calls a person back to the table: the tab's title and picture, a sound, and where the person has
// allowed it a message of the system. Nothing of it while the page is looked at.
import { text } from "../../../text/text.svelte";
import { try_sound } from "../../loudness";
import { settings } from "../../settings.svelte";

const SIGN = "● ";
// The page's own picture, with a dot at its corner.
const BADGE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0b5c8f"/><path d="M12 40l8 4 30-22c-2-6-7-7-11-4l-8 5-15-8-6 3 10 11-7 4-5-2z" fill="#fff"/><circle cx="49" cy="15" r="14" fill="#d5322f" stroke="#fff" stroke-width="4"/></svg>`;

function icon(): HTMLLinkElement | null {
  return document.querySelector('link[rel="icon"]');
}

/** True when the page is out of sight, so that somebody has to be called. */
function is_away(): boolean {
  return document.hidden || !document.hasFocus();
}

/** Whether the system may be asked to show messages; only a page from a safe address can. */
export function may_ask(): boolean {
  return (
    "Notification" in window && window.isSecureContext && Notification.permission === "default"
  );
}

function may_tell(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

/** Asks the person; call it in answer to a press. */
export async function ask_to_tell(): Promise<boolean> {
  return (await Notification.requestPermission()) === "granted";
}

/** Says `words` outside the page until the person comes back; call what it gives to stop sooner. */
export function call_back(words: string): () => void {
  if (!is_away()) return () => {};
  const usual = icon()?.getAttribute("href") ?? null;
  icon()?.setAttribute("href", `data:image/svg+xml,${encodeURIComponent(BADGE)}`);
  // Whatever the screen calls itself meanwhile, the sign stays in its place.
  let own = document.title;
  const sign = () => {
    if (document.title.startsWith(SIGN)) return;
    own = document.title;
    document.title = `${SIGN}${words}`;
  };
  sign();
  const titles = new MutationObserver(sign);
  const title = document.querySelector("title");
  if (title) titles.observe(title, { childList: true });
  if (settings.volume > 0) try_sound("home");
  const message = may_tell() ? told(words) : null;

  const back = () => {
    if (!is_away()) stop();
  };
  const stop = () => {
    removeEventListener("focus", back);
    document.removeEventListener("visibilitychange", back);
    titles.disconnect();
    if (usual !== null) icon()?.setAttribute("href", usual);
    if (document.title.startsWith(SIGN)) document.title = own;
    message?.close();
  };
  addEventListener("focus", back);
  document.addEventListener("visibilitychange", back);
  return stop;
}

// Android has messages only from a service worker; there the title and the sound have to do.
function told(words: string): Notification | null {
  try {
    const message = new Notification(text.say("web.shell.name"), {
      body: words,
      icon: "./icon.svg",
      tag: "turn", // one message, however many turns were missed
    });
    message.onclick = () => {
      focus();
      message.close();
    };
    return message;
  } catch {
    return null;
  }
}
