import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Facts } from "../../../engine/door";
import { text } from "../../../text/text.svelte";
import { real_door } from "../../replay/door.fixture";
import { address_of_table, code_of, halves } from "./code";
import { my_name, remember_name, typed_name } from "./me";
import {
  count_of,
  EMPTY,
  fault_of,
  HERE,
  kept_plan,
  LINK,
  type Plan,
  people_of,
  placed,
  plan_of,
  settings_of,
} from "./plan";
import { in_order, type Running } from "./running";
import { span_words, timer_words } from "./span";
import { take_wanted, want_seats } from "./wanted";

let facts: Facts;
beforeAll(async () => {
  facts = (await real_door()).facts();
  await text.speak("en");
  await text.whole();
});
beforeEach(() => localStorage.clear());

describe("a code", () => {
  it("is read as people type it, and out of a link", () => {
    expect(code_of(" k7m2q-4t8xz ")).toBe("K7M2Q4T8XZ");
    expect(code_of("oOlLiI")).toBe("001111");
    expect(code_of("u!é")).toBe("");
    expect(code_of("https://example.org/play/#/t/K7M2Q4T8XZ")).toBe("K7M2Q4T8XZ");
    expect(code_of("K7M2Q4T8XZ99")).toBe("K7M2Q4T8XZ99");
  });

  it("is shown in halves, and is part of the table's address", () => {
    expect(halves("K7M2Q4T8XZ")).toEqual(["K7M2Q", "4T8XZ"]);
    location.hash = "#/online";
    expect(address_of_table("K7M2Q4T8XZ")).toBe(location.href.replace("online", "t/K7M2Q4T8XZ"));
  });
});

describe("a name", () => {
  it("has as many letters as people count, and none that cannot be seen", () => {
    const family = "👨‍👩‍👧‍👦";
    expect(typed_name(family.repeat(25))).toBe(family.repeat(20));
    expect(typed_name("A\u202ey\u0000şe ")).toBe("Ayşe ");
    expect(typed_name("s\u0327")).toBe("ş");
  });

  it("is remembered tidy", () => {
    expect(my_name()).toBe("");
    remember_name("  Ayşe ");
    expect(my_name()).toBe("Ayşe");
  });
});

describe("the plan of a table", () => {
  const sits = ({ places }: Pick<Plan, "places">) => places.map((place) => place.sits).join(" ");

  it("is for two who sit opposite each other, by the first preset, with a minute's time", () => {
    remember_name("Ayşe");
    const plan = kept_plan(facts);
    expect(sits(plan)).toBe("here empty link empty");
    expect(people_of(plan)).toEqual([{ seat: "R", name: "Ayşe" }]);
    expect(settings_of(plan)).toEqual({
      rules: "standard",
      chairs: [
        { seat: "R", bot: "" },
        { seat: "B", bot: "" },
      ],
      pace: "live",
      seconds: 60,
    });
    expect(fault_of(plan)).toBeNull();
  });

  it("follows how many play, and keeps bots that were chosen", () => {
    let { places } = plan_of(null, facts);
    places = placed(4, places);
    expect(sits({ places })).toBe("here link link link");
    places = places.map((place) => (place.seat === "Y" ? { ...place, sits: "greedy" } : place));
    places = placed(3, places);
    expect(sits({ places })).toBe("here greedy link empty");
    expect(count_of(places)).toBe(3);
    expect(sits({ places: placed(2, places) })).toBe("here empty link empty");
    const plan = { ...plan_of(null, facts), places };
    expect(settings_of(plan).chairs[1]).toEqual({ seat: "Y", bot: "greedy" });
  });

  it("over days counts in seconds", () => {
    const plan = { ...plan_of(null, facts), pace: "days" as const, days: 7 };
    expect(settings_of(plan)).toMatchObject({ pace: "days", seconds: 604_800 });
  });

  it("tells what is missing", () => {
    const plan = plan_of(null, facts);
    const with_sits = (...all: string[]): Plan => ({
      ...plan,
      places: plan.places.map((place, i) => ({ ...place, name: "Ayşe", sits: all[i] ?? EMPTY })),
    });
    expect(fault_of(plan)).toBe("nameless");
    expect(fault_of(with_sits(HERE))).toBe("too_few");
    expect(fault_of(with_sits("greedy", "greedy"))).toBe("no_person");
    expect(fault_of(with_sits(HERE, HERE))).toBe("same_name");
    expect(fault_of(with_sits(HERE, LINK))).toBeNull();
    expect(fault_of(with_sits(LINK, LINK))).toBeNull();
  });

  it("comes out of anything at all", () => {
    const usual = plan_of(null, facts);
    for (const anything of [7, "x", [], { places: 3 }, { places: [null, { seat: "Q" }] }]) {
      expect(plan_of(anything, facts)).toEqual(usual);
    }
    const strange = { pace: "soon", seconds: 31, days: 2, rules: 5, preset: "none" };
    expect(plan_of(strange, facts)).toEqual(usual);
    expect(plan_of(JSON.parse(JSON.stringify(usual)), facts)).toEqual(usual);
  });
});

it("people who are to sit down are told once", () => {
  want_seats("K7M2Q4T8XZ", [{ seat: "R", name: "Ayşe" }]);
  expect(take_wanted("0000000000")).toEqual([]);
  expect(take_wanted("K7M2Q4T8XZ")).toHaveLength(1);
  expect(take_wanted("K7M2Q4T8XZ")).toEqual([]);
});

it("how long something takes is said by its largest unit", () => {
  expect([0, 1, 59.9, 90, 119].map(span_words)).toEqual(
    ["0 seconds", "1 second", "59 seconds"].concat("90 seconds", "119 seconds"),
  );
  expect([120, 3599, 3600, 86_399, 86_400, 604_800].map(span_words)).toEqual(
    ["2 minutes", "59 minutes", "1 hour", "23 hours", "1 day"].concat("7 days"),
  );
  expect(timer_words(0)).toBe("No time limit.");
  expect(timer_words(30)).toContain("30 seconds for each roll and each move");
});

it("games where it is one's turn come first, then those that wait longest", () => {
  const game = (code: string, is_your_turn: boolean, waited_ms: number) =>
    ({ code, is_your_turn, waited_ms }) as Running;
  const games = [game("a", false, 9), game("b", true, 1), game("c", true, 2), game("d", false, 99)];
  expect(in_order(games).map(({ code }) => code)).toEqual(["c", "b", "d", "a"]);
});
