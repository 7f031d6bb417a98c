// Short messages that come and go by themselves. What a person has to answer is no toast.
export interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
}

const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 15000;
const SHOWN_AT_ONCE = 3;

class Toasts {
  list: readonly Toast[] = $state.raw([]);
  #last = 0;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** Shows a message and has screen readers say it. */
  show(text: string, action?: Toast["action"]): void {
    for (const old of this.list.slice(0, -(SHOWN_AT_ONCE - 1))) this.close(old.id);
    const id = ++this.#last;
    this.list = [...this.list, { id, text, ...(action ? { action } : {}) }];
    this.go_on(id);
  }

  close(id: number): void {
    this.hold(id);
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  /** Keeps a message for as long as someone points at it. */
  hold(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  go_on(id: number): void {
    const toast = this.list.find((each) => each.id === id);
    if (!toast) return;
    this.hold(id);
    const ms = toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
    this.#timers.set(
      id,
      setTimeout(() => this.close(id), ms),
    );
  }
}

export const toasts = new Toasts();

export function toast(text: string, action?: Toast["action"]): void {
  toasts.show(text, action);
}
