// Counts the funnel: what the storage has done for this process's calls, after it is committed. Changes no answer.
import type { Batched } from '../storage/batch.ts';
import type { Storage } from '../storage/storage.ts';
import type { VisitLog } from '../storage/visit-log.ts';
import type { Metrics } from './metrics.ts';

/** The same storage; what it does is counted. */
export function countStorageCalls(storage: Storage, meters: Metrics): Storage {
  return {
    ...storage,
    recordConsents: told(storage.recordConsents, ({ answer }) => meters.consents.inc({ answer })),
    requestCodes: told(storage.requestCodes, (_, verdict) => {
      if (verdict.kind === 'send') meters.codesAsked.inc();
    }),
    recordVerifications: told(storage.recordVerifications, (_, { kind }) => {
      if (kind !== 'raced' && kind !== 'full') meters.verified.inc({ kind });
    }),
    grantRewards: told(storage.grantRewards, (_, granted) => {
      const { amount, newKind } = granted;
      if (amount !== undefined && newKind) meters.rewards.inc({ amount, kind: newKind });
    }),
  };
}

/** The same log of visits, counted. */
export function countVisits(visits: VisitLog, meters: Metrics): VisitLog {
  return {
    note(visit) {
      meters.visits.inc();
      visits.note(visit);
    },
    flush: () => visits.flush(),
  };
}

function told<In, Out>(
  inner: Batched<In, Out>,
  tell: (item: In, answer: Out) => void,
): Batched<In, Out> {
  const all = async (items: readonly In[]) => {
    const results = await inner(items);
    items.forEach((item, at) => {
      const result = results[at];
      if (result?.status === 'fulfilled') tell(item, result.value);
    });
    return results;
  };
  const one = async (item: In) => {
    const answer = await inner.one(item);
    tell(item, answer);
    return answer;
  };
  return Object.assign(all, { one });
}
