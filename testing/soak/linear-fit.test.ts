import { expect, test } from 'vitest';
import { slopeOf } from './linear-fit.ts';

const minuteMs = 60_000;
const line = (values: readonly number[]) =>
  values.map((value, place) => ({ at: 1_000_000 + place * minuteMs, value }));

test('a straight line has its slope per hour, and no margin', () => {
  const { perHour, margin } = slopeOf(line(Array.from({ length: 30 }, (_, at) => 200 + at / 10)));
  expect(perHour).toBeCloseTo(6, 6);
  expect(margin).toBeCloseTo(0, 6);
});

test('the margin of independent noise is that of the t distribution', () => {
  const standardError = 10.9091;
  const quantileOf8 = 2.306;
  const { perHour, margin } = slopeOf(line([2, -1, 2, -1, 2, -1, 2, -1, 2, -1]));
  expect(perHour).toBeCloseTo(-5.4545, 3);
  expect(margin).toBeCloseTo(standardError * quantileOf8, 1);
});

test('noise that wanders has a larger margin than as much noise that jumps', () => {
  const jumping = slopeOf(line(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 1 : -1))));
  const wandering = slopeOf(
    line(Array.from({ length: 40 }, (_, at) => (Math.floor(at / 10) % 2 === 0 ? 1 : -1))),
  );
  expect(wandering.margin).toBeGreaterThan(2 * jumping.margin);
});

test('says that there are too few samples', () => {
  expect(() => slopeOf(line([1, 2, 3]))).toThrow('run it for longer');
});
