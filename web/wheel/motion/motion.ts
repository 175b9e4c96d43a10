interface Phase {
  readonly durationMs: number;
  readonly to: number;
  readonly easing: Easing;
}

export interface Motion {
  readonly from: number;
  readonly to: number;
  readonly durationMs: number;
  readonly phases: readonly Phase[];
}

function motion(from: number, phases: readonly Phase[]): Motion {
  const durationMs = phases.reduce((sum, phase) => sum + phase.durationMs, 0);
  return { from, to: phases.at(-1)?.to ?? from, durationMs, phases };
}

export const spinMs = 4900;

export const calmMs = 400;

const anticipationMs = 240;
const accelerationMs = 300;
export const decelerationStartMs = anticipationMs + accelerationMs;
const decelerationMs = spinMs - decelerationStartMs;

/** Degrees back before the start. */
const anticipation = 10;

/**
 * Constant friction: it stops without creeping, and at its top speed turns less than half a third
 * per frame, so that thirds do not seem to turn back.
 */
export function spinMotion(from: number, to: number): Motion {
  const start = from - anticipation;
  // `easeInQuad` ends at twice its mean speed, and `easeOutQuad` begins at twice its mean.
  const topSpeed = (to - start) / (accelerationMs / 2 + decelerationMs / 2);
  return motion(from, [
    { durationMs: anticipationMs, to: start, easing: easeOutQuad },
    { durationMs: accelerationMs, to: start + (topSpeed * accelerationMs) / 2, easing: easeInQuad },
    { durationMs: decelerationMs, to, easing: easeOutQuad },
  ]);
}

const [tugMs, tugPauseMs, tugDegrees, tugCount] = [380, 620, 13, 16];

export function windUpMotion(from: number): Motion {
  const tugs = Array.from({ length: tugCount }, (_, index): Phase[] => {
    const to = from - (index + 1) * tugDegrees;
    return [
      { durationMs: tugMs, to, easing: easeOutQuad },
      { durationMs: tugPauseMs, to, easing: easeOutQuad },
    ];
  });
  return motion(from, tugs.flat());
}

export function unwindMotion(from: number, to: number): Motion {
  return motion(from, [{ durationMs: calmMs, to, easing: smoothstep }]);
}

export function rotationAt({ from, to, phases }: Motion, elapsedMs: number): number {
  let [start, leftMs] = [from, Math.max(0, elapsedMs)];
  for (const phase of phases) {
    const { durationMs, easing } = phase;
    if (leftMs < durationMs) {
      return start + (phase.to - start) * easing.progressAt(leftMs / durationMs);
    }
    leftMs -= durationMs;
    start = phase.to;
  }
  return to;
}

export function wheelKeyframes({ from, durationMs, phases }: Motion): Keyframe[] {
  const frames: Keyframe[] = [];
  let [startMs, rotation] = [0, from];
  for (const phase of phases) {
    frames.push({
      offset: startMs / durationMs,
      transform: rotateTransform(rotation),
      easing: phase.easing.css,
    });
    startMs += phase.durationMs;
    rotation = phase.to;
  }
  return [...frames, { offset: 1, transform: rotateTransform(rotation) }];
}

export const rotateTransform = (degrees: number): string => `rotate(${degrees}deg)`;

interface Easing {
  /** Control points at thirds of the time give exactly this cubic. */
  readonly css: string;
  progressAt(time: number): number;
  timeAt(progress: number): number;
}

const bezier = (one: number, other: number): string =>
  `cubic-bezier(${1 / 3}, ${one}, ${2 / 3}, ${other})`;

const easeOutQuad: Easing = {
  css: bezier(2 / 3, 1),
  progressAt: (time) => 1 - (1 - time) ** 2,
  timeAt: (progress) => 1 - Math.sqrt(1 - progress),
};

const easeInQuad: Easing = {
  css: bezier(0, 1 / 3),
  progressAt: (time) => time ** 2,
  timeAt: (progress) => Math.sqrt(progress),
};

const smoothstep: Easing = {
  css: bezier(0, 1),
  progressAt: (time) => time ** 2 * (3 - 2 * time),
  timeAt: (progress) => 0.5 - Math.sin(Math.asin(1 - 2 * progress) / 3),
};
