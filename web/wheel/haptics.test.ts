// What the hand feels of a spin, as the pattern that the phone is given.
import { describe, expect, test } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from './geometry.ts';
import { pressPattern, spinPattern } from './haptics.ts';
import { spinMotion, spinTimes, pegPasses } from './motion.ts';

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));
const motion = spinMotion(0, restRotation(180));
const strikes = pegPasses(motion, pegs);

/** When each pulse of a pattern begins, and how long it is. */
function pulses(pattern: readonly number[], from = 0) {
  let now = from;
  return pattern
    .map((length, index) => {
      const at = now;
      now += length;
      return { at, length, isPulse: index % 2 === 0 };
    })
    .filter(({ isPulse, length }) => isPulse && length > 0);
}

describe('the hand', () => {
  test('[WHL-8] feels the last pegs one by one and the rest: ten pulses at most, with the press', () => {
    const felt = pulses(spinPattern(motion, strikes));
    expect(felt.length + pressPattern.length).toBe(10);
    expect(felt.at(-1)?.length).toBeGreaterThan(felt[0]?.length ?? 0);
    expect(felt.at(-1)?.at).toBeCloseTo(spinTimes.decelerationEndMs, -1);
    for (const [index, { at }] of felt.slice(0, -1).entries()) {
      expect(Math.abs(at - (strikes.slice(-8)[index]?.ms ?? 0))).toBeLessThan(2);
    }
  });

  test('[WHL-8] joins in where the turn is', () => {
    const all = pulses(spinPattern(motion, strikes));
    const from = (all[4]?.at ?? 0) - 10;
    const left = pulses(spinPattern(motion, strikes, from), from);
    expect(left).toHaveLength(all.length - 4);
    expect(Math.abs((left[0]?.at ?? 0) - (all[4]?.at ?? 0))).toBeLessThan(2);
    expect(spinPattern(motion, strikes, motion.durationMs)).toEqual([]);
  });

  test('[WHL-8] feels the rest alone where no peg is slow', () => {
    expect(pulses(spinPattern(motion, []))).toHaveLength(1);
  });
});
