// The spin's curve as properties: it starts, it only slows down, it ends exactly where it must.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressAt, rotationAt, spinEasing, spinMs } from './motion.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** One coordinate of a Bézier from 0 to 1 with two control points. */
const bezier = (one: number, other: number, at: number) =>
  3 * one * at * (1 - at) ** 2 + 3 * other * at ** 2 * (1 - at) + at ** 3;

test('[WHL-4] a spin begins at its start and is exactly at rest in the end, and after it', () => {
  expect(rotationAt(0, 300, 7500)).toBe(300);
  expect(rotationAt(-5, 300, 7500)).toBe(300);
  expect(rotationAt(spinMs, 300, 7500)).toBe(7500);
  expect(rotationAt(spinMs * 3, 300, 7500)).toBe(7500);
  expect([progressAt(-1), progressAt(0), progressAt(1), progressAt(2)]).toEqual([0, 0, 1, 1]);
});

test('[WHL-4] the wheel never turns back', () => {
  fc.assert(
    fc.property(share, share, (one, other) => {
      expect(progressAt(Math.max(one, other))).toBeGreaterThanOrEqual(
        progressAt(Math.min(one, other)),
      );
    }),
  );
});

test('[WHL-4] the wheel slows down all the way: each stretch of time brings less than the one before', () => {
  const steps = Array.from(
    { length: 600 },
    (_, step) => progressAt((step + 1) / 600) - progressAt(step / 600),
  );
  steps.slice(1).forEach((step, index) => expect(step).toBeLessThan(steps[index] ?? 0));
  expect(steps.at(-1)).toBeLessThan((steps[0] ?? 0) / 1000);
});

test('[WHL-4] the browser plays the very same curve', () => {
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = (/\((.*)\)/.exec(spinEasing)?.[1] ?? '')
    .split(',')
    .map(Number);
  fc.assert(
    fc.property(share, (at) => {
      expect(bezier(x1, x2, at)).toBeCloseTo(at, 9);
      expect(bezier(y1, y2, at)).toBeCloseTo(progressAt(at), 9);
    }),
  );
});
