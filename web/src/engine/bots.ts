// The bots, off the main thread. A worker that dies or does not answer is replaced, and what it was
// asked the module of this thread answers.
import type { Answer, Door } from "./door";

export interface Question {
  ask: "bot_move" | "hint";
  record: string;
  bot: string; // whose move it is; a worker may know bots that the door does not
  limit_ms: number; // how long a bot may think
}
export interface Asked extends Question {
  id: number;
}
export interface Answered {
  id: number;
  answer: Answer<{ move: string }>;
}

export const LIMIT_MS = 300;
const PATIENCE_MS = 10_000;

/** What is needed of a Worker. */
export interface Thread {
  postMessage(asked: Asked): void;
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
  #waiting = new Map<number, (answer: Answer<{ move: string }> | null) => void>();
  #last = 0;

  constructor(door: Door, start: () => Thread = start_worker) {
    this.#door = door;
    this.#start = start;
  }

  /** The move of the bot on turn, with a roll waiting. */
  move(record: string, bot: string, limit_ms = LIMIT_MS): Promise<Answer<{ move: string }>> {
    return this.#ask({ ask: "bot_move", record, bot, limit_ms });
  }

  /** A good move for the seat on turn, with a roll waiting. */
  hint(record: string, limit_ms = LIMIT_MS): Promise<Answer<{ move: string }>> {
    return this.#ask({ ask: "hint", record, bot: "", limit_ms });
  }

  close(): void {
    this.#give_up();
  }

  async #ask(question: Question): Promise<Answer<{ move: string }>> {
    const answer = await this.#ask_thread(question);
    return answer ?? this.#door[question.ask]({ record: question.record });
  }

  // Null where the thread has no answer.
  #ask_thread(question: Question): Promise<Answer<{ move: string }> | null> {
    return new Promise((resolve) => {
      const id = ++this.#last;
      const timer = setTimeout(() => this.#give_up(), question.limit_ms + PATIENCE_MS);
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
