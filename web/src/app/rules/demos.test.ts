import { beforeAll, describe, expect, it } from "vitest";
import type { Door, Happening, Scene } from "../../engine/door";
import { real_door } from "../replay/door.fixture";
import {
  type Demo,
  MINUTE,
  OPTIONS,
  page_of,
  plain_demo,
  RULES,
  record_of,
  value_demo,
} from "./demos";

let door: Door;
beforeAll(async () => {
  door = await real_door();
});

interface Course {
  happened: Happening[];
  last: Scene;
}

function course_of(demo: Demo): Course {
  const record = record_of(demo);
  const happened: Happening[] = [];
  for (let entry = 0; ; ++entry) {
    const answer = door.at({ record, entry });
    if ("problems" in answer) throw new Error(`${record}${JSON.stringify(answer.problems)}`);
    happened.push(...answer.value.happened);
    if (entry === answer.value.entries) return { happened, last: answer.value };
  }
}

function see_that_it_keeps_its_promise(demo: Demo): Course {
  const course = course_of(demo);
  const kinds = course.happened.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining([...demo.shows]));
  return course;
}

/** What a person sees of a demo, in short. */
const seen = ({ happened, last }: Course) =>
  `${happened.map(({ kind, value }) => `${kind} ${value}`).join(", ")} | ${last.position}`;

describe("pages", () => {
  it("have every option of the rules on exactly one of them", () => {
    const keys = door.facts().options.map(({ key }) => key);
    expect(Object.values(OPTIONS).flat().sort()).toEqual([...keys].sort());
    for (const key of keys) expect(page_of(key)).toBeDefined();
    expect(page_of("nothing")).toBeUndefined();
  });

  it("have something to show each", () => {
    for (const rule of RULES) {
      const demo = plain_demo(rule);
      if (demo) see_that_it_keeps_its_promise(demo);
      else expect(OPTIONS[rule].length).toBeGreaterThan(0);
    }
  });
});

describe("the game in one minute", () => {
  it("goes from the hangar to the centre", () => {
    const { last } = see_that_it_keeps_its_promise(MINUTE);
    expect(last.phase).toBe("over");
    expect(last.order).toEqual(["R", "B"]);
  });
});

describe("every value of every option", () => {
  it("is shown under that value, legally, with what is promised", () => {
    for (const { key, values } of door.facts().options) {
      for (const value of values) {
        const { last } = see_that_it_keeps_its_promise(value_demo(key, value));
        const rules = door.rules({ rules: last.rules });
        expect("value" in rules && rules.value.options[key]).toBe(value);
        // Nothing else than this value differs from standard, so that it alone is seen.
        const is_usual = value === values[0];
        expect("value" in rules && rules.value.changed).toEqual(is_usual ? [] : [key]);
      }
    }
  });

  it("looks different from the other values of the option", () => {
    for (const { key, values } of door.facts().options) {
      const courses = values.map((value) => seen(course_of(value_demo(key, value))));
      expect(new Set(courses).size, key).toBe(values.length);
    }
  });

  it("differs by the rules and not by the dice alone, where the same can be played", () => {
    for (const [key, one, other] of [
      ["sixes", "moved", "void"],
      ["sixes", "moved", "all"],
      ["sixes", "all", "every"],
      ["recall", "on", "off"],
      ["crossing", "on", "off"],
      ["stackhit", "stack", "both"],
      ["stackhit", "both", "hitter"],
    ] as const) {
      const [a, b] = [value_demo(key, one), value_demo(key, other)];
      expect([a.start, a.play]).toEqual([b.start, b.play]);
    }
  });
});

it("is an error to ask for a value that there is not", () => {
  expect(() => value_demo("stack", "sometimes")).toThrow("stack=sometimes");
});
