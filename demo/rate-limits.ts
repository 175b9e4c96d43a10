import { rateLimits, type RateLimits } from '@inaam/server/rules/rate-limits.ts';

const dayMs = 86_400_000;

/** In the demo one browser plays many shoppers, so a device's limits are set out of reach. */
export const demoRateLimits: RateLimits = {
  mobile: rateLimits.mobile,
  device: {
    sends: [{ max: 2000, withinMs: dayMs }],
    tries: [{ max: 2000, withinMs: dayMs }],
    mobiles: [{ max: 2000, withinMs: dayMs }],
  },
};
