import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { startNetwork } from './journeys/network.ts';
import { percentileOf, spreadOf } from './result.ts';
import { portOf } from '@inaam/testing/product/fault-proxy.ts';
import { namesOf, runScript } from '@inaam/testing/runtime/run-script.ts';
import { expect, onTestFinished, test } from 'vitest';

const hundred = Array.from({ length: 100 }, (_, place) => place + 1);

test.each([
  [hundred, 0.5, 50],
  [hundred, 0.99, 99],
  [hundred, 1, 100],
  [[1, 2], 0.99, 2],
])('the percentile is a value that was measured: of %j at %d it is %d', (values, share, expected) =>
  expect(percentileOf(values, share)).toBe(expected),
);

test('of nothing there is no percentile', () => {
  expect(percentileOf([], 0.5)).toBeNaN();
});

test('a spread sorts by size, not by letters', () => {
  expect(spreadOf([10, 9, 100, 1.005])).toEqual({ count: 4, p50: 9, p99: 100, max: 100 });
});

test('the network delays both directions and counts what goes over it', async () => {
  const echo = createServer((socket) => void socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const network = await startNetwork(`postgres://127.0.0.1:${portOf(echo.address())}/x`, 40);
  onTestFinished(() => [network, echo].forEach((each) => void each.close()));
  const client = connect(Number(new URL(network.url).port), '127.0.0.1').setEncoding('utf8');
  const from = performance.now();
  for (const asked of ['first', 'other']) {
    client.write(asked);
    expect(await once(client, 'data')).toEqual([asked]);
  }
  expect(performance.now() - from).toBeGreaterThan(150);
  expect(Object.values(network.traffic())).toEqual([2, 0.01, 0.01]);
});

/** For a few seconds each, and a figure that it must print. */
const benches: Record<string, readonly [words: readonly string[], figure: RegExp]> = {
  journeys: [['--at', '2', '--peers', '--network', '1'], /roundTrips [^]*journey : plain, 2/],
  console: [['5000'], /readOverview today: p50 [\d.]+/],
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
