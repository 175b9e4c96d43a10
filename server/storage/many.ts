// How every storage function takes many and answers each by its key, so that a gatherer of requests can stand
// in front of it one day without a change here. Knows no table.

/** Answers a batch in which no key stands twice. */
export type RunBatch<In, Out> = (batch: readonly In[]) => Promise<ReadonlyMap<string, Out>>;

/** A storage function: many in, one settled result each, in the order asked; `one` for a single item. */
export type Many<In, Out> = {
  (items: readonly In[]): Promise<PromiseSettledResult<Out>[]>;
  one(item: In): Promise<Out>;
};

/**
 * Makes a storage function of what answers one batch.
 *
 * - Two items of one key never stand in the same batch: the second waits for the next, so that it sees what the
 *   first did (32 wrong tries in one UPDATE … FROM unnest would count as one).
 * - Items go to the batch in the order of their keys, so that rows are locked in that order by everybody.
 * @param lanesOf what else two items of one batch may not share (a device and a number, say); the key by default
 * - A batch that fails is tried again item by item: one poisoned row harms nobody else.
 */
export function many<In, Out>(
  keyOf: (item: In) => string,
  run: RunBatch<In, Out>,
  lanesOf: (item: In) => readonly string[] = (item) => [keyOf(item)],
): Many<In, Out> {
  const all = async (items: readonly In[]) => {
    const results = new Map<number, PromiseSettledResult<Out>>();
    for (const round of roundsOf(items, keyOf, lanesOf)) {
      for (const [at, result] of await settle(round, run)) results.set(at, result);
    }
    return items.map((_, at) => results.get(at) ?? unanswered);
  };
  const one = async (item: In) => {
    const [result = unanswered] = await all([item]);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };
  return Object.assign(all, { one });
}

type Asked<In> = { at: number; key: string; item: In };

const unanswered: PromiseRejectedResult = {
  status: 'rejected',
  reason: new Error(
    'The storage gave no answer for this key. A query does not return every key it was asked.',
  ),
};

/** Splits the items into rounds in which no lane is shared, each round in the order of its keys. */
function roundsOf<In>(
  items: readonly In[],
  keyOf: (item: In) => string,
  lanesOf: (item: In) => readonly string[],
): Asked<In>[][] {
  const rounds: Asked<In>[][] = [];
  const nextRound = new Map<string, number>();
  items.forEach((item, at) => {
    const lanes = lanesOf(item);
    const round = Math.max(0, ...lanes.map((lane) => nextRound.get(lane) ?? 0));
    for (const lane of lanes) nextRound.set(lane, round + 1);
    (rounds[round] ??= []).push({ at, key: keyOf(item), item });
  });
  return rounds.map((round) => round.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
}

async function settle<In, Out>(
  round: readonly Asked<In>[],
  run: RunBatch<In, Out>,
): Promise<Map<number, PromiseSettledResult<Out>>> {
  try {
    const answers = await run(round.map((asked) => asked.item));
    return new Map(
      round.map(({ at, key }) => {
        const value = answers.get(key);
        return [at, value === undefined ? unanswered : { status: 'fulfilled', value }];
      }),
    );
  } catch (reason) {
    if (round.length === 1)
      return new Map(round.map(({ at }) => [at, { status: 'rejected', reason }]));
    const results = new Map<number, PromiseSettledResult<Out>>();
    for (const asked of round) {
      for (const [at, result] of await settle([asked], run)) results.set(at, result);
    }
    return results;
  }
}
