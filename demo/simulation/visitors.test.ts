import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayStart } from '@inaam/server/platform/period.rules.ts';
import {
  arrivalsOf,
  daysOf,
  dayWeight,
  visitorGenerator,
  defaultHabits,
  stateWeights,
} from './visitors.ts';
import { seededRandom, pickWeighted, cumulativeSums } from './seeded-random.ts';

const programme = { from: '2025-05-06', to: '2025-09-15' };
const dayMs = 86_400_000;

test('the days of a programme include the first and the last', () => {
  const days = daysOf(programme);
  expect(days).toHaveLength(133);
  expect([days[0], days.at(-1)]).toEqual(['2025-05-06', '2025-09-15']);
  expect(daysOf({ from: '2025-05-06', to: '2025-05-06' })).toEqual(['2025-05-06']);
});

test('arrivals are in order, complete, and on their day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.string(), (shoppers, seed) => {
      const arrivals = arrivalsOf(programme, shoppers, seededRandom(seed, 'a test'));
      expect(arrivals.flatMap(({ at }) => at)).toHaveLength(shoppers);
      for (const { day, at } of arrivals) {
        expect(at).toEqual(at.toSorted((a, b) => a - b));
        for (const time of at) {
          expect(time).toBeGreaterThanOrEqual(dayStart(day));
          expect(time).toBeLessThan(dayStart(day) + dayMs);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('more shoppers arrive at the launch, on Saturdays and in the evening', () => {
  expect(dayWeight('2025-05-06', 0)).toBeGreaterThan(3 * dayWeight('2025-08-05', 91));
  expect(dayWeight('2025-08-09', 95)).toBeGreaterThan(dayWeight('2025-08-05', 95));
  const hours = arrivalsOf(programme, 20_000, seededRandom('1', 'hours')).flatMap(({ day, at }) =>
    at.map((time) => Math.floor((time - dayStart(day)) / 3_600_000)),
  );
  const at = (hour: number) => hours.filter((one) => one === hour).length;
  expect(at(19)).toBeGreaterThan(20 * at(3));
});

test('one seed gives the same visitors, another seed or purpose gives others', () => {
  const faces = (seed: string, purpose: string) =>
    seededRandom(seed, purpose).bytes(32).toString('hex');
  expect(faces('1', 'a')).toBe(faces('1', 'a'));
  expect(new Set([faces('1', 'a'), faces('2', 'a'), faces('1', 'b')]).size).toBe(3);
});

test('places are picked in proportion to their weights, and never one without weight', () => {
  const random = seededRandom('1', 'weights');
  const counts = [0, 0, 0, 0];
  const sums = cumulativeSums([1, 0, 3, 0]);
  for (let turn = 0; turn < 20_000; turn++) {
    const place = pickWeighted(random, sums);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  expect([counts[1], counts[3]]).toEqual([0, 0]);
  expect((counts[2] ?? 0) / (counts[0] ?? 1)).toBeCloseTo(3, 0);
});

test('states are weighted by population; one without a count is taken for a small one', () => {
  const states = ['Goa', 'Uttar Pradesh'];
  expect(stateWeights(states)).toEqual([1459, 199_812]);
  expect(stateWeights(['Goa', 'Atlantis'])).toEqual([1459, 1000]);
});

test.each([
  [
    'repeatedNumbers',
    (population: Population) =>
      population.length - new Set(population.map(({ mobile }) => mobile)).size,
  ],
  [
    'dropBeforeCode',
    (population: Population) => population.filter(({ typesCode }) => !typesCode).length,
  ],
  ['resends', (population: Population) => population.filter(({ resends }) => resends).length],
  [
    'wrongCodes',
    (population: Population) => population.filter(({ wrongCodes }) => wrongCodes > 0).length,
  ],
  ['dropBeforeSpin', (population: Population) => population.filter(({ spins }) => !spins).length],
] as const)('%s: none at 0, and the given share at 30 percent', (habit, count) => {
  const none = {
    ...defaultHabits,
    repeatedNumbers: 0,
    dropBeforeCode: 0,
    resends: 0,
    wrongCodes: 0,
    dropBeforeSpin: 0,
  };
  expect(count(population(none))).toBe(0);
  expect(count(population({ ...none, [habit]: 0.3 })) / 5000).toBeCloseTo(0.3, 1);
});

type Population = ReturnType<ReturnType<typeof visitorGenerator>>[];

function population(habits: typeof defaultHabits): Population {
  const next = visitorGenerator('1', habits, ['Goa'], [1]);
  return Array.from({ length: 5000 }, (_, at) => next(at));
}

test('no visitor exceeds the tries of a code, and each device is different', () => {
  const all = population({ ...defaultHabits, wrongCodes: 1 });
  expect(Math.max(...all.map(({ wrongCodes }) => wrongCodes))).toBe(4);
  expect(new Set(all.map(({ userKey }) => userKey)).size).toBe(all.length);
  for (const { mobile } of all) expect(mobile).toMatch(/^[5-9]\d{9}$/);
});
