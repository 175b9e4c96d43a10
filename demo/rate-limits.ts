import { unlimitedBudget } from '@inaam/server/sms/send-budget.rules.ts';
import { rateLimits, type RateLimits } from '@inaam/server/codes/rate-limits.rules.ts';

const dayMs = 86_400_000;

/**
 * In the demo one browser acts as many shoppers: device limits are out of reach, codes need no
 * proof of work, and the night is like the day.
 */
export const demoRateLimits: RateLimits = {
  budget: unlimitedBudget,
  mobile: { ...rateLimits.mobile, nightSends: [] },
  visitors: rateLimits.visitors,
  visitsStored: rateLimits.visitsStored,
  device: {
    sends: [{ max: 2000, withinMs: dayMs }],
    tries: [{ max: 2000, withinMs: dayMs }],
    mobiles: [{ max: 2000, withinMs: dayMs }],
  },
};
