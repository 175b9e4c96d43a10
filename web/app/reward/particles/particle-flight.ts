// The flight of one particle, computed in advance so that the compositor only plays it. Pure.
import type { ParticleMotion } from '@inaam/campaigns/public/kit.ts';

export type Field = {
  /** Sizes of what they start from, and of the screen, in pixels. */
  source: { readonly width: number; readonly height: number };
  /** `above`: the part of it above the source's middle, the origin of all positions. */
  screen: { readonly width: number; readonly height: number; readonly above: number };
  /** How far they fly, as a share of the screen. */
  reach: number;
};

/** Until the last one has gone. */
export const flightMs: Readonly<Record<ParticleMotion, number>> = {
  burst: 2600,
  drift: 4700,
  rise: 4100,
};

/**
 * @param random from 0 to 1, as `Math.random`
 * @param lastsMs until all end: ending them one by one would cost the main thread a frame each
 */
export function flightOf(
  motion: ParticleMotion,
  random: () => number,
  field: Field,
  lastsMs: number,
): Keyframe[] {
  const between = (from: number, to: number) => from + (to - from) * random();
  const flight = flights[motion](between, field);
  return keyframesOf(flight, flight.delayMs / lastsMs, flight.durationMs / lastsMs);
}

type Pose = { x: number; y: number; turn: number; tumble: number };
type Flight = {
  delayMs: number;
  durationMs: number;
  samples: number;
  /** @param share of its duration */
  poseAt: (share: number) => Pose;
};
type Between = (from: number, to: number) => number;

const flights: Readonly<Record<ParticleMotion, (between: Between, field: Field) => Flight>> = {
  burst,
  drift: (between, field) => {
    const { above, height, width } = field.screen;
    const x = between(-0.5, 0.5) * width;
    return sway(between, field, {
      start: { x, y: -above - 40 },
      end: height - above + 40,
      seconds: [2.4, 3.8],
    });
  },
  rise: (between, field) => {
    const { above, height, width } = field.screen;
    const end = -above - 40;
    // On a phone, pieces that rise from below the screen pass it before they are seen.
    if (between(0, 1) < behindSource) {
      const x = between(-0.34, 0.34) * field.source.width;
      const start = { x, y: between(-0.42, -0.05) * field.source.height };
      return sway(between, field, { start, end, seconds: [1.3, 2.4] });
    }
    const start = { x: between(-0.5, 0.5) * width, y: height - above + 40 };
    return sway(between, field, { start, end, seconds: [1.9, 3.2] });
  },
};

/** Share of the particles that rise from there. */
const behindSource = 0.6;

/** Screen heights per second, and per second squared. */
const [slowestRise, fastestRise, gravity] = [0.65, 1.15, 1.35];

/** Thrown up from near the source's upper edge, so that even low flights are seen. */
function burst(between: Between, { source, screen, reach }: Field): Flight {
  const side = between(-1, 1);
  const below = between(0.05, 0.35) * Math.min(source.width, source.height);
  const start = { x: side * 0.4 * source.width, y: below - source.height / 2 };
  const across = side * between(0.15, 0.5) * Math.max(screen.width, source.width * 1.5) * reach;
  const rise = between(slowestRise, fastestRise) * screen.height * Math.sqrt(reach);
  const turn = between(-540, 540);
  const seconds = between(1.5, 2.2);
  const poseAt = (share: number): Pose => {
    const time = share * seconds;
    // Air slows the sideways motion, not the fall.
    const x = start.x + across * (1 - (1 - share) ** 2);
    const y = start.y - rise * time + (gravity * screen.height * time ** 2) / 2;
    return { x, y, turn: turn * share, tumble: turn * 1.6 * share };
  };
  return { delayMs: 0, durationMs: 1000 * seconds, samples: 7, poseAt };
}

type Way = {
  start: { x: number; y: number };
  end: number;
  seconds: readonly [number, number];
};

/** Falls, swaying, to the end of the screen. */
function sway(between: Between, { reach }: Field, { start, end, seconds }: Way): Flight {
  const [width, phase] = [between(12, 42), between(0, 2 * Math.PI)];
  const [tilt, turn] = [between(20, 55), between(-90, 90)];
  // In a small celebration they do not get as far.
  const way = (end - start.y) * Math.min(1, reach + 0.1);
  const [delayMs, durationMs] = [between(0, 700), 1000 * between(...seconds)];
  const poseAt = (share: number): Pose => {
    const swing = Math.sin(phase + share * 3 * Math.PI);
    return {
      x: start.x + swing * width,
      y: start.y + way * share,
      turn: turn + swing * tilt,
      tumble: 0,
    };
  };
  return { delayMs, durationMs, samples: 13, poseAt };
}

/** Starts in its first pose, and is out of sight in its last. */
function keyframesOf({ samples, poseAt }: Flight, begin: number, length: number): Keyframe[] {
  const frames = Array.from({ length: samples }, (_, sample) => {
    const share = sample / (samples - 1);
    const { x, y, turn, tumble } = poseAt(share);
    return {
      offset: Math.min(1, begin + share * length),
      transform: `translate3d(${x.toFixed(1)}px, ${y.toFixed(1)}px, 0) rotate(${turn.toFixed(0)}deg) rotateX(${tumble.toFixed(0)}deg)`,
      opacity: share < 0.8 ? 1 : (1 - share) / 0.2,
    };
  });
  const [first, last] = [frames[0], frames.at(-1)];
  return [{ ...first, offset: 0 }, ...frames, { ...last, offset: 1 }];
}
