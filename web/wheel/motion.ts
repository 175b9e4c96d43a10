// How a spin runs: fast at once, slower all the way, still at the end.
// Pure: never reads a clock. The browser's compositor plays the same curve from `spinEasing`.

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
