// How planes travel: an event becomes a motion for every plane that changes its place.
import { CENTRE, has_finished, type Plane, planes_of, point_of } from "./places";
import { between, heading, length, minus, plus, times } from "./shapes";
import type { Geometry, Happening, Point } from "./types";

/** Where a plane is and how it looks at one moment. */
export interface Pose {
  at: Point;
  angle: number; // degrees
  scale: number;
  lift: number; // above the board, 0 on it
  bank: number; // 0 level … 1 on its side
}

export interface Motion {
  duration_ms: number;
  pose(t: number): Pose; // t is 0…1
}

const STEP_MS = 140;
const JUMP_MS = 350;
const FLIGHT_MS = 800;
const TUMBLE_MS = 600;
const TAKE_OFF_MS = 420;
const FINISH_MS = 700;
const SETTLE_MS = 200;

const smooth = (t: number): number => t * t * (3 - 2 * t);
const arch = (t: number): number => 4 * t * (1 - t); // 0 at both ends, 1 half-way
const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
/** Part of t that lies between two moments, as 0…1. */
const within = (t: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (t - from) / (to - from)));

/** The shortest way from one heading to another. */
function swing(from: number, to: number, t: number): number {
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return from + turn * t;
}

function standing(plane: Plane): Pose {
  return { at: plane.at, angle: plane.angle, scale: plane.scale, lift: 0, bank: 0 };
}

/** A hop from square to square; it turns while it is in the air. */
function walk(from: Plane, to: Plane, points: Point[]): Motion {
  const hops = points.length - 1;
  const facing = points.slice(1).map((point, i) => heading(points[i] as Point, point));
  return {
    duration_ms: hops * STEP_MS,
    pose(t) {
      const hop = Math.min(Math.floor(t * hops), hops - 1);
      const part = t * hops - hop;
      const before = hop === 0 ? from.angle : (facing[hop - 1] as number);
      const angle = swing(before, facing[hop] as number, smooth(within(part, 0, 0.5)));
      const last = hop === hops - 1 ? smooth(within(part, 0.6, 1)) : 0;
      return {
        at: between(points[hop] as Point, points[hop + 1] as Point, smooth(part)),
        angle: swing(angle, to.angle, last),
        scale: mix(from.scale, to.scale, t),
        lift: 0.28 * arch(part),
        bank: 0,
      };
    },
  };
}

function jump(from: Plane, to: Plane): Motion {
  const course = heading(from.at, to.at);
  return {
    duration_ms: JUMP_MS,
    pose: (t) => ({
      at: between(from.at, to.at, smooth(t)),
      angle: swing(
        swing(from.angle, course, smooth(within(t, 0, 0.3))),
        to.angle,
        within(t, 0.7, 1),
      ),
      scale: mix(from.scale, to.scale, t),
      lift: arch(t),
      bank: 0,
    }),
  };
}

/** Along the dashed line: it banks into the line, climbs, and comes down level. */
function fly(from: Plane, to: Plane): Motion {
  const course = heading(from.at, to.at);
  return {
    duration_ms: FLIGHT_MS,
    pose: (t) => ({
      at: between(from.at, to.at, smooth(within(t, 0.08, 1))),
      angle: swing(
        swing(from.angle, course, smooth(within(t, 0, 0.25))),
        to.angle,
        smooth(within(t, 0.82, 1)),
      ),
      scale: mix(from.scale, to.scale, t),
      lift: 1.5 * smooth(within(t, 0.05, 0.4)) * (1 - smooth(within(t, 0.6, 1))),
      bank: 0.55 * (arch(within(t, 0.02, 0.4)) - 0.7 * arch(within(t, 0.7, 1))),
    }),
  };
}

function take_off(from: Plane, to: Plane): Motion {
  const course = heading(from.at, to.at);
  return {
    duration_ms: TAKE_OFF_MS,
    pose: (t) => ({
      at: between(from.at, to.at, smooth(t)),
      angle: swing(
        swing(from.angle, course, smooth(within(t, 0, 0.4))),
        to.angle,
        smooth(within(t, 0.6, 1)),
      ),
      scale: mix(from.scale, to.scale, smooth(t)),
      lift: 0.12 * arch(t),
      bank: 0,
    }),
  };
}

/** Knocked off its square: it tumbles to its hangar in an arc on the side of the centre. */
function tumble(from: Plane, to: Plane, centre: Point): Motion {
  const way = minus(to.at, from.at);
  const inwards = minus(centre, between(from.at, to.at, 0.5));
  const side = Math.sign(way.x * inwards.y - way.y * inwards.x) || 1;
  const aside = times({ x: -way.y, y: way.x }, side * Math.min(0.18, 1.2 / (length(way) || 1)));
  const spin = to.angle - from.angle + 720;
  return {
    duration_ms: TUMBLE_MS,
    pose: (t) => ({
      at: plus(between(from.at, to.at, smooth(t)), times(aside, arch(smooth(t)))),
      angle: from.angle + spin * (1 - (1 - t) ** 2),
      scale: mix(from.scale, to.scale, t),
      lift: 0.9 * arch(t),
      bank: 0,
    }),
  };
}

/** From the centre to its hangar, where it is turned face down. */
function finish(centre: Point, from: Pose, to: Plane): Motion {
  return {
    duration_ms: FINISH_MS,
    pose: (t) => ({
      at: between(centre, to.at, smooth(within(t, 0.3, 1))),
      angle: swing(from.angle, to.angle, smooth(within(t, 0.3, 1))),
      scale: mix(from.scale, to.scale, t),
      lift: 0.8 * arch(t),
      bank: smooth(within(t, 0.55, 1)),
    }),
  };
}

/** Makes room, or takes it. */
function settle(from: Plane, to: Plane): Motion {
  return {
    duration_ms: SETTLE_MS,
    pose: (t) => ({
      at: between(from.at, to.at, smooth(t)),
      angle: swing(from.angle, to.angle, smooth(t)),
      scale: mix(from.scale, to.scale, smooth(t)),
      lift: 0,
      bank: 0,
    }),
  };
}

function after(first: Motion, second: Motion): Motion {
  const whole = first.duration_ms + second.duration_ms;
  const part = first.duration_ms / whole;
  return {
    duration_ms: whole,
    pose: (t) => (t < part ? first.pose(t / part) : second.pose(within(t, part, 1))),
  };
}

function motion_of(geometry: Geometry, happening: Happening, from: Plane, to: Plane): Motion {
  switch (happening.kind) {
    case "took_off":
      return take_off(from, to);
    case "jumped":
      return jump(from, to);
    case "flew":
      return fly(from, to);
    case "walked": {
      const inner = happening.path.slice(1, -1).map((step) => point_of(geometry, from.seat, step));
      if (!has_finished(to)) return walk(from, to, [from.at, ...inner, to.at]);
      const centre = point_of(geometry, from.seat, CENTRE);
      const arriving = walk(from, { ...to, angle: from.angle }, [from.at, ...inner, centre]);
      return after(arriving, finish(centre, arriving.pose(1), to));
    }
    default:
      return tumble(from, to, { x: geometry.size / 2, y: geometry.size / 2 });
  }
}

/** The planes that an event moves. */
export function moved_by(planes: Plane[], happening: Happening): Plane[] {
  const { before, after: left, kind } = happening;
  if (!before) return [];
  const riders = planes_of(planes, before);
  return kind === "recalled" ? riders.slice(left?.size ?? 0) : riders;
}

/** The motion of every plane whose place differs, by the plane's id. */
export function motions(
  geometry: Geometry,
  happening: Happening,
  before: Plane[],
  afterwards: Plane[],
): Map<string, Motion> {
  const riders = new Set(moved_by(before, happening).map((plane) => plane.id));
  const found = new Map<string, Motion>();
  for (const to of afterwards) {
    const from = before.find((plane) => plane.id === to.id);
    if (!from) continue;
    if (riders.has(to.id) && happening.kind !== "stacked") {
      found.set(to.id, motion_of(geometry, happening, from, to));
    } else if (length(minus(from.at, to.at)) > 0 || from.scale !== to.scale) {
      found.set(to.id, settle(from, to));
    }
  }
  return found;
}

const SAMPLE_MS = 20;
const percent = (value: number): string => `${Math.round(value * 10000) / 100}%`;
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Styles of a plane's three elements: its place, its shadow, its body. Only transforms. */
export interface Look {
  place: string;
  shadow: string;
  body: string;
}

export function look(pose: Pose): Look {
  const { at, angle, scale, lift, bank } = pose;
  const turn = `rotate(${rounded(angle)}deg)`;
  const size = scale * (1 + 0.3 * lift);
  return {
    place: `translate(${percent(at.x - 0.5)}, ${percent(at.y - 0.5)})`,
    shadow: `translate(${percent(0.05 + 0.3 * lift)}, ${percent(0.07 + 0.4 * lift)}) ${turn} scale(${rounded(scale)})`,
    body: `${turn} scale(${rounded(size * (1 - bank))}, ${rounded(size)})`,
  };
}

export function look_of(plane: Plane): Look {
  return look(standing(plane));
}

/** Keyframes of a motion for the three elements. */
export function keyframes(motion: Motion): Record<keyof Look, Keyframe[]> {
  const count = Math.max(2, Math.ceil(motion.duration_ms / SAMPLE_MS));
  const looks = Array.from({ length: count + 1 }, (_, i) => look(motion.pose(i / count)));
  return {
    place: looks.map(({ place }) => ({ transform: place })),
    shadow: looks.map(({ shadow }) => ({ transform: shadow })),
    body: looks.map(({ body }) => ({ transform: body })),
  };
}
