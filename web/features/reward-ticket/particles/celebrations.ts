import type { Celebration } from '../../../wheel/sound/haptics.ts';

type Parts = {
  /** Number of particles. */
  pieces: number;
  /** How far they fly, as a share of the screen. */
  reach: number;
  hasRays: boolean;
  vibration: readonly number[];
};

/** Every amount celebrates; small ones do it more quietly. */
export const celebrations: Readonly<Record<Celebration, Parts>> = {
  little: { pieces: 16, reach: 0.6, hasRays: false, vibration: [16, 70, 22] },
  more: { pieces: 32, reach: 0.8, hasRays: true, vibration: [16, 60, 22, 60, 30] },
  most: {
    pieces: 56,
    reach: 1,
    hasRays: true,
    vibration: [18, 50, 24, 50, 30, 50, 30, 50, 60],
  },
};
