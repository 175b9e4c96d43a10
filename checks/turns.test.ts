import { expect, test } from 'vitest';
import { inTurns } from './turns.ts';

test('never runs more at once than it may, and answers in the order asked', async () => {
  let now = 0;
  let most = 0;
  const results = await inTurns(2, [3, 1, 2, 0], async (item) => {
    now += 1;
    most = Math.max(most, now);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    now -= 1;
    return item * 10;
  });
  expect(results).toEqual([30, 10, 20, 0]);
  expect(most).toBe(2);
});

test('one that fails is not passed over', async () => {
  const results = inTurns(2, [1, 2, 3], (item) =>
    item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item),
  );
  await expect(results).rejects.toThrow('two');
});
