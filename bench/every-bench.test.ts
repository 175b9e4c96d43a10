import { expect, test } from 'vitest';
import { namesOf, runScript } from '@inaam/testing/runtime/run-script.ts';

/** For a few seconds each, and a figure that it must print. */
const benches: Record<string, readonly [words: readonly string[], figure: RegExp]> = {
  journeys: [['--at', '2', '--seconds', '2'], /journey, 2 at once: [1-9][\d.]* a second/],
  console: [['5000'], /readOverview today: p50 [\d.]+/],
  weight: [[], /[1-9]\d+ +firstLoad\n/],
};

test('each bench has a short form here', async () => {
  const { stdout } = await runScript('bench/run-bench.ts', []);
  expect(namesOf(stdout)).toEqual(Object.keys(benches));
});

test.for(Object.entries(benches))(
  'the bench %s measures',
  { tags: ['long'] },
  async ([name, [words, figure]]) => {
    const { stdout, stderr, exit } = await runScript('bench/run-bench.ts', [name, ...words]);
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    expect(stdout).toMatch(figure);
  },
);
