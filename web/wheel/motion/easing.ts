export interface Easing {
  /** Control points at thirds of the time give exactly this cubic. */
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

/** From one speed to another at a steady rate; only their ratio matters. */
export function speedChange(from: number, to: number): Easing {
  const first = from / (from + to);
  const bend = 1 - 2 * first;
  return {
    css: bezier((2 / 3) * first, (1 + 2 * first) / 3),
    progressAt: (time) => 2 * first * time + bend * time ** 2,
    timeAt: (progress) =>
      Math.abs(bend) < 1e-9 ? progress : (Math.sqrt(first ** 2 + bend * progress) - first) / bend,
  };
}
