import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalise, pegAngles, restRotation, segmentArcs } from './geometry.ts';
import {
  decelerationStartMs,
  rotationAt,
  spinMotion,
  unwindMotion,
  windUpMotion,
} from './motion.ts';
import { pegPasses, withMinimumGap } from './pointer.ts';

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));
const spins = fc.record({
  rested: fc.double({ min: 0, max: 20_000, noNaN: true }),
  wound: fc.double({ min: 0, max: 390, noNaN: true }),
  angle: fc.constantFrom(60, 180, 300),
});
const own = fc.uniqueArray(fc.double({ min: -360, max: 720, noNaN: true }), { maxLength: 30 });

const steps = (values: number[]) =>
  values.slice(1).map((value, index) => value - (values[index] ?? Number.NaN));

describe('the passes of pegs', () => {
  test('[WHL-5] are one for each peg and turn', () => {
    // 27 pegs, 13.33° apart. The start moves backwards and forwards again: one peg passes twice if
    // the pointer is in a gap, and once if it is at the peg.
    expect(pegPasses(spinMotion(60, restRotation(60, 20, 60)), pegs)).toHaveLength(
      2 + 20 * 27 + 18,
    );
    expect(pegPasses(spinMotion(0, restRotation(60)), pegs)).toHaveLength(1 + 20 * 27 + 22);
    expect(pegPasses(spinMotion(0, restRotation(180)), pegs)).toHaveLength(1 + 20 * 27 + 13);
    expect(pegPasses(spinMotion(0, 7500), [])).toEqual([]);
    expect(pegPasses(unwindMotion(5, 5), pegs)).toEqual([]);
    const [first, second] = pegPasses(spinMotion(-3, restRotation(60)), [5]);
    expect(first?.isClockwise).toBe(false);
    expect(second?.isClockwise).toBe(true);
  });

  test('[WHL-5] are in order, within the motion, with a peg under the pointer at each', () => {
    fc.assert(
      fc.property(spins, own, fc.boolean(), (given, some, isSpin) => {
        const motion = isSpin
          ? spinMotion(given.rested - given.wound, restRotation(given.angle, 20, given.rested))
          : windUpMotion(given.rested);
        const passes = pegPasses(motion, some);
        const times = passes.map(({ ms }) => ms);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        for (const { ms } of passes) {
          expect(ms).toBeGreaterThan(0);
          expect(ms).toBeLessThanOrEqual(motion.durationMs);
          const away = some.map((peg) => {
            const past = normalise(peg + rotationAt(motion, ms));
            return Math.min(past, 360 - past);
          });
          expect(Math.min(...away)).toBeLessThan(0.001);
        }
        if (isSpin) expect(passes.length).toBeGreaterThanOrEqual(some.length * 20);
      }),
    );
  });

  test('[WHL-5] are ever slower, the last ones more than 60 ms apart', () => {
    for (const angle of [60, 180, 300]) {
      const passes = pegPasses(spinMotion(0, restRotation(angle)), pegs);
      const pauses = steps(passes.filter(({ ms }) => ms > decelerationStartMs).map(({ ms }) => ms));
      pauses
        .slice(1)
        .forEach((pause, index) => expect(pause).toBeGreaterThan(pauses[index] ?? Infinity));
      expect(pauses.at(-2)).toBeGreaterThan(60);
    }
  });
});

const at = (...times: number[]) => times.map((ms) => ({ ms, isClockwise: true }));

test('[WHL-5] fast passes are thinned out to one in so many ms, and slow ones stay', () => {
  expect(withMinimumGap(at(3, 20, 28, 52, 53, 100), 25)).toEqual(at(3, 28, 53, 100));
  expect(withMinimumGap(at(0, 10, 20, 30, 40, 70, 200), 25)).toEqual(at(0, 25, 50, 75, 200));
  expect(withMinimumGap(at(0, 25, 50), 25)).toEqual(at(0, 25, 50));
  expect(withMinimumGap([], 25)).toEqual([]);
});

test('[WHL-5] once the wheel slows down the thinned-out passes never speed up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (gapMs) => {
      const passes = pegPasses(spinMotion(0, restRotation(300)), pegs);
      const pauses = steps(
        withMinimumGap(
          passes.filter(({ ms }) => ms > decelerationStartMs),
          gapMs,
        ).map(({ ms }) => ms),
      );
      pauses.slice(1).forEach((pause, index) => {
        expect(pause).toBeGreaterThanOrEqual((pauses[index] ?? 0) - 1e-6);
      });
    }),
  );
});
