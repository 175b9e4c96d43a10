// Counts what storage has committed for this process's calls.
import type { Batched } from '../storage/batches/batch.ts';
import type { Storage } from '../storage/storage.ts';
import type { VisitLog } from '../storage/visit-log.ts';
import type { Metrics } from './metrics.ts';

export function countStorageCalls(storage: Storage, metrics: Metrics): Storage {
  return {
    ...storage,
    recordConsents: counting(storage.recordConsents, ({ answer }) =>
      metrics.consents.inc({ answer }),
    ),
    requestCodes: counting(storage.requestCodes, (_, verdict) => {
      if (verdict.kind === 'send') metrics.codesAsked.inc();
      if (verdict.kind === 'unaffordable')
        metrics.codesPriced.inc({ proof: verdict.difficulty ?? 'none' });
    }),
    recordVerifications: counting(storage.recordVerifications, (_, { kind }) => {
      if (kind === 'first' || kind === 'again') metrics.verified.inc({ kind });
    }),
    grantRewards: counting(storage.grantRewards, (_, granted) => {
      const { amount, newKind } = granted;
      if (amount !== undefined && newKind) metrics.rewards.inc({ amount, kind: newKind });
    }),
  };
}

export function countVisits(visits: VisitLog, metrics: Metrics): VisitLog {
  return {
    note(visit) {
      metrics.visits.inc();
      visits.note(visit);
    },
    flush: () => visits.flush(),
  };
}

function counting<In, Out>(
  inner: Batched<In, Out>,
  count: (item: In, answer: Out) => void,
): Batched<In, Out> {
  const all = async (items: readonly In[]) => {
    const results = await inner(items);
    items.forEach((item, at) => {
      const result = results[at];
      if (result?.status === 'fulfilled') count(item, result.value);
    });
    return results;
  };
  const one = async (item: In) => {
    const answer = await inner.one(item);
    count(item, answer);
    return answer;
  };
  return Object.assign(all, { one });
}
