import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from './geometry.ts';
import { spinMotion, spinTimes, unwindMotion, windUpMotion } from './motion.ts';
import { pegPasses, pointerKeyframes, tiltAt } from './pointer.ts';

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));

function tiltsOf(motion: ReturnType<typeof spinMotion>, own: readonly number[] = pegs) {
  return pointerKeyframes(motion, pegPasses(motion, own)).map(({ offset, transform }) => ({
    ms: Number(offset) * motion.durationMs,
    degrees: Number(/rotate\((.*)deg\)/.exec(String(transform))?.[1]),
  }));
}

test('[WHL-8] each slow peg tilts the pointer as it passes, and lets it hang upright in between', () => {
  const motion = spinMotion(0, restRotation(60));
  const tilts = tiltsOf(motion);
  const last = pegPasses(motion, pegs).slice(-2);
  for (const { ms } of last) {
    const peak = tilts.find((tilt) => Math.abs(tilt.ms - ms) < 0.001);
    expect(peak?.degrees).toBe(-15);
  }
  const still = (last.at(-1)?.ms ?? 0) + 180;
  expect(tilts.find(({ ms }) => Math.abs(ms - still) < 0.001)?.degrees).toBe(0);
  expect(tilts.find(({ ms }) => Math.abs(ms - spinTimes.decelerationEndMs) < 0.001)?.degrees).toBe(
    -5,
  );
});

test('[WHL-8] the wind-up tilts the pointer to the other side', () => {
  const wound = tiltsOf(windUpMotion(0));
  expect(Math.max(...wound.map(({ degrees }) => degrees))).toBe(15);
  expect(Math.min(...wound.map(({ degrees }) => degrees))).toBe(-3);
});

test('[WHL-8] the pointer begins and ends upright, its keyframes in order and few enough for a slow phone', () => {
  const angles = fc.constantFrom(60, 180, 300);
  const other = fc.uniqueArray(fc.double({ min: -360, max: 720, noNaN: true }), { maxLength: 30 });
  fc.assert(
    fc.property(angles, fc.nat(390), fc.option(other), fc.boolean(), (angle, wound, own, spins) => {
      const motion = spins ? spinMotion(-wound, restRotation(angle)) : windUpMotion(-wound);
      const tilts = tiltsOf(motion, own ?? pegs);
      if (tilts.length === 0) return;
      const times = tilts.map(({ ms }) => ms);
      expect(times).toEqual(times.toSorted((one, two) => one - two));
      expect(times[0]).toBe(0);
      expect(times.at(-1)).toBe(motion.durationMs);
      expect([tilts[0]?.degrees, tilts.at(-1)?.degrees]).toEqual([0, 0]);
      expect(tilts.length).toBeLessThan(400);
    }),
  );
});

test('[WHL-8] without a passing peg there are no keyframes', () => {
  expect(tiltsOf(spinMotion(0, 7500), [])).toEqual([]);
  expect(tiltsOf(unwindMotion(-3, 0))).toEqual([]);
});

test.each([
  [0, true, -15],
  [3, true, -7.5],
  [6, true, 0],
  [0, false, 15],
  [-3, false, 7.5],
  [-6, false, 0],
])(
  '[WHL-8] a peg %s° away leans on the pointer of a wheel in the hand',
  (away, isClockwise, tilt) => {
    expect(tiltAt(-away, isClockwise, [0])).toBeCloseTo(tilt, 9);
  },
);
