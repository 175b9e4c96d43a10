import { dayStart, indianDay, type Programme } from '../platform/period.rules.ts';
import { pickWeighted, cumulativeSums, type SeededRandom } from './seeded-random.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The first day relative to an ordinary one, and how fast the difference decreases. */
const launch = { times: 4, halfLifeDays: 6 } as const;
/** Monday to Sunday. */
const weekdays = [0.88, 0.86, 0.9, 0.94, 1.02, 1.22, 1.18] as const;
const hours = [
  0.6, 0.3, 0.2, 0.1, 0.1, 0.3, 0.9, 2.1, 3.6, 4.9, 5.8, 6.3, 6.2, 5.4, 4.8, 5.1, 6, 7.2, 8.6, 9.4,
  8.9, 7.1, 4.3, 1.8,
] as const;

export function daysOf({ from, to }: Programme): string[] {
  const count = Math.round((dayStart(to) - dayStart(from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => indianDay(dayStart(from) + at * dayMs));
}

export function dayWeight(day: string, sinceLaunch: number): number {
  const spike = 1 + (launch.times - 1) * 0.5 ** (sinceLaunch / launch.halfLifeDays);
  // 1970 began on a Thursday.
  const weekday = (Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs) + 3) % 7;
  return spike * (weekdays[weekday] ?? 1);
}

/** @returns times of arrival by day (campaign time, ms), ascending */
export function arrivalsOf(
  programme: Programme,
  shoppers: number,
  random: SeededRandom,
): { day: string; at: number[] }[] {
  const days = daysOf(programme);
  const daySums = cumulativeSums(days.map(dayWeight));
  const hourSums = cumulativeSums(hours);
  const counts = days.map(() => 0);
  for (let shopper = 0; shopper < shoppers; shopper++) {
    const day = pickWeighted(random, daySums);
    counts[day] = (counts[day] ?? 0) + 1;
  }
  return days.map((day, index) => {
    const at = Array.from({ length: counts[index] ?? 0 }, () => {
      const hour = pickWeighted(random, hourSums);
      return dayStart(day) + hour * hourMs + random.integerBelow(hourMs);
    });
    return { day, at: at.toSorted((a, b) => a - b) };
  });
}
