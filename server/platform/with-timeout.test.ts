import { expect, test, vi } from 'vitest';
import { withTimeout } from './timing.ts';

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
