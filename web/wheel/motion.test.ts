// The spin's curve as properties: it starts, it only slows down, it ends exactly where it must.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalise, pegAngles, restAngle, sectors } from './geometry.ts';
import { progressAt, rotationAt, spaced, spinEasing, spinMs, tickTimes } from './motion.ts';

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

const faces = [{ angle: 60 }, { angle: 180 }, { angle: 300 }];
const pegs = pegAngles(sectors(faces));
const spin = fc.record({
  from: fc.double({ min: 0, max: 20_000, noNaN: true }),
  angle: fc.constantFrom(60, 180, 300),
  pegs: fc.uniqueArray(fc.double({ min: -360, max: 720, noNaN: true }), { maxLength: 30 }),
});

test('[WHL-5] a spin ticks once for each peg that passes the pointer', () => {
  // 24 pegs, 15° apart, on 20 turns and 300° more: one stands there at the start, one in the end.
  expect(pegs).toHaveLength(24);
  expect(tickTimes(0, restAngle(60), pegs)).toHaveLength(20 * 24 + 20 - 1);
  expect(tickTimes(0, restAngle(180), pegs)).toHaveLength(20 * 24 + 12 - 1);
  expect(tickTimes(0, 90, [0, 90, 180, 270])).toEqual([]);
  expect(tickTimes(0, 91, [270])).toHaveLength(1);
  expect(tickTimes(0, 7500, [])).toEqual([]);
  expect(tickTimes(7500, 7500, pegs)).toEqual([]);
});

test('[WHL-5] at each tick a peg stands under the pointer, and all ticks are inside the spin, in order', () => {
  fc.assert(
    fc.property(spin, ({ from, angle, pegs: own }) => {
      const to = restAngle(angle, 20, from);
      const times = tickTimes(from, to, own);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      for (const time of times) {
        expect(time).toBeGreaterThan(0);
        expect(time).toBeLessThanOrEqual(spinMs);
        const away = own.map((peg) => {
          const past = normalise(peg + rotationAt(time, from, to));
          return Math.min(past, 360 - past);
        });
        expect(Math.min(...away)).toBeLessThan(0.001);
      }
      expect(times.length).toBeGreaterThanOrEqual(own.length * 20);
      expect(times.length).toBeLessThanOrEqual(own.length * 21);
    }),
  );
});

test('[WHL-5] times that come too fast are slowed down to one in so many ms, and slow ones stay', () => {
  expect(spaced([3, 20, 28, 52, 53, 100], 25)).toEqual([3, 28, 53, 100]);
  expect(spaced([0, 10, 20, 30, 40, 70, 200], 25)).toEqual([0, 25, 50, 75, 200]);
  expect(spaced([0, 25, 50], 25)).toEqual([0, 25, 50]);
  expect(spaced([], 25)).toEqual([]);
});

test('[WHL-5] the ticks of a spin never seem to speed up, however few a second may be', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (gapMs) => {
      const times = spaced(tickTimes(0, restAngle(300), pegs), gapMs);
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      pauses.slice(1).forEach((pause, index) => {
        expect(pause).toBeGreaterThanOrEqual((pauses[index] ?? 0) - 1e-6);
      });
    }),
  );
});
