// What a server does for people who are at no table yet: making one, and finding company.
import type { Done, Refused, TableSettings } from "../../wire/messages";
import { type Dialling, type LineState, Wire } from "../../wire/wire";
import { device_key, token_of } from "./device";
import { type Trouble, trouble_of } from "./table.svelte";

export interface Wish {
  rules: string;
  seats: number; // 2 … 4
  seconds: number;
  name: string;
}

export class Lobby {
  readonly #wire: Wire;
  readonly #matched: (code: string) => void;
  #wish: Wish | null = null;
  #seek_id = ""; // of the command that told it and was done

  line: LineState = $state("connecting");
  reason: Trouble | null = $state.raw(null);
  problem: Trouble | null = $state.raw(null);
  /** Looking for company. */
  is_seeking = $state(false);
  /** Something has been sent and not been answered. */
  is_waiting = $state(false);

  /** `matched` is called with the code of the table where a seat is taken. */
  constructor(
    matched: (code: string) => void = () => {},
    means: Partial<Pick<Dialling, "dial" | "random">> = {},
  ) {
    this.#matched = matched;
    this.#wire = new Wire(
      {
        line: (state, reason) => {
          this.line = state;
          this.reason = reason && trouble_of(reason);
          if (state === "closed") this.is_seeking = false;
          // A wish ends with the connection.
          if (state === "open" && this.is_seeking && !this.is_waiting && this.#wish)
            void this.seek(this.#wish);
        },
        clock: () => {},
        state: () => {},
        events: () => {},
        presence: () => {},
        said: () => {},
        matched: ({ table }) => {
          this.is_seeking = false;
          this.#matched(table);
        },
        withdrawn: (refused) => {
          if (!this.is_seeking || refused.id !== this.#seek_id) return;
          this.is_seeking = false;
          this.problem = trouble_of(refused);
        },
      },
      { ...means, token: token_of(device_key()), table: "" },
    );
  }

  /** Makes a table: its code, or null where that is refused. */
  async open(settings: TableSettings): Promise<string | null> {
    const answer = await this.#answer(this.#wire.command({ type: "open", settings }));
    return answer?.table ?? null;
  }

  async seek(wish: Wish): Promise<boolean> {
    this.#wish = wish;
    this.is_seeking = true;
    const answer = await this.#answer(this.#wire.command({ type: "seek", ...wish }));
    if (answer) this.#seek_id = answer.id;
    else this.is_seeking = false;
    return answer !== null;
  }

  async unseek(): Promise<boolean> {
    this.is_seeking = false;
    return (await this.#answer(this.#wire.command({ type: "unseek" }))) !== null;
  }

  close(): void {
    this.#wire.close();
  }

  async #answer(asked: Promise<Done | Refused>): Promise<Done | null> {
    this.problem = null;
    this.is_waiting = true;
    const answer = await asked;
    this.is_waiting = false;
    if (answer.type === "done") return answer;
    this.problem = trouble_of(answer);
    return null;
  }
}
