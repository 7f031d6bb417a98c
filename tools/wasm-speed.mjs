#!/usr/bin/env node
// How long the strongest bot thinks in a page, and how long the analysis of a game takes, in the
// module that the page loads for both, on one thread: node tools/wasm-speed.mjs, after build_page.
import { open_door } from "../apps/wasm/tests/door.mjs";

const ROLLS = 400;
const PLIES = 1; // that the page's analysis looks ahead
const door = await open_door("build/page/aeroplane-strong.wasm", "libs/eval/net/standard.net");

function ask(operation, request) {
  const begin = performance.now();
  const { value, problems } = door[operation](request);
  if (problems) throw new Error(`${operation}: ${JSON.stringify(problems)}`);
  return { value, ms: performance.now() - begin };
}

// Plays on, and adds the milliseconds of a choice between two moves or more.
function next_scene({ record, phase, turn: seat, ply, choices }, times) {
  if (phase === "roll") return ask("roll", { record, seat, ply }).value;
  const { value, ms } = ask("bot_move", { record });
  if (choices.length > 1) times.push(ms);
  return ask("choose", { record, seat, ply, move: value.move }).value;
}

function show(what, times) {
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.floor(part * (times.length - 1))].toFixed(1).padStart(8);
  console.log(`${what.padEnd(28)}${String(times.length).padStart(7)}${at(0.5)}${at(0.95)}${at(1)}`);
}

console.log(`${"ms".padEnd(28)}  times  median     p95     most`);
for (const seats of ["RB", "RYBG"]) {
  const choices = [];
  const games = [];
  for (const seed of ["1", "2", "3"]) {
    const players = [...seats].map((seat) => ({ seat, name: "", bot: "champion" }));
    let scene = ask("begin", { rules: "standard", players, seed, first: "", tags: [] }).value;
    while (scene.phase !== "over") scene = next_scene(scene, choices);
    const request = { record: scene.record, plies: PLIES, from: 0, until: scene.entries };
    const { value, ms } = ask("analyse", request);
    games.push((ms * ROLLS) / value.rolls_in_all);
  }
  show(`${seats}: a choice of champion`, choices);
  show(`${seats}: ${ROLLS} rolls analysed`, games);
}
