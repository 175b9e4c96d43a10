import { isConnectionLost } from '../database-unavailable.ts';
import { gather } from './gather.ts';
import type { Mutex } from './mutex.ts';

/** The keys within a batch are distinct. */
export type RunBatch<In, Out> = (batch: readonly In[]) => Promise<ReadonlyMap<string, Out>>;

/** Returns one settled result per item, in order. */
export type Batched<In, Out> = {
  (items: readonly In[]): Promise<PromiseSettledResult<Out>[]>;
  /** Calls that arrive while a batch is in flight share the next one. */
  one(item: In): Promise<Out>;
};

/**
 * - Items that share a conflict key are never in the same batch: the later one runs afterwards and
 *   sees the effect of the first (32 wrong tries in one UPDATE … FROM unnest would count as one).
 * - A batch is sorted by key, so that all transactions lock rows in the same order.
 * - A batch that fails is retried in halves, so that one bad item fails alone. If the connection is
 *   lost, all items fail: their outcome is unknown, and every write can be repeated safely.
 * @param conflictKeysOf such as device and mobile; by default the key
 * @param mutex shared with other work that locks the same row
 */
export function batched<In, Out>(
  keyOf: (item: In) => string,
  run: RunBatch<In, Out>,
  conflictKeysOf: (item: In) => readonly string[] = (item) => [keyOf(item)],
  mutex?: Mutex,
): Batched<In, Out> {
  const one = gather(
    async (items: readonly In[]) => {
      // Only the item: a key of several parts would take its index for one.
      const keys = items.map((item) => keyOf(item));
      const byKeys = new Map(items.map((item, place) => [keys[place] ?? '', item]));
      const keyed = [...byKeys].map(([key, item]) => ({ key, item }));
      const results = await settle(keyed.toSorted(byKey), run);
      return keys.map((key) => results.get(key) ?? unanswered);
    },
    conflictKeysOf,
    mutex,
  );
  const all = (items: readonly In[]) => Promise.allSettled(items.map((item) => one(item)));
  return Object.assign(all, { one });
}

/**
 * For what changes nothing: who asks for the same key at the same time gets the same answer. If
 * each waited for a batch of its own, one device that asks often would make everybody wait.
 */
export function batchedReads<In, Out>(
  keyOf: (item: In) => string,
  run: RunBatch<In, Out>,
): Batched<In, Out> {
  return batched(keyOf, run, () => []);
}

type Keyed<In> = { key: string; item: In };

const unanswered: PromiseRejectedResult = {
  status: 'rejected',
  reason: new Error(
    'The storage returned no answer for this key. Make the query return every key that it was given.',
  ),
};

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

async function settle<In, Out>(
  batch: readonly Keyed<In>[],
  run: RunBatch<In, Out>,
): Promise<Map<string, PromiseSettledResult<Out>>> {
  try {
    const answers = await run(batch.map(({ item }) => item));
    return new Map(
      batch.map(({ key }) => {
        const value = answers.get(key);
        return [key, value === undefined ? unanswered : { status: 'fulfilled', value }];
      }),
    );
  } catch (reason) {
    if (batch.length === 1 || isConnectionLost(reason)) {
      return new Map(batch.map(({ key }) => [key, { status: 'rejected', reason }]));
    }
    const middle = batch.length >> 1;
    const first = await settle(batch.slice(0, middle), run);
    const second = await settle(batch.slice(middle), run);
    return new Map([...first, ...second]);
  }
}
