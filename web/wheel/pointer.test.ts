// How the pointer tilts, by what passes it: as keyframes, which the browser plays alone.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from './geometry.ts';
import { spinMotion, spinTimes, pegPasses, unwindMotion, windUpMotion } from './motion.ts';
import { pointerKeyframes } from './pointer.ts';

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));

function seen(motion: ReturnType<typeof spinMotion>, own: readonly number[] = pegs) {
  return pointerKeyframes(motion, pegPasses(motion, own)).map(({ offset, transform }) => ({
    ms: Number(offset) * motion.durationMs,
    degrees: Number(/rotate\((.*)deg\)/.exec(String(transform))?.[1]),
  }));
}

test('[WHL-8] the pointer is pushed at each slow peg in the moment that it passes, and stands still between them', () => {
  const motion = spinMotion(0, restRotation(60));
  const moments = seen(motion);
  const last = pegPasses(motion, pegs).slice(-2);
  for (const { ms } of last) {
    const peak = moments.find((moment) => Math.abs(moment.ms - ms) < 0.001);
    expect(peak?.degrees).toBe(-15);
  }
  const still = (last.at(-1)?.ms ?? 0) + 180;
  expect(moments.find(({ ms }) => Math.abs(ms - still) < 0.001)?.degrees).toBe(0);
  // The peg that holds the wheel leans on it, and no more.
  expect(
    moments.find(({ ms }) => Math.abs(ms - spinTimes.decelerationEndMs) < 0.001)?.degrees,
  ).toBe(-5);
});

test('[WHL-8] the pointer gives way to the other side where the wheel is drawn back', () => {
  const wound = seen(windUpMotion(0));
  expect(Math.max(...wound.map(({ degrees }) => degrees))).toBe(15);
  expect(Math.min(...wound.map(({ degrees }) => degrees))).toBe(-3);
});

test('[WHL-8] the pointer begins and ends upright, its moments in order, few enough for a slow phone', () => {
  const angles = fc.constantFrom(60, 180, 300);
  const other = fc.uniqueArray(fc.double({ min: -360, max: 720, noNaN: true }), { maxLength: 30 });
  fc.assert(
    fc.property(angles, fc.nat(390), fc.option(other), fc.boolean(), (angle, wound, own, spins) => {
      const motion = spins ? spinMotion(-wound, restRotation(angle)) : windUpMotion(-wound);
      const moments = seen(motion, own ?? pegs);
      if (moments.length === 0) return;
      const times = moments.map(({ ms }) => ms);
      expect(times).toEqual(times.toSorted((one, two) => one - two));
      expect(times[0]).toBe(0);
      expect(times.at(-1)).toBe(motion.durationMs);
      expect([moments[0]?.degrees, moments.at(-1)?.degrees]).toEqual([0, 0]);
      expect(moments.length).toBeLessThan(400);
    }),
  );
});

test('[WHL-8] where no peg passes the pointer has nothing to do', () => {
  expect(seen(spinMotion(0, 7500), [])).toEqual([]);
  expect(seen(unwindMotion(-3, 0))).toEqual([]);
});
