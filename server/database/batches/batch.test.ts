import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batched, batchedReads, withNamedValues } from './batch.ts';

type Item = { key: string; conflict: string; poison: boolean };

const anyItems = fc.array(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    conflict: fc.constantFrom('x', 'y'),
    poison: fc.boolean(),
  }),
  { maxLength: 20 },
);

test('a batch has distinct keys and conflict keys, is sorted by key, and answers each item', async () => {
  await fc.assert(
    fc.asyncProperty(anyItems, async (items) => {
      const seen: Item[] = [];
      const run = batched<Item, Item>(
        (item) => item.key,
        async (batch) => {
          const keys = batch.map((item) => item.key);
          expect(keys).toEqual([...new Set(keys)].toSorted());
          expect(new Set(batch.map((item) => item.conflict)).size).toBe(batch.length);
          if (batch.some((item) => item.poison)) throw new Error('poisoned');
          seen.push(...batch);
          return new Map(batch.map((item) => [item.key, item]));
        },
        (item) => [item.key, item.conflict],
      );
      const results = await run(items);
      expect(results.map((result) => result.status)).toEqual(
        items.map((item) => (item.poison ? 'rejected' : 'fulfilled')),
      );
      for (const [at, result] of results.entries()) {
        if (result.status === 'fulfilled') expect(result.value).toBe(items[at]);
      }
      expect(seen).toHaveLength(items.filter((item) => !item.poison).length);
    }),
  );
});

test('of two items with one key the second is processed after the first', async () => {
  const order: number[] = [];
  const run = batched<{ at: number }, number>(
    () => 'same',
    async (batch) => {
      order.push(...batch.map((item) => item.at));
      return new Map([['same', batch.length]]);
    },
  );
  expect(await run([{ at: 0 }, { at: 1 }, { at: 2 }])).toEqual(
    Array(3).fill({ status: 'fulfilled', value: 1 }),
  );
  expect(order).toEqual([0, 1, 2]);
});

test('who reads the same at the same time gets one answer, and who asks later a new one', async () => {
  const batches: string[][] = [];
  const read = batchedReads<string, string>(
    (key) => key,
    async (keys) => {
      batches.push([...keys]);
      if (keys.includes('bad')) throw new Error('refused');
      return new Map(keys.map((key) => [key, `${key} ${batches.length}`]));
    },
  );
  expect(await Promise.all(['b', 'a', 'b', 'b'].map((key) => read.one(key)))).toEqual([
    'b 1',
    'a 1',
    'b 1',
    'b 1',
  ]);
  expect(await read.one('b')).toBe('b 2');
  expect(batches).toEqual([['a', 'b'], ['b']]);
  const mixed = await read(['bad', 'a', 'bad']);
  expect(mixed.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
});

test('a key without an answer fails that item only', async () => {
  const run = batched<string, string>(
    (item) => item,
    async () => new Map([['b', 'found']]),
  );
  const [first, second] = await run(['a', 'b']);
  expect(first?.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: 'found' });
  await expect(run.one('a')).rejects.toThrow('no answer');
});

const text = `select $1, * from unnest($keys::text[], $times::bigint[]) where key = any ($keys::text[])`;
const query = withNamedValues(text);

test('each name gets one number, whatever the order of the values', () => {
  expect(query('tea', { times: [1], keys: ['a'] })).toMatchObject({
    text: 'select $1, * from unnest($2::text[], $3::bigint[]) where key = any ($2::text[])',
    values: ['tea', ['a'], [1]],
  });
});

test.each([
  ['a missing value', { keys: [] }, 'times'],
  ['a value without a place', { keys: [], times: [], more: [] }, 'more'],
  ['a value with a different name', { keys: [], time: [] }, 'times, time'],
])('%s is refused by its name', (_, values, named) => {
  expect(() => query('tea', values)).toThrow(`differ in ${named}. `);
});

test('a value that is undefined is not missing', () => {
  expect(query('tea', { keys: [], times: undefined }).values).toEqual(['tea', [], undefined]);
});
