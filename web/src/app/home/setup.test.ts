import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Door, Facts } from "../../engine/door";
import { real_door } from "../replay/door.fixture";
import {
  EMPTY,
  LONGEST_NAME,
  missing,
  PERSON,
  pick_of,
  picked,
  plan_of,
  QUICK_PICKS,
  rules_with,
  setup_of,
  tidy_name,
  typed_name,
  typed_seed,
  usual_setup,
} from "./setup";

let door: Door;
let facts: Facts;
beforeAll(async () => {
  door = await real_door();
  facts = door.facts();
});

const sitting = (chairs: { sits: string }[]) => chairs.map(({ sits }) => sits);

describe("the table", () => {
  it("is at first one person at Red against three bots for newcomers", () => {
    const setup = usual_setup(facts);
    expect(sitting(setup.chairs)).toEqual([PERSON, "greedy", "greedy", "greedy"]);
    expect([setup.preset, setup.rules, setup.first]).toEqual(["standard", "standard", ""]);
    expect(pick_of(setup.chairs, facts)).toBe("bots");
  });

  it("is laid by quick picks, which keep names and the bots’ levels", () => {
    const { chairs } = usual_setup(facts);
    const named = chairs.map((chair, i) => ({ ...chair, name: `n${i}` }));
    const racer = named.map((chair, i) => (i === 1 ? { ...chair, sits: "race" } : chair));
    expect(sitting(picked("two", named, facts))).toEqual([PERSON, EMPTY, PERSON, EMPTY]);
    expect(sitting(picked("four", named, facts))).toEqual([PERSON, PERSON, PERSON, PERSON]);
    expect(sitting(picked("watch", racer, facts))).toEqual(["race", "race", "greedy", "greedy"]);
    expect(picked("four", racer, facts).map(({ name }) => name)).toEqual(["n0", "n1", "n2", "n3"]);
    for (const pick of QUICK_PICKS) expect(pick_of(picked(pick, named, facts), facts)).toBe(pick);
    const own = named.map((chair, i) => (i === 3 ? { ...chair, sits: EMPTY } : chair));
    expect(pick_of(own, facts)).toBeNull();
  });

  it("lacks a player until two sit there", () => {
    const setup = usual_setup(facts);
    const alone = setup.chairs.map((chair, i) => (i > 0 ? { ...chair, sits: EMPTY } : chair));
    expect(missing(setup)).toEqual([]);
    expect(missing({ ...setup, chairs: alone })).toEqual(["Y", "B", "G"]);
  });

  it("comes back from what was kept", () => {
    const setup = { ...usual_setup(facts), first: "B" as const, preset: "ludo" };
    expect(setup_of(JSON.parse(JSON.stringify(setup)), facts)).toEqual(setup);
  });

  it("is as usual where what was kept cannot be", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (anything) => {
        const setup = setup_of(anything, facts);
        expect(setup.chairs).toHaveLength(4);
      }),
    );
    const odd = setup_of(
      { chairs: [null, { seat: "R", sits: "wizard", name: 7 }], preset: "x", first: "Q" },
      facts,
    );
    expect(odd).toEqual(usual_setup(facts));
    const empty = usual_setup(facts);
    const chairs = empty.chairs.map((chair) => ({ ...chair, sits: EMPTY }));
    expect(setup_of({ ...empty, chairs, first: "R" }, facts).first).toBe("");
  });
});

describe("a name", () => {
  it("has no control characters, no more than 24 characters and no spaces around it", () => {
    expect(tidy_name("  Ayşe\u0007\n ")).toBe("Ayşe");
    expect(typed_name("Ay şe ")).toBe("Ay şe ");
    expect(tidy_name("\u202eevil")).toBe("evil");
    expect([...tidy_name("🛩️".repeat(40))]).toHaveLength(LONGEST_NAME);
    expect(tidy_name("王小明")).toBe("王小明");
  });

  it("is one that a record can keep, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (typed) => {
        const setup = usual_setup(facts);
        const chairs = setup.chairs.map((chair) => ({ ...chair, name: typed }));
        const begun = door.begin(plan_of({ ...setup, chairs }, "1", "2026-05-17"));
        if ("problems" in begun) throw new Error(JSON.stringify(begun.problems));
        expect(begun.value.seats[0]?.name).toBe(tidy_name(typed));
      }),
    );
  });
});

describe("the plan", () => {
  it("holds who plays, by which rules, from which seed, and who begins", () => {
    const setup = usual_setup(facts);
    const chairs = setup.chairs.map((chair, i) =>
      i === 0 ? { ...chair, name: " Ayşe " } : i === 3 ? { ...chair, sits: EMPTY } : chair,
    );
    const rules = rules_with(facts.presets[0]?.options ?? {}, "planes", "2");
    expect(plan_of({ ...setup, chairs, rules, first: "Y" }, "42", "2026-05-17")).toEqual({
      rules,
      players: [
        { seat: "R", name: "Ayşe", bot: "" },
        { seat: "Y", name: "", bot: "greedy" },
        { seat: "B", name: "", bot: "greedy" },
      ],
      seed: "42",
      first: "Y",
      tags: [{ name: "Date", value: "2026-05-17" }],
    });
    expect(plan_of({ ...setup, chairs, first: "G" }, "42", "").first).toBe("");
  });

  it("is one that the engine takes, for every option and value", () => {
    const setup = usual_setup(facts);
    for (const preset of facts.presets) {
      for (const { key, values } of facts.options) {
        for (const value of values) {
          const rules = rules_with(preset.options, key, value);
          const begun = door.begin(plan_of({ ...setup, rules }, "7", "2026-05-17"));
          if ("problems" in begun) throw new Error(JSON.stringify(begun.problems));
          const understood = door.rules({ rules: begun.value.rules });
          if ("problems" in understood) throw new Error(JSON.stringify(understood.problems));
          expect(understood.value.options).toEqual({ ...preset.options, [key]: value });
        }
      }
    }
  });

  it("takes for a seed what the engine does", () => {
    expect(typed_seed("4x2 ")).toBe("42");
    expect(typed_seed("007")).toBe("7");
    expect([typed_seed(""), typed_seed("0")]).toEqual(["", "0"]);
    expect(typed_seed("18446744073709551615")).toBe("18446744073709551615");
    expect(typed_seed("18446744073709551616")).toBe("1844674407370955161");
    for (const seed of ["0", "18446744073709551615"]) {
      expect(door.begin(plan_of(usual_setup(facts), seed, ""))).toHaveProperty("value");
    }
  });
});
