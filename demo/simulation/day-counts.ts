export type DayCounts = {
  day: string;
  /** Opened the site and registered. */
  came: number;
  /** Refused after the code because the mobile already has its reward. */
  already: number;
  /** Refused because the campaign is full. */
  full: number;
  /** Refused by rate limits, or because the mobile was just sent a code. */
  waited: number;
  /** Including resends. */
  codes: number;
  resends: number;
  wrongCodes: number;
  verified: number;
  granted: number;
  byPool: Record<string, number>;
  rupees: number;
  /** Must return, because the day's cards were used up. */
  cameTooEarly: number;
  /** Nothing was left; the reserve should be larger. */
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
