// @vitest-environment node
// The verifier here and the one in C++, over records that the C++ side makes up: many are right, and
// in many something was changed. AERO_FAIR_CASES names the program that makes them; AERO_FAIR_COUNT
// says how many, and AERO_FAIR_SEED which ones.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { read_record } from "./read";
import { type Verdict, verify } from "./verify";

const PROGRAM = process.env.AERO_FAIR_CASES;
const COUNT = Number(process.env.AERO_FAIR_COUNT ?? 300);
const SEED = process.env.AERO_FAIR_SEED ?? "1";

interface Case {
  twin: object;
  text: string;
  verdict: object;
}

async function* cases(): AsyncGenerator<Case> {
  const program = spawn(PROGRAM ?? "", [SEED, String(COUNT)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(program.stdout)) yield JSON.parse(line);
}

/** In the words of the other side. */
function told({ report, faults }: Verdict): object {
  if (faults) {
    return {
      faults: faults.map((fault) => ({
        ...fault,
        arguments: Object.fromEntries(
          Object.entries(fault.arguments).map(([name, value]) => [name, String(value)]),
        ),
      })),
    };
  }
  return { table: report.table, rolls: report.rolls.length, without: report.without };
}

test.skipIf(!PROGRAM)(
  "both verifiers say the same",
  async () => {
    let right = 0;
    let wrong = 0;
    for await (const { twin, text, verdict } of cases()) {
      const record = read_record(JSON.stringify(twin));
      expect(read_record(text)).toEqual(record);
      expect(told(verify(record)), text).toEqual(verdict);
      if ("faults" in verdict) wrong += 1;
      else right += 1;
    }
    expect(right + wrong).toBe(COUNT);
    expect(Math.min(right, wrong)).toBeGreaterThan(COUNT / 5);
  },
  60_000 + COUNT * 100,
);
