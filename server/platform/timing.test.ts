import { expect, test, vi } from 'vitest';
import { withTimeout, withoutRepeats } from './timing.ts';

const never = () => new Promise<never>(() => undefined);

test('settles like the work that is in time', async () => {
  expect(await withTimeout(Promise.resolve('done'), 1000, 'late')).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('broken')), 1000, 'late')).rejects.toThrow(
    'broken',
  );
});

test('resolves to the given value at the limit', async () => {
  vi.useFakeTimers();
  try {
    const result = withTimeout(never(), 1000, 'late');
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe('late');
  } finally {
    vi.useRealTimers();
  }
});

test('leaves no timer behind when the work is done', async () => {
  vi.useFakeTimers();
  try {
    await withTimeout(Promise.resolve('done'), 1000, 'late');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
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
