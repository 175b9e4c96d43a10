import { describe, expect, test } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from '../motion/geometry.ts';
import { pressPattern, spinPattern } from './haptics.ts';
import { spinMotion, spinTimes } from '../motion/motion.ts';
import { pegPasses } from '../motion/pointer.ts';
import { tickSamples } from './synthesizer.ts';

const pegs = pegAngles(segmentArcs([{ angle: 60 }, { angle: 180 }, { angle: 300 }]));
const motion = spinMotion(0, restRotation(180));
const passes = pegPasses(motion, pegs);

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

describe('the vibration of a spin', () => {
  test('[WHL-8] is a pulse for each of the last pegs and one for the stop: ten with the press', () => {
    const felt = pulses(spinPattern(motion, passes));
    expect(felt.length + pressPattern.length).toBe(10);
    expect(felt.at(-1)?.length).toBeGreaterThan(felt[0]?.length ?? 0);
    expect(felt.at(-1)?.at).toBeCloseTo(spinTimes.decelerationEndMs, -1);
    for (const [index, { at }] of felt.slice(0, -1).entries()) {
      expect(Math.abs(at - (passes.slice(-8)[index]?.ms ?? 0))).toBeLessThan(2);
    }
  });

  test('[WHL-8] can start in the middle of the spin', () => {
    const all = pulses(spinPattern(motion, passes));
    const from = (all[4]?.at ?? 0) - 10;
    const left = pulses(spinPattern(motion, passes, from), from);
    expect(left).toHaveLength(all.length - 4);
    expect(Math.abs((left[0]?.at ?? 0) - (all[4]?.at ?? 0))).toBeLessThan(2);
    expect(spinPattern(motion, passes, motion.durationMs)).toEqual([]);
  });

  test('[WHL-8] is one pulse for the stop if no peg is slow', () => {
    expect(pulses(spinPattern(motion, []))).toHaveLength(1);
  });
});

/** The quantum in which Chromium detects silence. */
const blockLength = 128;

test('[WHL-5] between two ticks there is nothing to hear, but no silence of which the browser tells the page', () => {
  const tick = tickSamples([{ ms: 0, loudness: 1 }]).length;
  const samples = tickSamples([
    { ms: 0, loudness: 1 },
    { ms: 1000, loudness: 1 },
  ]);
  const pause = samples.subarray(tick, samples.length - tick);
  expect(Math.max(...pause.map(Math.abs))).toBeLessThan(2 ** -16);
  for (let start = 0; start < samples.length; start += blockLength) {
    const block = samples.subarray(start, start + blockLength);
    expect(block.some((sample) => sample !== 0)).toBe(true);
  }
});
