import { expect, test } from 'vitest';
import { mapConcurrently } from './concurrency.ts';

test('never runs more than the limit at once, and returns the results in order', async () => {
  let running = 0;
  let max = 0;
  const results = await mapConcurrently(2, [3, 1, 2, 0], async (item) => {
    running += 1;
    max = Math.max(max, running);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([30, 10, 20, 0]);
  expect(max).toBe(2);
});

test('rejects when one fails', async () => {
  const results = mapConcurrently(2, [1, 2, 3], (item) =>
    item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item),
  );
  await expect(results).rejects.toThrow('two');
});
