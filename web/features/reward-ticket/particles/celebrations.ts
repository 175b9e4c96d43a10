import type { Celebration } from '../../../wheel/sound/haptics.ts';

type Parts = {
  /** Number of particles. */
  pieces: number;
  /** How far they fly, as a share of the screen. */
  reach: number;
  hasRays: boolean;
  /** How long the amount rolls up. */
  countMs: number;
  vibration: readonly number[];
};

/** Every amount celebrates; small ones do it more quietly. */
export const celebrations: Readonly<Record<Celebration, Parts>> = {
  little: { pieces: 16, reach: 0.6, hasRays: false, countMs: 420, vibration: [16, 70, 22] },
  more: { pieces: 32, reach: 0.8, hasRays: true, countMs: 600, vibration: [16, 60, 22, 60, 30] },
  most: {
    pieces: 56,
    reach: 1,
    hasRays: true,
    countMs: 880,
    vibration: [18, 50, 24, 50, 30, 50, 30, 50, 60],
  },
};

/** From the moment the reward's screen shows: the ticket is in place, and its stub slides out. */
export const burstMs = 380;
