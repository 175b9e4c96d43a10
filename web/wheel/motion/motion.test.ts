import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { restRotation } from './geometry.ts';
import {
  coastMotion,
  decelerationStartMs,
  rotationAt,
  speedAt,
  spinMotion,
  spinMs,
  springMotion,
  thrownSpinMotion,
  unwindMotion,
  wheelKeyframes,
  windUpMotion,
  type Motion,
} from './motion.ts';

const spins = fc.record({
  rested: fc.double({ min: 0, max: 20_000, noNaN: true }),
  wound: fc.double({ min: 0, max: 390, noNaN: true }),
  angle: fc.constantFrom(60, 180, 300),
});

const spinOf = ({ rested, wound, angle }: { rested: number; wound: number; angle: number }) =>
  spinMotion(rested - wound, restRotation(angle, 20, rested));

const samples = (motion: Motion, fromMs: number, toMs: number, steps = 400) =>
  Array.from({ length: steps + 1 }, (_, step) =>
    rotationAt(motion, fromMs + ((toMs - fromMs) * step) / steps),
  );

const steps = (rotations: number[]) =>
  rotations.slice(1).map((rotation, index) => rotation - (rotations[index] ?? Number.NaN));

describe('a spin', () => {
  test('[WHL-4] begins at its start and rests exactly at its end', () => {
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

  test('[WHL-4] starts backwards, and turns clockwise through 20 full turns to where it stops', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        const drawn = samples(motion, 0, 240);
        expect(Math.min(...drawn)).toBeCloseTo(motion.from - 10, 6);
        expect(Math.max(...steps(drawn))).toBeLessThanOrEqual(0);
        const turning = samples(motion, 240, spinMs);
        expect(Math.min(...steps(turning))).toBeGreaterThanOrEqual(0);
        expect((turning.at(-1) ?? 0) - (turning[0] ?? 0)).toBeGreaterThan(20 * 360);
      }),
    );
  });

  test('[WHL-4] never speeds up again after the acceleration', () => {
    const motion = spinMotion(0, restRotation(60));
    const stretches = steps(samples(motion, decelerationStartMs, spinMs));
    stretches
      .slice(1)
      .forEach((stretch, index) => expect(stretch).toBeLessThan(stretches[index] ?? 0));
    expect(stretches.at(-1)).toBeLessThan((stretches[0] ?? 0) / 500);
  });

  test('[WHL-4] is decided 0.4 to 0.5 s before it stops, and too slow at its fastest to strobe', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        expect(motion.to - rotationAt(motion, spinMs - 500)).toBeGreaterThan(60);
        expect(motion.to - rotationAt(motion, spinMs - 380)).toBeLessThan(60);
        // Degrees per frame: half a third.
        expect(speedAt(motion, decelerationStartMs + 10) * (1000 / 60)).toBeLessThan(60);
      }),
    );
  });

  test('[WHL-4] has no jerk: the speed is the same before and after each change of phase', () => {
    fc.assert(
      fc.property(spins, (given) => {
        const motion = spinOf(given);
        for (const ms of [240, decelerationStartMs, spinMs]) {
          const before = rotationAt(motion, ms) - rotationAt(motion, ms - 0.5);
          const after = rotationAt(motion, ms + 0.5) - rotationAt(motion, ms);
          expect(Math.abs(after - before)).toBeLessThan(0.02);
        }
      }),
    );
  });
});

describe('a thrown wheel', () => {
  const throws = fc.record({
    from: fc.double({ min: 0, max: 5000, noNaN: true }),
    speed: fc.double({ min: 0.2, max: 2, noNaN: true }),
    angle: fc.constantFrom(60, 180, 300),
  });

  test('[WHL-4] spins as long and as far as any, always clockwise, and is not drawn back', () => {
    fc.assert(
      fc.property(throws, ({ from, speed, angle }) => {
        const motion = thrownSpinMotion(from, restRotation(angle, 20, from), speed);
        expect(motion.durationMs).toBe(spinMs);
        expect(motion.to - motion.from).toBeGreaterThanOrEqual(20 * 360);
        expect(motion.to - motion.from).toBeLessThan(21 * 360);
        const turning = steps(samples(motion, 0, spinMs));
        expect(Math.min(...turning)).toBeGreaterThanOrEqual(0);
        expect(rotationAt(motion, 0)).toBe(from);
        expect(rotationAt(motion, spinMs)).toBe(motion.to);
      }),
    );
  });

  test('[WHL-4] goes on at the speed of the hand, while it waits and when it spins', () => {
    fc.assert(
      fc.property(throws, ({ from, speed, angle }) => {
        const coast = coastMotion(from, speed);
        expect(speedAt(coast, 0)).toBeCloseTo(speed, 1);
        const waited = speedAt(coast, 900);
        const spin = thrownSpinMotion(from, restRotation(angle, 20, from), waited);
        expect(speedAt(spin, 0)).toBeCloseTo(waited, 1);
        expect(Math.min(...steps(samples(coast, 0, coast.durationMs)))).toBeGreaterThan(0);
      }),
    );
  });

  test('[WHL-4] that was let go too slowly springs back to where it was', () => {
    const motion = springMotion(40, 0);
    expect(rotationAt(motion, motion.durationMs)).toBe(0);
    expect(Math.min(...samples(motion, 0, motion.durationMs))).toBeCloseTo(-3.2, 3);
  });

  test('[WHL-4] that has stopped has no speed', () => {
    expect(speedAt(springMotion(40, 0), 5000)).toBe(0);
    expect(speedAt(spinMotion(0, 7500), 1000)).toBeGreaterThan(2);
  });
});

const bezier = (one: number, other: number, at: number) =>
  3 * one * at * (1 - at) ** 2 + 3 * other * at ** 2 * (1 - at) + at ** 3;

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
  ['unwinding', unwindMotion(-52, 0)],
  ['coasting', coastMotion(70, 1.7)],
  ['a thrown spin', thrownSpinMotion(500, restRotation(60, 20, 500), 0.4)],
  ['springing back', springMotion(-33, 0)],
])('[WHL-4] the browser plays the same curves: %s', (_, motion) => {
  const frames = wheelKeyframes(motion);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      expect(played(frames, share)).toBeCloseTo(rotationAt(motion, share * motion.durationMs), 6);
    }),
  );
  expect(frames.map(({ offset }) => offset)).toEqual(
    frames.map(({ offset }) => offset).toSorted((one, other) => Number(one) - Number(other)),
  );
});

test('[WHL-3] the wind-up goes backwards tug by tug, with pauses', () => {
  const motion = windUpMotion(300);
  for (const step of steps(samples(motion, 0, motion.durationMs, 3000))) {
    expect(step).toBeLessThanOrEqual(0);
  }
  expect(rotationAt(motion, 380)).toBe(287);
  expect(rotationAt(motion, 999)).toBe(287);
  expect(rotationAt(motion, 1380)).toBe(274);
  expect(motion.durationMs).toBe(16_000);
});
