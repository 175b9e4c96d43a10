export interface Easing {
  /** Control points at thirds of the time make this very cubic, not an approximation. */
  readonly css: string;
  progressAt(time: number): number;
  timeAt(progress: number): number;
}

const bezier = (one: number, other: number): string =>
  `cubic-bezier(${1 / 3}, ${one}, ${2 / 3}, ${other})`;

export const easeOutQuad: Easing = {
  css: bezier(2 / 3, 1),
  progressAt: (time) => 1 - (1 - time) ** 2,
  timeAt: (progress) => 1 - Math.sqrt(1 - progress),
};

export const easeInQuad: Easing = {
  css: bezier(0, 1 / 3),
  progressAt: (time) => time ** 2,
  timeAt: (progress) => Math.sqrt(progress),
};

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
