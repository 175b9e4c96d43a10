// The flight of one piece, computed in advance: the compositor only has to play it. Pure.
import type { ParticleMotion } from '@inaam/campaigns/public/kit.ts';

export type Field = {
  /** Of the ticket, behind which they fly, and of the screen, in pixels. */
  ticket: { readonly width: number; readonly height: number };
  /** `above` is how much of it is above the ticket's middle, from where all places count. */
  screen: { readonly width: number; readonly height: number; readonly above: number };
  /** How far they fly, as a share of the screen. */
  reach: number;
};

/** Until the last of them has gone. */
export const flightMs: Readonly<Record<ParticleMotion, number>> = {
  burst: 2600,
  drift: 4700,
  rise: 4100,
};

/**
 * @param random from 0 to 1, as `Math.random`
 * @param lastsMs until all are over: each that ended by itself would cost the main thread a frame
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
    const { above, height } = field.screen;
    return sway(between, field, {
      from: -above - 40,
      to: height - above + 40,
      seconds: [2.4, 3.8],
    });
  },
  rise: (between, field) => {
    const { above, height } = field.screen;
    return sway(between, field, {
      from: height - above + 40,
      to: -above - 40,
      seconds: [1.9, 3.2],
    });
  },
};

/** Screen heights a second, and a second of that. */
const [slowestRise, fastestRise, gravity] = [0.55, 1.15, 1.35];

/** Thrown up from behind the ticket. */
function burst(between: Between, { ticket, screen, reach }: Field): Flight {
  const side = between(-1, 1);
  const start = { x: side * 0.4 * ticket.width, y: between(-0.35, 0.2) * ticket.height };
  const across = side * between(0.15, 0.5) * Math.max(screen.width, ticket.width * 1.5) * reach;
  const rise = between(slowestRise, fastestRise) * screen.height * Math.sqrt(reach);
  const turn = between(-540, 540);
  const seconds = between(1.5, 2.2);
  const poseAt = (share: number): Pose => {
    const time = share * seconds;
    // The air takes the speed to the side, not the fall.
    const x = start.x + across * (1 - (1 - share) ** 2);
    const y = start.y - rise * time + (gravity * screen.height * time ** 2) / 2;
    return { x, y, turn: turn * share, tumble: turn * 1.6 * share };
  };
  return { delayMs: 0, durationMs: 1000 * seconds, samples: 7, poseAt };
}

type Way = { from: number; to: number; seconds: readonly [number, number] };

/** From one end of the screen to the other, swaying. */
function sway(between: Between, { screen, reach }: Field, { from, to, seconds }: Way): Flight {
  const start = between(-0.5, 0.5) * screen.width;
  const [width, phase] = [between(12, 42), between(0, 2 * Math.PI)];
  const [tilt, turn] = [between(20, 55), between(-90, 90)];
  // Those of a small celebration do not get as far.
  const end = from + (to - from) * Math.min(1, reach + 0.1);
  const [delayMs, durationMs] = [between(0, 700), 1000 * between(...seconds)];
  const poseAt = (share: number): Pose => {
    const swing = Math.sin(phase + share * 3 * Math.PI);
    return {
      x: start + swing * width,
      y: from + (end - from) * share,
      turn: turn + swing * tilt,
      tumble: 0,
    };
  };
  return { delayMs, durationMs, samples: 13, poseAt };
}

/** It waits in its first pose, and is out of sight in its last. */
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
