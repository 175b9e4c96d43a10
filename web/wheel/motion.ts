// How the wheel moves: wound up while it is not known where to stop, thrown when it is, slowed by friction, held by a
// peg and rocked to its place. Pure: never reads a clock. The browser's compositor plays the same curves.
import { normalise } from './geometry.ts';

/** The way of a movement at a share of its time, both 0 to 1. */
interface Easing {
  /**
   * The same curve for the browser. With its x at thirds a Bézier's x is the time itself, so that the two are one and
   * the same cubic, not an approximation; older phones know this form and do not know `linear()`.
   */
  readonly css: string;
  progressAt(share: number): number;
  /** `done` read backwards. */
  timeAt(done: number): number;
}

const bezier = (one: number, other: number): string =>
  `cubic-bezier(${1 / 3}, ${one}, ${2 / 3}, ${other})`;

/** A hand that pulls: at once, and ever harder to go on. */
const easeOutQuad: Easing = {
  css: bezier(2 / 3, 1),
  progressAt: (share) => 1 - (1 - share) ** 2,
  timeAt: (done) => 1 - Math.sqrt(1 - done),
};

/** A spring let go: the same force all the way, from standing. */
const easeInQuad: Easing = {
  css: bezier(0, 1 / 3),
  progressAt: (share) => share ** 2,
  timeAt: (done) => Math.sqrt(done),
};

/** Friction: fast at once, slower all the way, so that the last peg before the end is a long wait. */
const easeOutCubic: Easing = {
  css: bezier(1, 1),
  progressAt: (share) => 1 - (1 - share) ** 3,
  timeAt: (done) => 1 - Math.cbrt(1 - done),
};

/** From standing to standing. */
const smoothstep: Easing = {
  css: bezier(0, 1),
  progressAt: (share) => share ** 2 * (3 - 2 * share),
  timeAt: (done) => 0.5 - Math.sin(Math.asin(1 - 2 * done) / 3),
};

/** One movement after the other: `ms` is its length, `to` the rotation in degrees at its end. */
interface Phase {
  readonly durationMs: number;
  readonly to: number;
  readonly easing: Easing;
}

/** What the wheel does from a moment on. */
export interface Motion {
  readonly from: number;
  readonly to: number;
  readonly durationMs: number;
  readonly phases: readonly Phase[];
}

function motion(from: number, legs: readonly Phase[]): Motion {
  const ms = legs.reduce((sum, leg) => sum + leg.durationMs, 0);
  return { from, to: legs.at(-1)?.to ?? from, durationMs: ms, phases: legs };
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
    { durationMs: pullMs, to: drawn, easing: easeOutQuad },
    { durationMs: launchMs, to: drawn + (speed * launchMs) / 2, easing: easeInQuad },
    { durationMs: runMs, to: held, easing: easeOutCubic },
    { durationMs: rockBackMs, to: to - rockBy, easing: smoothstep },
    { durationMs: rockHomeMs, to, easing: smoothstep },
  ]);
}

/** From the launch to the peg that holds: when a spin only turns on, and then only slows down. */
export const spinTimes = {
  decelerationStartMs: pullMs + launchMs,
  decelerationEndMs: pullMs + launchMs + runMs,
};

const [tugMs, tugPauseMs, tugBy] = [380, 620, 13];
const tugs = 16;

/** The wheel wound up against the clock, tug by tug, for as long as an answer may take. */
export function windUpMotion(from: number): Motion {
  const legs = Array.from({ length: tugs }, (_, tug): Phase[] => {
    const to = from - (tug + 1) * tugBy;
    return [
      { durationMs: tugMs, to, easing: easeOutQuad },
      { durationMs: tugPauseMs, to, easing: easeOutQuad },
    ];
  });
  return motion(from, legs.flat());
}

/** The wheel let down again: nothing was thrown. */
export function unwindMotion(from: number, to: number): Motion {
  return motion(from, [{ durationMs: calmMs, to, easing: smoothstep }]);
}

/** The rotation in degrees, `elapsedMs` after a motion began. */
export function rotationAt({ from, to, phases: legs }: Motion, elapsedMs: number): number {
  let [start, left] = [from, Math.max(0, elapsedMs)];
  for (const leg of legs) {
    if (left < leg.durationMs)
      return start + (leg.to - start) * leg.easing.progressAt(left / leg.durationMs);
    left -= leg.durationMs;
    start = leg.to;
  }
  return to;
}

/** The motion for `Element.animate`: the rotation at the end of each leg. */
export function keyframes({ from, durationMs: ms, phases: legs }: Motion): Keyframe[] {
  const frames: Keyframe[] = [];
  let [at, rotation] = [0, from];
  for (const leg of legs) {
    frames.push({ offset: at / ms, transform: rotateTransform(rotation), easing: leg.easing.css });
    at += leg.durationMs;
    rotation = leg.to;
  }
  return [...frames, { offset: 1, transform: rotateTransform(rotation) }];
}

export const rotateTransform = (rotation: number): string => `rotate(${rotation}deg)`;

/** A peg that passes the pointer, so many ms after a motion began. */
export interface PegPass {
  readonly ms: number;
  readonly isClockwise: boolean;
}

/**
 * When each peg passes the pointer at 12 o'clock, in order. A peg that stands there at the start or in the end does not
 * pass.
 * @param pegs where they stand on the wheel at rest, in degrees
 */
export function pegPasses({ from, to, phases: legs }: Motion, pegs: readonly number[]): PegPass[] {
  const strikes: PegPass[] = [];
  let [start, startMs] = [from, 0];
  for (const leg of legs) {
    const way = leg.to - start;
    for (const distance of passes(start, way, pegs)) {
      const ms = startMs + leg.durationMs * leg.easing.timeAt(distance / Math.abs(way));
      const isEnd = leg === legs.at(-1) && start + Math.sign(way) * distance === to;
      if (!isEnd) strikes.push({ ms, isClockwise: way > 0 });
    }
    start = leg.to;
    startMs += leg.durationMs;
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
export function withMinimumGap(strikes: readonly PegPass[], gapMs: number): PegPass[] {
  const kept: PegPass[] = [];
  for (const strike of strikes) {
    const last = kept.at(-1)?.ms ?? -Infinity;
    if (strike.ms > last) kept.push({ ...strike, ms: Math.max(strike.ms, last + gapMs) });
  }
  return kept;
}
