// Storage functions take batches, so that requests can be collected later without changing them.

/** The keys of a batch are distinct. */
export type RunBatch<In, Out> = (batch: readonly In[]) => Promise<ReadonlyMap<string, Out>>;

/** Returns one settled result per item, in order. */
export type Batched<In, Out> = {
  (items: readonly In[]): Promise<PromiseSettledResult<Out>[]>;
  one(item: In): Promise<Out>;
};

/**
 * - Items that share a conflict key are never in the same batch: the later one runs after the first
 *   and sees its effect (32 wrong tries in one UPDATE … FROM unnest would count as one).
 * - A batch is sorted by key, so that all transactions lock rows in the same order.
 * - A batch that fails is retried item by item, so that one bad item fails alone.
 * @param conflictKeysOf such as device and mobile; the key by default
 */
export function batched<In, Out>(
  keyOf: (item: In) => string,
  run: RunBatch<In, Out>,
  conflictKeysOf: (item: In) => readonly string[] = (item) => [keyOf(item)],
): Batched<In, Out> {
  const all = async (items: readonly In[]) => {
    const results = new Map<number, PromiseSettledResult<Out>>();
    for (const batch of batchesOf(items, keyOf, conflictKeysOf)) {
      for (const [place, result] of await settle(batch, run)) results.set(place, result);
    }
    return items.map((_, place) => results.get(place) ?? unanswered);
  };
  const one = async (item: In) => {
    const [result = unanswered] = await all([item]);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };
  return Object.assign(all, { one });
}

type Placed<In> = { place: number; key: string; item: In };

const unanswered: PromiseRejectedResult = {
  status: 'rejected',
  reason: new Error(
    'The storage returned no answer for this key. Make the query return every key that it was given.',
  ),
};

function batchesOf<In>(
  items: readonly In[],
  keyOf: (item: In) => string,
  conflictKeysOf: (item: In) => readonly string[],
): Placed<In>[][] {
  const batches: Placed<In>[][] = [];
  const nextBatch = new Map<string, number>();
  items.forEach((item, place) => {
    const conflictKeys = conflictKeysOf(item);
    const batch = Math.max(0, ...conflictKeys.map((key) => nextBatch.get(key) ?? 0));
    for (const key of conflictKeys) nextBatch.set(key, batch + 1);
    (batches[batch] ??= []).push({ place, key: keyOf(item), item });
  });
  return batches.map((batch) => batch.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
}

async function settle<In, Out>(
  batch: readonly Placed<In>[],
  run: RunBatch<In, Out>,
): Promise<Map<number, PromiseSettledResult<Out>>> {
  try {
    const answers = await run(batch.map(({ item }) => item));
    return new Map(
      batch.map(({ place, key }) => {
        const value = answers.get(key);
        return [place, value === undefined ? unanswered : { status: 'fulfilled', value }];
      }),
    );
  } catch (reason) {
    if (batch.length === 1)
      return new Map(batch.map(({ place }) => [place, { status: 'rejected', reason }]));
    const results = new Map<number, PromiseSettledResult<Out>>();
    for (const single of batch) {
      for (const [place, result] of await settle([single], run)) results.set(place, result);
    }
    return results;
  }
}
