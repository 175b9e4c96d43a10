// What the wheel does as properties: it is drawn back, thrown, slowed down all the way, and ends exactly where it must.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalise, pegAngles, restRotation, segmentArcs } from './geometry.ts';
import {
  keyframes,
  rotationAt,
  withMinimumGap,
  spinMotion,
  spinMs,
  spinTimes,
  pegPasses,
  unwindMotion,
  windUpMotion,
  type Motion,
} from './motion.ts';

const { decelerationStartMs: launchedMs, decelerationEndMs: heldMs } = spinTimes;
const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));
const spins = fc.record({
  /** Where it rested before, and how far it has been wound up since. */
  rested: fc.double({ min: 0, max: 20_000, noNaN: true }),
  wound: fc.double({ min: 0, max: 390, noNaN: true }),
  angle: fc.constantFrom(60, 180, 300),
});
const own = fc.uniqueArray(fc.double({ min: -360, max: 720, noNaN: true }), { maxLength: 30 });

const spinOf = ({ rested, wound, angle }: { rested: number; wound: number; angle: number }) =>
  spinMotion(rested - wound, restRotation(angle, 20, rested));

/** The rotation at each of so many even steps from one moment to another. */
const samples = (motion: Motion, fromMs: number, toMs: number, steps = 400) =>
  Array.from({ length: steps + 1 }, (_, step) =>
    rotationAt(motion, fromMs + ((toMs - fromMs) * step) / steps),
  );

const steps = (rotations: number[]) =>
  rotations.slice(1).map((rotation, index) => rotation - (rotations[index] ?? Number.NaN));

describe('a spin', () => {
  test('[WHL-4] begins at its start and is exactly at rest in the end, and after it', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        expect(motion.durationMs).toBe(spinMs);
        expect(rotationAt(motion, -5)).toBe(motion.from);
        expect(rotationAt(motion, 0)).toBe(motion.from);
        for (const ms of [spinMs, spinMs + 1, 3 * spinMs]) {
          expect(rotationAt(motion, ms)).toBe(restRotation(given.angle, 20, given.rested));
        }
      }),
    );
  });

  test('[WHL-4] is drawn back a little, then turns on through 20 full turns, and rocks home within the gap', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        const drawn = samples(motion, 0, 240);
        expect(Math.min(...drawn)).toBeCloseTo(motion.from - 10, 6);
        for (const step of steps(drawn)) expect(step).toBeLessThanOrEqual(0);
        const turning = samples(motion, 240, heldMs);
        for (const step of steps(turning)) expect(step).toBeGreaterThanOrEqual(0);
        expect((turning.at(-1) ?? 0) - (turning[0] ?? 0)).toBeGreaterThan(20 * 360);
        for (const rotation of samples(motion, heldMs, spinMs)) {
          expect(Math.abs(rotation - motion.to)).toBeLessThanOrEqual(4 + 1e-6);
        }
      }),
    );
  });

  test('[WHL-4] slows down all the way from the launch: each stretch of time brings less than the one before', () => {
    const motion = spinMotion(0, restRotation(60));
    const stretches = steps(samples(motion, launchedMs, heldMs));
    stretches
      .slice(1)
      .forEach((stretch, index) => expect(stretch).toBeLessThan(stretches[index] ?? 0));
    expect(stretches.at(-1)).toBeLessThan((stretches[0] ?? 0) / 1000);
    // The last second is the suspense: less than half a face passes.
    expect(motion.to - rotationAt(motion, heldMs - 1000)).toBeLessThan(60);
  });

  test('[WHL-4] has no jerk: where one movement follows another the speed is the same', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        for (const ms of [240, launchedMs, heldMs, heldMs + 280, spinMs - 1]) {
          const before = rotationAt(motion, ms) - rotationAt(motion, ms - 0.5);
          const after = rotationAt(motion, ms + 0.5) - rotationAt(motion, ms);
          expect(Math.abs(after - before)).toBeLessThan(0.02);
        }
      }),
    );
  });
});

/** One coordinate of a Bézier from 0 to 1 with two control points. */
const bezier = (one: number, other: number, at: number) =>
  3 * one * at * (1 - at) ** 2 + 3 * other * at ** 2 * (1 - at) + at ** 3;

/** What a browser shows of keyframes at a share of their length. */
function played(frames: Keyframe[], share: number): number {
  const index = Math.max(
    0,
    frames.findLastIndex(({ offset }) => Number(offset) <= share),
  );
  const [one, other] = [frames[index], frames[index + 1]];
  const turn = (frame?: Keyframe) =>
    Number(/rotate\((.*)deg\)/.exec(String(frame?.['transform']))?.[1]);
  if (!other) return turn(one);
  const at = (share - Number(one?.offset)) / (Number(other.offset) - Number(one?.offset));
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = (/\((.*)\)/.exec(String(one?.easing))?.[1] ?? '')
    .split(',')
    .map(Number);
  expect(bezier(x1, x2, at)).toBeCloseTo(at, 9);
  return turn(one) + (turn(other) - turn(one)) * bezier(y1, y2, at);
}

test.each([
  ['a spin', spinMotion(-26, restRotation(300))],
  ['winding up', windUpMotion(300)],
  ['letting down', unwindMotion(-52, 0)],
])('[WHL-4] the browser plays the very same curves: %s', (_, motion) => {
  const frames = keyframes(motion);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      expect(played(frames, share)).toBeCloseTo(rotationAt(motion, share * motion.durationMs), 6);
    }),
  );
  expect(frames.map(({ offset }) => offset)).toEqual(
    frames.map(({ offset }) => offset).toSorted((one, other) => Number(one) - Number(other)),
  );
});

test('[WHL-3] a wheel that is wound up goes backwards by tugs and stands between them', () => {
  const motion = windUpMotion(300);
  for (const step of steps(samples(motion, 0, motion.durationMs, 3000))) {
    expect(step).toBeLessThanOrEqual(0);
  }
  expect(rotationAt(motion, 380)).toBe(287);
  expect(rotationAt(motion, 999)).toBe(287);
  expect(rotationAt(motion, 1380)).toBe(274);
  expect(motion.durationMs).toBe(16_000);
});

describe('the pegs', () => {
  test('[WHL-5] strike once each time that they pass the pointer', () => {
    // 27 pegs, 13.33° apart, and one of them at the pointer at the start: it passes when it comes back from the pull.
    // From a gap the pull brings one past, which passes again.
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

  test('[WHL-5] are under the pointer at each strike, all inside the motion, in order', () => {
    fc.assert(
      fc.property(spins, own, fc.boolean(), (given, some, isSpin) => {
        const motion = isSpin ? spinOf(given) : windUpMotion(given.rested);
        const strikes = pegPasses(motion, some);
        const times = strikes.map(({ ms }) => ms);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        for (const { ms } of strikes) {
          expect(ms).toBeGreaterThan(0);
          expect(ms).toBeLessThanOrEqual(motion.durationMs);
          const away = some.map((peg) => {
            const past = normalise(peg + rotationAt(motion, ms));
            return Math.min(past, 360 - past);
          });
          expect(Math.min(...away)).toBeLessThan(0.001);
        }
        if (isSpin) expect(strikes.length).toBeGreaterThanOrEqual(some.length * 20);
      }),
    );
  });

  test('[WHL-5] come singly in the end: the last ones are more than 100 ms apart, ever slower', () => {
    for (const angle of [60, 180, 300]) {
      const strikes = pegPasses(spinMotion(0, restRotation(angle)), pegs);
      const pauses = steps(strikes.filter(({ ms }) => ms > launchedMs).map(({ ms }) => ms));
      pauses
        .slice(1)
        .forEach((pause, index) => expect(pause).toBeGreaterThan(pauses[index] ?? Infinity));
      expect(pauses.at(-2)).toBeGreaterThan(100);
    }
  });
});

const at = (...times: number[]) => times.map((ms) => ({ ms, isClockwise: true }));

test('[WHL-5] strikes that come too fast are slowed down to one in so many ms, and slow ones stay', () => {
  expect(withMinimumGap(at(3, 20, 28, 52, 53, 100), 25)).toEqual(at(3, 28, 53, 100));
  expect(withMinimumGap(at(0, 10, 20, 30, 40, 70, 200), 25)).toEqual(at(0, 25, 50, 75, 200));
  expect(withMinimumGap(at(0, 25, 50), 25)).toEqual(at(0, 25, 50));
  expect(withMinimumGap([], 25)).toEqual([]);
});

test('[WHL-5] from the launch on the ticks never seem to speed up, however few a second may be', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (gapMs) => {
      const strikes = pegPasses(spinMotion(0, restRotation(300)), pegs);
      const pauses = steps(
        withMinimumGap(
          strikes.filter(({ ms }) => ms > launchedMs),
          gapMs,
        ).map(({ ms }) => ms),
      );
      pauses.slice(1).forEach((pause, index) => {
        expect(pause).toBeGreaterThanOrEqual((pauses[index] ?? 0) - 1e-6);
      });
    }),
  );
});
