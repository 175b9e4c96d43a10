import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { databaseTime } from './database.ts';
import { databaseClocks, betterEstimate, estimateOf, type ClockEstimate } from './clocks.ts';
import fc from 'fast-check';
import { startFaultProxy } from '@inaam/testing/product/fault-proxy.ts';
import { createHealth, poolCheck } from './health.ts';

test('waiting for a connection of a busy pool does not shift the clock', async () => {
  const { url, drop } = await testDatabase();
  const [pool, aside] = [openTestDatabase(url, 1), openTestDatabase(url, 1)];
  const busy = await pool.connect();
  const opening = databaseClocks(pool);
  await aside.query('select pg_sleep(2)');
  busy.release();
  const clocks = await opening;
  const from = clocks.wall();
  const time = await databaseTime(aside);
  const until = clocks.wall();
  clocks.stop();
  await Promise.all([pool.end(), aside.end()]);
  await drop();
  // The wait was 2 s; counting it would have made an error of half that.
  expect(time).toBeGreaterThan(from - 500);
  expect(time).toBeLessThan(until + 500);
});

/** The other clock's time when this clock shows 0. */
const base = 1_750_000_000_000;

const answer = (sentAt: number, there: number, back: number, of = base) =>
  estimateOf(sentAt, of + sentAt + there, sentAt + there + back);

test('a slow answer does not move a clock that is known better', () => {
  const known = answer(0, 1, 1);
  const slow = answer(30_000, 1500, 0);
  expect(slow.baseMs - base).toBe(750);
  expect(betterEstimate(known, slow).baseMs).toBe(known.baseMs);
});

test('a clock that was set is followed, also back', () => {
  const known = answer(0, 1, 1);
  for (const jumpMs of [3_600_000, -3_600_000]) {
    const set = answer(30_000, 40, 3, base + jumpMs);
    expect(betterEstimate(known, set)).toEqual(set);
  }
});

test('an old estimate is worth less: drift is corrected by an ordinary answer', () => {
  const known = answer(0, 0.1, 0.1);
  const later = answer(3_600_000, 5, 5);
  expect(betterEstimate(known, later)).toEqual(later);
});

test('however slow the answers are, the clock is never wrong by more than it says', () => {
  const delay = fc.double({ min: 0, max: 3000, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(delay, delay), { minLength: 1 }), (delays) => {
      const answers = delays.map(([there, back], at) => answer(at * 30_000, there, back));
      const best = answers.reduce<ClockEstimate | undefined>(
        (known, next) => (known ? betterEstimate(known, next) : next),
        undefined,
      );
      expect(Math.abs((best?.baseMs ?? 0) - base)).toBeLessThanOrEqual((best?.errorMs ?? 0) + 0.01);
      const surest = Math.min(...answers.map(({ errorMs }) => errorMs));
      expect(best?.errorMs).toBeLessThanOrEqual(surest + delays.length * 3.4);
    }),
  );
});

const clone = await testDatabase();
afterAll(() => clone.drop());

const log = { info: () => undefined, warn: () => undefined };

test('a process is not ready if only the connections that serve are cut off', async () => {
  const proxy = await startFaultProxy(clone.url);
  const [serving, aside] = [openTestDatabase(proxy.url, 2), openTestDatabase(clone.url, 1)];
  onTestFinished(async () => void (await Promise.all([serving.end(), aside.end()])));
  onTestFinished(() => proxy.close());
  expect(await createHealth({ serving, aside }, log).readiness()).toBe('ready');
  proxy.blackHole();
  expect(await createHealth({ serving, aside }, log).readiness()).toBe('database');
});

test('a pool in which others are answered before the question is busy, not cut off', async () => {
  const pool = openTestDatabase(clone.url, 1);
  const first = await pool.connect();
  const second = pool.connect();
  const asked = poolCheck(pool)(200);
  first.release();
  // It keeps the only connection until the check gives up.
  const other = await second;
  const answer = await asked;
  other.release();
  await pool.end();
  expect(answer).toBe(true);
});
