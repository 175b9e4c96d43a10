import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  gather,
  TooManyWaiting,
  waitingMax,
  waitingOfKeyMax,
  createMutex,
  type Mutex,
} from './gather.ts';

type Item = { at: number; key: string };

/** Runs that the test ends one at a time. */
function manualRuns(mutex?: Mutex) {
  const runs: { batch: readonly Item[]; end: (error?: Error) => void }[] = [];
  const run = (batch: readonly Item[]) =>
    new Promise<PromiseSettledResult<number>[]>((resolve, reject) => {
      const end = (error?: Error) =>
        error
          ? reject(error)
          : resolve(batch.map(({ at }) => ({ status: 'fulfilled', value: at })));
      runs.push({ batch, end });
    });
  return { runs, one: gather(run, ({ key }) => [key], mutex) };
}

/** Two turns of the event loop: a batch begins one turn after the event it waited for. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

test('what arrives while a batch is in flight is the next batch', async () => {
  const { runs, one } = manualRuns();
  const first = one({ at: 0, key: 'a' });
  await turn();
  const others = [1, 2, 3].map((at) => one({ at, key: String(at) }));
  await turn();
  expect(runs.map(({ batch }) => batch.length)).toEqual([1]);
  runs[0]?.end();
  expect(await first).toBe(0);
  await turn();
  expect(runs.map(({ batch }) => batch.length)).toEqual([1, 3]);
  runs[1]?.end();
  expect(await Promise.all(others)).toEqual([1, 2, 3]);
});

test('a batch has no conflict key twice, and items with the same key keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 }),
      async (keys) => {
        const { runs, one } = manualRuns();
        const answers = keys.map((key, at) => one({ at, key }));
        let ended = 0;
        for (await turn(); ended < runs.length; await turn()) runs[ended++]?.end();
        expect(await Promise.all(answers)).toEqual(keys.map((_, at) => at));
        for (const { batch } of runs) {
          expect(new Set(batch.map(({ key }) => key)).size).toBe(batch.length);
        }
        const order = runs.flatMap(({ batch }) => batch);
        for (const key of new Set(keys)) {
          const places = order.filter((item) => item.key === key).map(({ at }) => at);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
        // The number of batches is that of the most frequent key.
        const counts = [...Map.groupBy(keys, (key) => key).values()].map(({ length }) => length);
        expect(runs).toHaveLength(Math.max(0, ...counts));
      },
    ),
    { numRuns: 50 },
  );
});

test('an item that is settled later holds up only later items with its key', async () => {
  const order: number[] = [];
  const later = Promise.withResolvers<PromiseSettledResult<number>>();
  const one = gather<Item, number>(
    async (batch) => {
      order.push(...batch.map(({ at }) => at));
      return batch.map(({ at: value }) => {
        return value === 0 ? later.promise : { status: 'fulfilled', value };
      });
    },
    ({ key }) => [key],
  );
  const keys = ['held', 'a', 'held', 'a', 'b'];
  const answers = keys.map((key, at) => one({ at, key }));
  expect(await Promise.all([answers[1], answers[3], answers[4]])).toEqual([1, 3, 4]);
  await turn();
  expect(order).toEqual([0, 1, 4, 3]);
  later.resolve({ status: 'rejected', reason: new Error('held') });
  await expect(answers[0]).rejects.toThrow('held');
  expect(await answers[2]).toBe(2);
});

test('a burst is split into batches of 100', async () => {
  const { runs, one } = manualRuns();
  const answers = Array.from({ length: 250 }, (_, at) => one({ at, key: String(at) }));
  let ended = 0;
  for (await turn(); ended < runs.length; await turn()) runs[ended++]?.end();
  await Promise.all(answers);
  expect(runs.map(({ batch }) => batch.length)).toEqual([100, 100, 50]);
});

test('a run that fails rejects its own items, and the next run is not affected', async () => {
  const { runs, one } = manualRuns();
  const first = one({ at: 0, key: 'a' });
  await turn();
  const second = one({ at: 1, key: 'a' });
  runs[0]?.end(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await turn();
  runs[1]?.end();
  expect(await second).toBe(1);
});

test('a caller that stops waiting changes nothing: its item is run, and so are the others', async () => {
  const { runs, one } = manualRuns();
  void one({ at: 0, key: 'a' });
  await turn();
  const impatient = Promise.race([one({ at: 1, key: 'b' }), Promise.reject(new Error('closed'))]);
  const patient = one({ at: 2, key: 'c' });
  await expect(impatient).rejects.toThrow('closed');
  runs[0]?.end();
  await turn();
  expect(runs[1]?.batch.map(({ at }) => at)).toEqual([1, 2]);
  runs[1]?.end();
  expect(await patient).toBe(2);
});

test('one more than may wait is rejected at once, and served again when there is room', async () => {
  const { runs, one } = manualRuns();
  const first = one({ at: 0, key: 'first' });
  await turn();
  const waiting = Array.from({ length: waitingMax }, (_, at) => one({ at, key: String(at) }));
  await expect(one({ at: 0, key: 'refused' })).rejects.toThrow(TooManyWaiting);
  runs[0]?.end();
  await turn();
  const later = one({ at: 0, key: 'later' });
  let ended = 1;
  for (await turn(); ended < runs.length; await turn()) runs[ended++]?.end();
  await expect(Promise.all([first, ...waiting, later])).resolves.toHaveLength(waitingMax + 2);
});

test('one key cannot fill the queue: beyond its share it is rejected, and others find room', async () => {
  const { runs, one } = manualRuns();
  const flood = Array.from({ length: waitingMax }, (_, at) => one({ at, key: 'flood' }));
  const other = one({ at: 0, key: 'other' });
  const answers = Promise.allSettled(flood);
  await turn();
  expect(runs[0]?.batch.map(({ key }) => key)).toEqual(['flood', 'other']);
  runs[0]?.end();
  expect(await other).toBe(0);
  await turn();
  const again = one({ at: 0, key: 'flood' });
  let ended = 1;
  for (await turn(); ended < runs.length; await turn()) runs[ended++]?.end();
  expect(await again).toBe(0);
  const served = (await answers).filter(({ status }) => status === 'fulfilled');
  expect(served).toHaveLength(waitingOfKeyMax);
  expect(runs).toHaveLength(waitingOfKeyMax + 1);
  await expect(flood.at(-1)).rejects.toThrow(TooManyWaiting);
});

test('two kinds that share a mutex take turns, and what arrives while the other runs is one batch', async () => {
  const mutex = createMutex();
  const [verifying, granting] = [manualRuns(mutex), manualRuns(mutex)];
  const first = verifying.one({ at: 0, key: 'a' });
  await turn();
  const others = [1, 2, 3].map(async (at) => {
    await turn();
    return granting.one({ at, key: String(at) });
  });
  const next = verifying.one({ at: 4, key: 'b' });
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(granting.runs).toHaveLength(0);
  verifying.runs[0]?.end(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await turn();
  expect(granting.runs.map(({ batch }) => batch.length)).toEqual([3]);
  expect(verifying.runs).toHaveLength(1);
  granting.runs[0]?.end();
  expect(await Promise.all(others)).toEqual([1, 2, 3]);
  await turn();
  verifying.runs[1]?.end();
  expect(await next).toBe(4);
});
