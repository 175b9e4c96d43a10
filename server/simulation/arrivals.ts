// When made-up shoppers come: so many, spread over the days and hours of a programme by a curve. Pure. Knows no shopper.
import { dayStart, indianDay, type Programme } from '../rules/period.ts';
import { pickWeighted, cumulativeSums, type SeededRandom } from './seeded-random.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How the first days stand out: so many times an ordinary day at first, half of what is above it gone after so long. */
const launch = { times: 4, halfLifeDays: 6 } as const;
/** Monday to Sunday, of an ordinary day: people shop at the end of the week. */
const weekdays = [0.88, 0.86, 0.9, 0.94, 1.02, 1.22, 1.18] as const;
/** Midnight to 11 at night, parts of a day: the shops open, a pause after lunch, the evening. */
const hours = [
  0.6, 0.3, 0.2, 0.1, 0.1, 0.3, 0.9, 2.1, 3.6, 4.9, 5.8, 6.3, 6.2, 5.4, 4.8, 5.1, 6, 7.2, 8.6, 9.4,
  8.9, 7.1, 4.3, 1.8,
] as const;

/** The days of a programme, `YYYY-MM-DD`, first and last included. */
export function daysOf({ from, to }: Programme): string[] {
  const count = Math.round((dayStart(to) - dayStart(from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => indianDay(dayStart(from) + at * dayMs));
}

/** How much busier or calmer a day is than an ordinary one. */
export function dayWeight(day: string, sinceLaunch: number): number {
  const spike = 1 + (launch.times - 1) * 0.5 ** (sinceLaunch / launch.halfLifeDays);
  // 1970 began on a Thursday; the day's number in UTC is the same wherever the day lies.
  const weekday = (Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs) + 3) % 7;
  return spike * (weekdays[weekday] ?? 1);
}

/**
 * The moments of each day's arrivals (campaign time, ms), ascending.
 * @param shoppers how many come in the whole programme
 */
export function arrivalsOf(
  programme: Programme,
  shoppers: number,
  dice: SeededRandom,
): { day: string; at: number[] }[] {
  const days = daysOf(programme);
  const daySums = cumulativeSums(days.map(dayWeight));
  const hourSums = cumulativeSums(hours);
  const counts = days.map(() => 0);
  for (let shopper = 0; shopper < shoppers; shopper++) {
    const day = pickWeighted(dice, daySums);
    counts[day] = (counts[day] ?? 0) + 1;
  }
  return days.map((day, place) => {
    const at = Array.from({ length: counts[place] ?? 0 }, () => {
      const hour = pickWeighted(dice, hourSums);
      return dayStart(day) + hour * hourMs + dice.integerBelow(hourMs);
    });
    return { day, at: at.toSorted((a, b) => a - b) };
  });
}
