// The rules of a table as a name and what differs from the standard ones.
import type { Door } from "../../engine/door";
import { rules_name } from "../words";

export interface RulesInWords {
  name: string;
  preset: string; // empty for rules of one's own
  changes: { key: string; value: string }[];
}

export function rules_in_words(door: Door, line: string): RulesInWords {
  const answer = door.rules({ rules: line });
  if ("problems" in answer) return { name: line, preset: "", changes: [] };
  const { preset, options, changed } = answer.value;
  const name = rules_name(answer.value);
  return { name, preset, changes: changed.map((key) => ({ key, value: options[key] ?? "" })) };
}
