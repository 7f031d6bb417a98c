// The bots, off the main thread. A worker that dies or does not answer is replaced, and what it was
// asked the module of this thread answers: but for bots that need the net, which only a worker has.
import type { Advice, Answer, Door } from "./door";

export interface Question {
  ask: "bot_move" | "hint";
  record: string;
  needs_net: boolean; // else a hint is the better for it, and a bot the same
}
export interface Asked extends Question {
  id: number;
}
/** That the net be there when it is needed; nothing is answered. */
export interface Wish {
  ask: "prepare";
}
export interface Answered {
  id: number;
  answer: Answer<Advice>;
}

const PATIENCE_MS = 10_000;
const PATIENCE_FOR_NET_MS = 60_000; // it may have to come over a slow network first

/** What is needed of a Worker. */
export interface Thread {
  postMessage(asked: Asked | Wish): void;
  onmessage: ((event: MessageEvent<Answered>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  terminate(): void;
}

function start_worker(): Thread {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

export class Bots {
  readonly #door: Door;
  readonly #start: () => Thread;
  #thread: Thread | null = null;
  #net_bots: readonly string[] | null = null;
  #waiting = new Map<number, (answer: Answer<Advice> | null) => void>();
  #last = 0;

  constructor(door: Door, start: () => Thread = start_worker) {
    this.#door = door;
    this.#start = start;
  }

  /** These bots will be asked: what they need may come already. */
  prepare(bots: readonly string[]): void {
    if (!bots.some((bot) => this.#needs_net(bot))) return;
    try {
      this.#thread ??= this.#started();
      this.#thread.postMessage({ ask: "prepare" });
    } catch {
      this.#give_up();
    }
  }

  /** The move of the bot on turn, with a roll waiting; refused as "door.no_net" where that is missing. */
  move(record: string, bot: string): Promise<Answer<Advice>> {
    return this.#ask({ ask: "bot_move", record, needs_net: this.#needs_net(bot) });
  }

  /** A good move for the seat on turn, with a roll waiting. */
  hint(record: string): Promise<Answer<Advice>> {
    return this.#ask({ ask: "hint", record, needs_net: false });
  }

  close(): void {
    this.#give_up();
  }

  #needs_net(bot: string): boolean {
    this.#net_bots ??= this.#door.facts().net_bots;
    return this.#net_bots.includes(bot);
  }

  async #ask(question: Question): Promise<Answer<Advice>> {
    const answer = await this.#ask_thread(question);
    return answer ?? this.#door[question.ask]({ record: question.record });
  }

  // Null where the thread has no answer.
  #ask_thread(question: Question): Promise<Answer<Advice> | null> {
    return new Promise((resolve) => {
      const id = ++this.#last;
      const timer = setTimeout(
        () => this.#give_up(),
        question.needs_net ? PATIENCE_FOR_NET_MS : PATIENCE_MS,
      );
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      try {
        this.#thread ??= this.#started();
        this.#thread.postMessage({ ...question, id });
      } catch {
        this.#give_up();
      }
    });
  }

  #started(): Thread {
    const thread = this.#start();
    thread.onmessage = ({ data }) => {
      this.#waiting.get(data.id)?.(data.answer);
      this.#waiting.delete(data.id);
    };
    thread.onerror = (event) => {
      event.preventDefault(); // it is dealt with here, and no error of the page
      this.#give_up();
    };
    thread.onmessageerror = () => this.#give_up();
    return thread;
  }

  // The next question starts a new thread.
  #give_up(): void {
    this.#thread?.terminate();
    this.#thread = null;
    for (const answer of this.#waiting.values()) answer(null);
    this.#waiting.clear();
  }
}
