import type { Celebration } from '../../../wheel/sound/celebration.ts';

type Parts = {
  /** How many fly. */
  pieces: number;
  /** How far they fly, as a share of the screen. */
  reach: number;
  hasRays: boolean;
  /** How long the amount rolls up. */
  countMs: number;
  vibration: readonly number[];
};

/** All of them celebrate: a little has as much dignity, and less noise. */
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

/** From the reward's screen: the ticket is in its place, and its stub slides out. */
export const burstMs = 380;
