import { expect, onTestFinished, test, vi } from 'vitest';
import { Shutdown } from '../database/run-program.ts';
import { withTimeout, withoutRepeats } from './timing.ts';

function setup() {
  const events: string[] = [];
  const shutdown = new Shutdown(60, {
    failed: (name, error) => void events.push(`${name} failed: ${String(error)}`),
    timedOut: (seconds) => void events.push(`timed out after ${seconds}`),
  });
  const part = (name: string) => async () => {
    await Promise.resolve();
    events.push(name);
  };
  return { events, shutdown, part };
}

test('stops the parts in the reverse order of their start, once', async () => {
  const { events, shutdown, part } = setup();
  for (const name of ['database', 'delivery', 'site']) shutdown.add(name, part(name));
  expect(shutdown.isStopping).toBe(false);
  await Promise.all([shutdown.stop(), shutdown.stop()]);
  expect(shutdown.isStopping).toBe(true);
  expect(events).toEqual(['site', 'delivery', 'database']);
});

test('a part that fails to stop is reported, and the others are stopped', async () => {
  const { events, shutdown, part } = setup();
  shutdown.add('database', part('database'));
  shutdown.add('site', () => Promise.reject(new Error('stuck')));
  await shutdown.stop();
  expect(events).toEqual(['site failed: Error: stuck', 'database']);
});

test('a part that is added during the shutdown is stopped too, and its start ends', async () => {
  const { events, shutdown, part } = setup();
  shutdown.add('database', part('database'));
  const stopped = shutdown.stop();
  expect(() => shutdown.add('site', part('site'))).toThrow('the process is stopping');
  await stopped;
  await shutdown.stop();
  expect(events).toEqual(['database', 'site']);
});

const never = () => new Promise<never>(() => undefined);

test('settles like the work that is in time', async () => {
  expect(await withTimeout(Promise.resolve('done'), 1000, 'late')).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('broken')), 1000, 'late')).rejects.toThrow(
    'broken',
  );
});

test('resolves to the given value at the limit', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const result = withTimeout(never(), 1000, 'late');
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBe('late');
});

test('leaves no timer behind when the work is done', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await withTimeout(Promise.resolve('done'), 1000, 'late');
  expect(vi.getTimerCount()).toBe(0);
});

test('an equal line comes once a minute, and others at once', () => {
  let now = 0;
  const lines: string[] = [];
  const keep = (level: string) => (facts: object, sentence: string) =>
    void lines.push(`${level} ${sentence} ${JSON.stringify(facts)}`);
  const log = withoutRepeats(
    { info: keep('info'), warn: keep('warn'), error: keep('error') },
    () => now,
  );
  for (now = 0; now < 120_000; now += 500) log.warn({ code: '57P01' }, 'It cannot be read.');
  log.warn({ code: 'ECONNREFUSED' }, 'It cannot be read.');
  log.error({ code: '57P01' }, 'It cannot be read.');
  log.info({}, 'It is read again.');
  expect(lines).toEqual([
    'warn It cannot be read. {"code":"57P01"}',
    'warn It cannot be read. {"code":"57P01"}',
    'warn It cannot be read. {"code":"ECONNREFUSED"}',
    'error It cannot be read. {"code":"57P01"}',
    'info It is read again. {}',
  ]);
});
