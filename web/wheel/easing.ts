// Easing curves that this code computes and the browser's compositor plays alike.

/** Progress over time, both 0 to 1. */
export interface Easing {
  /**
   * The same curve for the browser. With its control points at a third and two thirds of the time, the Bézier is this
   * very cubic, not an approximation; and older phones know it, but not `linear()`.
   */
  readonly css: string;
  progressAt(time: number): number;
  /** The inverse of `progressAt`. */
  timeAt(progress: number): number;
}

const bezier = (one: number, other: number): string =>
  `cubic-bezier(${1 / 3}, ${one}, ${2 / 3}, ${other})`;

export const easeOutQuad: Easing = {
  css: bezier(2 / 3, 1),
  progressAt: (time) => 1 - (1 - time) ** 2,
  timeAt: (progress) => 1 - Math.sqrt(1 - progress),
};

/** Constant acceleration. */
export const easeInQuad: Easing = {
  css: bezier(0, 1 / 3),
  progressAt: (time) => time ** 2,
  timeAt: (progress) => Math.sqrt(progress),
};

/** Friction: slower all the way, so that the last peg is a long wait. */
export const easeOutCubic: Easing = {
  css: bezier(1, 1),
  progressAt: (time) => 1 - (1 - time) ** 3,
  timeAt: (progress) => 1 - Math.cbrt(1 - progress),
};

export const smoothstep: Easing = {
  css: bezier(0, 1),
  progressAt: (time) => time ** 2 * (3 - 2 * time),
  timeAt: (progress) => 0.5 - Math.sin(Math.asin(1 - 2 * progress) / 3),
};
