// The analysis of a game, in a thread of its own so that it can be stopped at any moment.
import type { AnalysedRoll, AnalysedSeat, AnalyseRequest, AnalysisPart, Answer } from "./door";

export interface Asked {
  id: number;
  ask: "analyse";
  request: AnalyseRequest;
}
export interface Answered {
  id: number;
  answer: Answer<AnalysisPart>;
}

/** What is known of a game: all of it once `rolls` are `rolls_in_all`. */
export interface Known {
  rolls_in_all: number;
  rolls: AnalysedRoll[];
  seats: AnalysedSeat[];
}

/** What is needed of a Worker. */
export interface Thread {
  postMessage(asked: Asked): void;
  onmessage: ((event: MessageEvent<Answered>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

const PLIES = 1;
const AT_ONCE = 20; // rolls

function start_worker(): Thread {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

export class Analyst {
  readonly #start: () => Thread;
  #thread: Thread | null = null;

  constructor(start: () => Thread = start_worker) {
    this.#start = start;
  }

  /** Tells what is known after every few rolls, the last time all; or that it cannot be done. What
      ran before is stopped. */
  run(record: string, told: (known: Known) => void, failed: () => void): void {
    this.stop();
    const known: Known = { rolls_in_all: 0, rolls: [], seats: [] };
    const fail = () => {
      this.stop();
      failed();
    };
    const ask = () => {
      const from = known.rolls.length;
      const request = { record, plies: PLIES, from, until: from + AT_ONCE };
      this.#thread?.postMessage({ id: from, ask: "analyse", request });
    };
    try {
      const thread = this.#start();
      this.#thread = thread;
      thread.onerror = (event) => {
        event.preventDefault(); // it is dealt with here, and no error of the page
        fail();
      };
      thread.onmessage = ({ data: { answer } }) => {
        if ("problems" in answer) return fail();
        const { rolls_in_all, rolls, seats } = answer.value;
        Object.assign(known, { rolls_in_all, seats, rolls: [...known.rolls, ...rolls] });
        const is_done = known.rolls.length >= rolls_in_all;
        if (is_done) this.stop();
        told({ ...known });
        if (!is_done) ask();
      };
      ask();
    } catch {
      fail();
    }
  }

  stop(): void {
    this.#thread?.terminate();
    this.#thread = null;
  }
}
