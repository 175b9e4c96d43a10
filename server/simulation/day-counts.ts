export type DayCounts = {
  /** `YYYY-MM-DD`, in India. */
  day: string;
  /** Opened the site and registered, with any outcome. */
  came: number;
  /** Turned away at registration: their number has its reward. */
  already: number;
  /** Turned away because the campaign has no reward left to promise. */
  full: number;
  /**
   * Turned away by the rate limits of codes, or by a code that was just sent to the same number.
   */
  waited: number;
  /** One-time codes by SMS, resends included. */
  codes: number;
  resends: number;
  wrongCodes: number;
  /** Numbers that were verified for the first time. */
  verified: number;
  /** Rewards granted, each with a voucher by SMS. */
  granted: number;
  /** By the pools of the budget: `chance:5`, `reserve:3`, `fixed:Tamil Nadu:3`. */
  byPool: Record<string, number>;
  rupees: number;
  /** Must come back: the day's share of the deck was used up. */
  cameTooEarly: number;
  /** Found nothing left, counted each time: the reserve must be increased. */
  foundNothing: number;
};

export function emptyDayCounts(day: string): DayCounts {
  return {
    day,
    came: 0,
    already: 0,
    full: 0,
    waited: 0,
    codes: 0,
    resends: 0,
    wrongCodes: 0,
    verified: 0,
    granted: 0,
    byPool: {},
    rupees: 0,
    cameTooEarly: 0,
    foundNothing: 0,
  };
}

/** The counts of all days together. */
export function sumDays(days: readonly DayCounts[]): Omit<DayCounts, 'day'> {
  const { day: _, ...sum } = emptyDayCounts('');
  for (const one of days) {
    for (const name of counted) sum[name] += one[name];
    for (const [pool, count] of Object.entries(one.byPool)) {
      sum.byPool[pool] = (sum.byPool[pool] ?? 0) + count;
    }
  }
  return sum;
}

const counted = [
  'came',
  'already',
  'full',
  'waited',
  'codes',
  'resends',
  'wrongCodes',
  'verified',
  'granted',
  'rupees',
  'cameTooEarly',
  'foundNothing',
] as const;
