import { expect, test } from 'vitest';
import { Shutdown } from '../database/run-program.ts';

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
