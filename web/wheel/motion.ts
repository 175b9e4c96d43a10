// How a spin runs: fast at once, slower all the way, still at the end.
// Pure: never reads a clock. The browser's compositor plays the same curve from `spinEasing`.
import { normalise } from './geometry.ts';

/** How long the wheel turns. */
export const spinMs = 6000;

/** How long the calm change of position takes where motion is unwelcome. */
export const calmMs = 400;

/**
 * The share of the way done at a share of the time, both 0 to 1: with u of the time left, (u² + u³) / 2 of the way is
 * left. It starts at 2.5 times the mean speed and ends at speed 0; the last second brings one face or so past the
 * pointer, which is where the suspense is.
 */
export function progressAt(share: number): number {
  const left = 1 - Math.min(Math.max(share, 0), 1);
  return 1 - (left ** 2 + left ** 3) / 2;
}

/**
 * `progressAt` for the browser. With its x at thirds a Bézier's x is the time itself, so that the two are one and the
 * same cubic, not an approximation; older phones know this form and do not know `linear()`.
 */
export const spinEasing = `cubic-bezier(${1 / 3}, ${5 / 6}, ${2 / 3}, 1)`;

/** The rotation in degrees, `elapsedMs` after a spin between two rotations began. */
export function rotationAt(elapsedMs: number, from: number, to: number): number {
  if (elapsedMs >= spinMs) return to;
  return from + (to - from) * progressAt(elapsedMs / spinMs);
}

/** Halvings of a spin's length until a moment is known to far less than a microsecond. */
const halvings = 40;

/** The ms after the start of a spin at which it comes to a rotation between the two: `rotationAt` read backwards. */
function momentOf(rotation: number, from: number, to: number): number {
  let [before, after] = [0, spinMs];
  for (let step = 0; step < halvings; step += 1) {
    const middle = (before + after) / 2;
    if (rotationAt(middle, from, to) < rotation) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * When each peg passes the pointer at 12 o'clock, rising, in ms after the start of a spin. A peg that stands there at
 * the start or in the end does not pass.
 * @param pegs where they stand on the wheel at rest, in degrees
 */
export function tickTimes(from: number, to: number, pegs: readonly number[]): number[] {
  const passes = pegs.flatMap((peg) => {
    const first = from + (normalise(-peg - from) || 360);
    const turns = Math.max(0, Math.ceil((to - first) / 360));
    return Array.from({ length: turns }, (_, turn) => first + turn * 360);
  });
  return passes
    .toSorted((one, other) => one - other)
    .map((rotation) => momentOf(rotation, from, to));
}

/**
 * Slows rising times down to one in `gapMs` where they come faster: those that are late already by then are left out. So
 * no pause is shorter than the one before where those between the times were not, and a slow time stays as it is.
 */
export function spaced(times: readonly number[], gapMs: number): number[] {
  const kept: number[] = [];
  for (const time of times) {
    const last = kept.at(-1) ?? -Infinity;
    if (time > last) kept.push(Math.max(time, last + gapMs));
  }
  return kept;
}
