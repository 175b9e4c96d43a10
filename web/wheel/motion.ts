// How the wheel moves: wound up while it is not known where to stop, thrown when it is, slowed by friction, held by a
// peg and rocked to its place. Pure: never reads a clock. The browser's compositor plays the same curves.
import { normalise } from './geometry.ts';

/** The way of a movement at a share of its time, both 0 to 1. */
interface Curve {
  /**
   * The same curve for the browser. With its x at thirds a Bézier's x is the time itself, so that the two are one and
   * the same cubic, not an approximation; older phones know this form and do not know `linear()`.
   */
  readonly easing: string;
  done(share: number): number;
  /** `done` read backwards. */
  when(done: number): number;
}

const bezier = (one: number, other: number): string =>
  `cubic-bezier(${1 / 3}, ${one}, ${2 / 3}, ${other})`;

/** A hand that pulls: at once, and ever harder to go on. */
const pull: Curve = {
  easing: bezier(2 / 3, 1),
  done: (share) => 1 - (1 - share) ** 2,
  when: (done) => 1 - Math.sqrt(1 - done),
};

/** A spring let go: the same force all the way, from standing. */
const launch: Curve = {
  easing: bezier(0, 1 / 3),
  done: (share) => share ** 2,
  when: (done) => Math.sqrt(done),
};

/** Friction: fast at once, slower all the way, so that the last peg before the end is a long wait. */
const run: Curve = {
  easing: bezier(1, 1),
  done: (share) => 1 - (1 - share) ** 3,
  when: (done) => 1 - Math.cbrt(1 - done),
};

/** From standing to standing. */
const rock: Curve = {
  easing: bezier(0, 1),
  done: (share) => share ** 2 * (3 - 2 * share),
  when: (done) => 0.5 - Math.sin(Math.asin(1 - 2 * done) / 3),
};

/** One movement after the other: `ms` is its length, `to` the rotation in degrees at its end. */
interface Leg {
  readonly ms: number;
  readonly to: number;
  readonly curve: Curve;
}

/** What the wheel does from a moment on. */
export interface Motion {
  readonly from: number;
  readonly to: number;
  readonly ms: number;
  readonly legs: readonly Leg[];
}

function motion(from: number, legs: readonly Leg[]): Motion {
  const ms = legs.reduce((sum, leg) => sum + leg.ms, 0);
  return { from, to: legs.at(-1)?.to ?? from, ms, legs };
}

/** How long a spin takes from the last pull to rest. */
export const spinMs = 6000;

/** How long the calm change of position takes where motion is unwelcome. */
export const calmMs = 400;

const pullMs = 240;
const launchMs = 300;
const [rockBackMs, rockHomeMs] = [280, 260];
const runMs = spinMs - pullMs - launchMs - rockBackMs - rockHomeMs;

/** Degrees: the last pull; how far the wheel runs into the next peg, and how far that throws it back. */
const pullBy = 10;
const [holdBy, rockBy] = [4, 0.8];

/** A spin from where the wheel stands to where it must come to rest, clockwise. */
export function spinMotion(from: number, to: number): Motion {
  const drawn = from - pullBy;
  const held = to + holdBy;
  // The spring's last speed is friction's first one: `run` starts at 3 times its mean speed, `launch` ends at twice its.
  const speed = (held - drawn) / (launchMs / 2 + runMs / 3);
  return motion(from, [
    { ms: pullMs, to: drawn, curve: pull },
    { ms: launchMs, to: drawn + (speed * launchMs) / 2, curve: launch },
    { ms: runMs, to: held, curve: run },
    { ms: rockBackMs, to: to - rockBy, curve: rock },
    { ms: rockHomeMs, to, curve: rock },
  ]);
}

/** From the launch to the peg that holds: when a spin only turns on, and then only slows down. */
export const spinParts = {
  launchedMs: pullMs + launchMs,
  heldMs: pullMs + launchMs + runMs,
};

const [tugMs, tugPauseMs, tugBy] = [380, 620, 13];
const tugs = 16;

/** The wheel wound up against the clock, tug by tug, for as long as an answer may take. */
export function windMotion(from: number): Motion {
  const legs = Array.from({ length: tugs }, (_, tug): Leg[] => {
    const to = from - (tug + 1) * tugBy;
    return [
      { ms: tugMs, to, curve: pull },
      { ms: tugPauseMs, to, curve: pull },
    ];
  });
  return motion(from, legs.flat());
}

/** The wheel let down again: nothing was thrown. */
export function unwindMotion(from: number, to: number): Motion {
  return motion(from, [{ ms: calmMs, to, curve: rock }]);
}

/** The rotation in degrees, `elapsedMs` after a motion began. */
export function rotationAt({ from, to, legs }: Motion, elapsedMs: number): number {
  let [start, left] = [from, Math.max(0, elapsedMs)];
  for (const leg of legs) {
    if (left < leg.ms) return start + (leg.to - start) * leg.curve.done(left / leg.ms);
    left -= leg.ms;
    start = leg.to;
  }
  return to;
}

/** The motion for `Element.animate`: the rotation at the end of each leg. */
export function keyframes({ from, ms, legs }: Motion): Keyframe[] {
  const frames: Keyframe[] = [];
  let [at, rotation] = [0, from];
  for (const leg of legs) {
    frames.push({ offset: at / ms, transform: turned(rotation), easing: leg.curve.easing });
    at += leg.ms;
    rotation = leg.to;
  }
  return [...frames, { offset: 1, transform: turned(rotation) }];
}

export const turned = (rotation: number): string => `rotate(${rotation}deg)`;

/** A peg that passes the pointer, so many ms after a motion began. */
export interface Strike {
  readonly ms: number;
  readonly isClockwise: boolean;
}

/**
 * When each peg passes the pointer at 12 o'clock, in order. A peg that stands there at the start or in the end does not
 * pass.
 * @param pegs where they stand on the wheel at rest, in degrees
 */
export function strikesOf({ from, to, legs }: Motion, pegs: readonly number[]): Strike[] {
  const strikes: Strike[] = [];
  let [start, startMs] = [from, 0];
  for (const leg of legs) {
    const way = leg.to - start;
    for (const distance of passes(start, way, pegs)) {
      const ms = startMs + leg.ms * leg.curve.when(distance / Math.abs(way));
      const isEnd = leg === legs.at(-1) && start + Math.sign(way) * distance === to;
      if (!isEnd) strikes.push({ ms, isClockwise: way > 0 });
    }
    start = leg.to;
    startMs += leg.ms;
  }
  return strikes;
}

/** How far into a way, in degrees, each peg passes, rising; not at its start, but at its end. */
function passes(start: number, way: number, pegs: readonly number[]): number[] {
  // In the first turn, sorted; the turns after it are the same again. Hundreds need no sorting.
  const first = pegs
    .map((peg) => normalise(way > 0 ? -peg - start : peg + start) || 360)
    .toSorted((one, other) => one - other);
  const found: number[] = [];
  for (let turned = 0; turned <= Math.abs(way); turned += 360) {
    for (const distance of first) found.push(turned + distance);
  }
  return found.filter((distance) => distance <= Math.abs(way));
}

/**
 * Slows strikes down to one in `gapMs` where they come faster: those that are late already by then are left out. So no
 * pause is shorter than the one before where those between the strikes were not, and a slow one stays as it is.
 */
export function spaced(strikes: readonly Strike[], gapMs: number): Strike[] {
  const kept: Strike[] = [];
  for (const strike of strikes) {
    const last = kept.at(-1)?.ms ?? -Infinity;
    if (strike.ms > last) kept.push({ ...strike, ms: Math.max(strike.ms, last + gapMs) });
  }
  return kept;
}
