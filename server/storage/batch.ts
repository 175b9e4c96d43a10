// Every storage function takes a batch and settles each item by its key, so that requests can be
// collected into batches one day without a change here.

/** Answers a batch in which every key is distinct. */
export type RunBatch<In, Out> = (batch: readonly In[]) => Promise<ReadonlyMap<string, Out>>;

/**
 * A storage function: a batch in, one settled result per item, in the given order; `one` for a
 * single item.
 */
export type Batched<In, Out> = {
  (items: readonly In[]): Promise<PromiseSettledResult<Out>[]>;
  one(item: In): Promise<Out>;
};

/**
 * Makes a storage function from one that answers a batch.
 *
 * - Two items that share a conflict key are never in the same batch: the second waits for the next
 *   one and sees what the first did (32 wrong tries in one UPDATE … FROM unnest would count as
 *   one).
 * - A batch is sorted by key, so that all transactions lock rows in the same order.
 * - A batch that fails is retried item by item, so that one bad item fails alone.
 * @param conflictKeysOf what two items of a batch may not share (a device and a mobile, say); the
 *   key by default
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

/** Splits the items into batches that share no conflict key, each sorted by key. */
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
