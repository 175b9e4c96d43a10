// The shares are estimates; the operator may change them.
import { seededRandom, pickWeighted, cumulativeSums, type SeededRandom } from './seeded-random.ts';
import { dayStart, indianDay, type Programme } from '@inaam/server/platform/period.rules.ts';

/** Shares of those who reach the step, 0 to 1. */
export type Habits = {
  /** Register a known mobile, mostly for a second purchase. */
  repeatedNumbers: number;
  dropBeforeCode: number;
  resends: number;
  /** For each time a code is typed. */
  wrongCodes: number;
  dropBeforeSpin: number;
};

export const defaultHabits: Habits = {
  repeatedNumbers: 0.06,
  dropBeforeCode: 0.08,
  resends: 0.1,
  wrongCodes: 0.09,
  dropBeforeSpin: 0.02,
};

/** One more would use up the code. */
const wrongCodesMax = 4;

export type SimulatedVisitor = {
  userKey: string;
  mobile: string;
  /** Undefined: all have the same weight. */
  name?: string;
  state: string;
  /** ms */
  at: number;
  typesCode: boolean;
  resends: boolean;
  wrongCodes: number;
  spins: boolean;
};

/** A state that the census lacks is taken for a small one. */
export const stateWeights = (states: readonly string[]): number[] =>
  states.map((state) => population[state] ?? 1000);

export function visitorGenerator(
  seed: string,
  habits: Habits,
  states: readonly string[],
  weights: readonly number[],
): (at: number) => SimulatedVisitor {
  const random = seededRandom(seed, 'visitors');
  const sums = cumulativeSums(weights);
  let known = 0;
  const mobile = () => {
    const isRepeated = known > 0 && random.chance(habits.repeatedNumbers);
    const number = isRepeated ? random.integerBelow(known) : known;
    if (!isRepeated) known += 1;
    return String(5_000_000_000 + number);
  };
  return (at) => ({
    userKey: random.bytes(24).toString('base64url'),
    mobile: mobile(),
    state: states[pickWeighted(random, sums)] ?? '',
    at,
    typesCode: !random.chance(habits.dropBeforeCode),
    resends: random.chance(habits.resends),
    wrongCodes: wrongCodesOf(random, habits),
    spins: !random.chance(habits.dropBeforeSpin),
  });
}

function wrongCodesOf(random: SeededRandom, { wrongCodes }: Habits): number {
  let count = 0;
  while (count < wrongCodesMax && random.chance(wrongCodes)) count += 1;
  return count;
}

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

// Thousands, Census of India 2011, with today's Telangana and Ladakh separate.

const population: Readonly<Record<string, number>> = {
  'Andaman and Nicobar Islands': 381,
  'Andhra Pradesh': 49_577,
  'Arunachal Pradesh': 1384,
  Assam: 31_206,
  Bihar: 104_099,
  Chandigarh: 1055,
  Chhattisgarh: 25_545,
  'Dadra and Nagar Haveli': 344,
  Delhi: 16_788,
  Goa: 1459,
  Gujarat: 60_440,
  Haryana: 25_351,
  'Himachal Pradesh': 6865,
  'Jammu and Kashmir': 12_267,
  Jharkhand: 32_988,
  Karnataka: 61_095,
  Kerala: 33_406,
  Ladakh: 274,
  Lakshadweep: 64,
  'Madhya Pradesh': 72_627,
  Maharashtra: 112_374,
  Manipur: 2856,
  Meghalaya: 2967,
  Mizoram: 1097,
  Nagaland: 1979,
  Odisha: 41_974,
  Puducherry: 1248,
  Punjab: 27_743,
  Rajasthan: 68_548,
  Sikkim: 611,
  'Tamil Nadu': 72_147,
  Telangana: 35_004,
  Tripura: 3674,
  'Uttar Pradesh': 199_812,
  Uttarakhand: 10_086,
  'West Bengal': 91_276,
};
