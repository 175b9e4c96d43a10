import { expect, test } from 'vitest';
import { tickSamples } from './synthesizer.ts';

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
