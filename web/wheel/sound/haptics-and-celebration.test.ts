import { describe, expect, test } from 'vitest';
import { pegAngles, restRotation, segmentArcs } from '../motion/geometry.ts';
import { celebrationOf, celebrationPatterns, pressPattern, spinPattern } from './haptics.ts';
import { spinMotion } from '../motion/motion.ts';
import { pegPasses } from '../motion/pointer.ts';
import { celebrationSamples, plainVoice, tickSamples } from './synthesizer.ts';
import { sampleRate, samplesOf, voiceIn, type Voice } from './voice.ts';

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
const loudest = (samples: Float32Array) =>
  samples.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
const risesIn = (samples: Float32Array) =>
  samples.filter((it, at) => (samples[at - 1] ?? 0) < 0 && it >= 0).length;
const plain = plainVoice();

test('[WHL-5] between two ticks there is nothing to hear, but no silence of which the browser tells the page', () => {
  const tick = plain.tick.length;
  const ticks = [0, 1000].map((ms) => ({ ms, loudness: 1 }));
  const samples = tickSamples(ticks, plain);
  expect(loudest(samples.subarray(tick, samples.length - tick - 1))).toBeLessThan(2 ** -16);
  for (let start = 0; start < samples.length; start += blockLength) {
    const block = samples.subarray(start, start + blockLength);
    expect(block.some((sample) => sample !== 0)).toBe(true);
  }
});

test('[WHL-5] a tick is higher and louder the slower the wheel is, and the plain one over before the next', () => {
  const tick = (loudness: number) => tickSamples([{ ms: 0, loudness }], plain);
  const rises = (loudness: number) => risesIn(tick(loudness).subarray(0, samplesOf(10)));
  expect(rises(1)).toBeGreaterThan(rises(0.4));
  expect(loudest(tick(1))).toBeGreaterThan(2 * loudest(tick(0.4)));
  expect(loudest(tick(1))).toBeLessThan(1);
  expect(plain.tick.length).toBeLessThanOrEqual(samplesOf(20));
  expect(Math.abs(plain.tick.at(-1) ?? 1)).toBeLessThan(0.02);
});

/** Of a file: a click, a note that is struck, and a hum. Some decoders begin with a delay. */
function fileOf(delayMs: number, loudness = 0.8): Float32Array {
  const samples = new Float32Array(samplesOf(delayMs + 1650));
  const write = (fromMs: number, toMs: number, hertz: number) => {
    for (let at = samplesOf(fromMs); at < samplesOf(toMs); at += 1) {
      const wave = Math.cos((at * 2 * Math.PI * hertz) / sampleRate);
      samples[samplesOf(delayMs) + at] =
        loudness * wave * Math.exp((samplesOf(fromMs) - at) / 2000);
    }
  };
  write(0, 30, 3000);
  write(150, 450, 600);
  write(550, 1600, 100);
  return samples;
}

test.each([0, 46, 70])('[WHL-5] the three sounds of a file are found, %s ms late', (delayMs) => {
  const voice = voiceIn(fileOf(delayMs));
  const heard = (name: keyof Voice) => {
    const samples = voice?.[name] ?? new Float32Array();
    return [Math.round((samples.length / sampleRate) * 1000), risesIn(samples)];
  };
  expect([heard('tick'), heard('stop'), heard('win')]).toEqual([
    [150, 90],
    [400, 180],
    [1050, 105],
  ]);
});

test('[WHL-5] a file that is too short, or begins with silence, has no sounds', () => {
  expect(voiceIn(fileOf(0).subarray(0, samplesOf(1500)))).toBeUndefined();
  expect(voiceIn(fileOf(0, 0.05))).toBeUndefined();
  expect(voiceIn(fileOf(400))).toBeUndefined();
  expect(voiceIn(new Float32Array())).toBeUndefined();
});

test.each([
  ['the plain voice', plain],
  ['a file', voiceIn(fileOf(0)) ?? plain],
])(
  '[WHL-5][WHL-6] %s: the more, the longer and the more strikes, and all end before the reward’s screen',
  (_, voice) => {
    const all = (['little', 'more', 'most'] as const).map((one) => celebrationSamples(one, voice));
    const seconds = all.map((samples) => samples.length / sampleRate);
    expect(seconds[1]).toBeGreaterThan((seconds[0] ?? 0) + 0.25);
    expect(seconds[2]).toBeGreaterThan((seconds[1] ?? 0) + 0.25);
    expect(seconds[2]).toBeLessThan(1.5);
    for (const samples of all) {
      expect(loudest(samples)).toBeGreaterThan(0.2);
      expect(loudest(samples)).toBeLessThan(1);
      expect(samples.at(-1)).toBeCloseTo(0, 9);
    }
    const struck = all.map((samples) => risesIn(samples.subarray(0, samplesOf(85))));
    expect(new Set(struck).size).toBe(1);
    const second = all.map((samples) => loudest(samples.subarray(samplesOf(141), samplesOf(160))));
    expect(second[1]).not.toBeCloseTo(second[0] ?? 0, 2);
  },
);

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
