import { describe, expect, test } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from '../motion/geometry.ts';
import { celebrationOf, celebrationPatterns, pressPattern, spinPattern } from './haptics.ts';
import { spinMotion, spinMs } from '../motion/motion.ts';
import { pegPasses } from '../motion/pointer.ts';
import {
  tickSamples,
  addHeldNote,
  motifSamples,
  sampleRate,
  silentSamples,
} from './synthesizer.ts';

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
  test('[WHL-8] is a pulse for each of the last pegs, until the celebration begins with the stop', () => {
    const felt = pulses(spinPattern(passes));
    expect(felt.length + pressPattern.length).toBe(9);
    for (const [index, { at }] of felt.entries()) {
      expect(Math.abs(at - (passes.slice(-8)[index]?.ms ?? 0))).toBeLessThan(2);
    }
    for (const [stop = 0] of Object.values(celebrationPatterns)) {
      expect(stop).toBeGreaterThan(felt.at(-1)?.length ?? Number.NaN);
    }
  });

  test('[WHL-8] can start in the middle of the spin', () => {
    const all = pulses(spinPattern(passes));
    const from = (all[4]?.at ?? 0) - 10;
    const left = pulses(spinPattern(passes, from), from);
    expect(left).toHaveLength(all.length - 4);
    expect(Math.abs((left[0]?.at ?? 0) - (all[4]?.at ?? 0))).toBeLessThan(2);
    expect(spinPattern(passes, motion.durationMs)).toEqual([]);
  });

  test('[WHL-8] is none if no peg is slow', () => {
    expect(spinPattern([])).toEqual([]);
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

test.each([
  [3, [3, 5, 10], 'little'],
  [5, [3, 5, 10], 'more'],
  [10, [3, 5, 10], 'most'],
  [20, [50, 5, 20, 10], 'more'],
  [50, [50, 5, 20, 10], 'most'],
  [3, [3], 'little'],
  // Amounts from the reserve may be on no face.
  [1, [3, 5], 'little'],
  [7, [3, 5], 'most'],
] as const)('%s of %j is celebrated: %s', (amount, amounts, celebration) => {
  expect(celebrationOf(amount, amounts)).toBe(celebration);
});

test.each(['bell', 'bowl', 'marimba'] as const)(
  '[WHL-5][WHL-6] the more, the longer the %s, and all end before the reward’s screen',
  (motif) => {
    const seconds = (['little', 'more', 'most'] as const).map(
      (celebration) => motifSamples(celebration, motif).length / sampleRate,
    );
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
    expect(new Set(seconds).size).toBe(3);
    expect(Math.max(...seconds)).toBeLessThan(1.5);
    for (const celebration of ['little', 'more', 'most'] as const) {
      const loudest = motifSamples(celebration, motif).reduce(
        (most, it) => Math.max(most, Math.abs(it)),
        0,
      );
      expect(loudest).toBeGreaterThan(0.2);
      expect(loudest).toBeLessThanOrEqual(1);
    }
  },
);

test('[WHL-5] each kind of tick is heard, and over before the next one may follow', () => {
  const sounds = (['crisp', 'wood', 'porcelain'] as const).map((sound) =>
    tickSamples([{ ms: 0, loudness: 1 }], sound),
  );
  for (const samples of sounds) {
    const loudest = samples.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
    expect(loudest).toBeGreaterThan(0.2);
    expect(loudest).toBeLessThan(1);
    // The end of the sound, with the silence after it.
    expect(Math.abs(samples.at(-2) ?? 1)).toBeLessThan(0.02);
  }
  expect(new Set(sounds.map(String)).size).toBe(3);
});

test.each(['bell', 'bowl', 'marimba'] as const)(
  '[WHL-5] the note before the stop swells under the ticks, rises, and is over before the %s rests',
  (motif) => {
    const samples = silentSamples(spinMs + 1000);
    addHeldNote(samples, motif);
    const heard = (fromMs: number, toMs: number) => {
      const part = samples.subarray((fromMs / 1000) * sampleRate, (toMs / 1000) * sampleRate);
      const isUpward = (at: number) => (part[at - 1] ?? 0) < 0 && (part[at] ?? 0) >= 0;
      return {
        loudest: part.reduce((most, it) => Math.max(most, Math.abs(it)), 0),
        hertz: part.filter((_, at) => isUpward(at)).length / ((toMs - fromMs) / 1000),
      };
    };
    const stopMs = spinMs;
    const parts = [2400, 1800, 1200, 600].map((ms) => heard(stopMs - ms, stopMs - ms + 600));
    for (const [at, { loudest, hertz }] of parts.slice(1).entries()) {
      expect(loudest).toBeGreaterThan(parts[at]?.loudest ?? Number.NaN);
      expect(hertz).toBeGreaterThan(parts[at]?.hertz ?? Number.NaN);
    }
    // Half as loud as the softest of the last ticks.
    expect(parts.at(-1)?.loudest).toBeLessThan(0.1);
    expect(heard(stopMs + 200, stopMs + 800).loudest).toBeLessThan(2 ** -16);
  },
);

test('[WHL-5] a tick is higher the slower the wheel is', () => {
  const crossings = (loudness: number): number => {
    const samples = tickSamples([{ ms: 0, loudness }], 'porcelain');
    return samples.filter((it, at) => (samples[at - 1] ?? 0) < 0 && it >= 0).length;
  };
  expect(crossings(1)).toBeGreaterThan(crossings(0.4));
});
