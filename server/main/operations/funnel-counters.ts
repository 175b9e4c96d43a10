// Counts what storage has committed for this process's calls.
import type { Batched } from '../../database/batches/batch.ts';
import type { Storage } from '../../http/storage.ts';
import type { DropReason, VisitLog } from '../../participants/visit-log.sql.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';

type Operations = { log: Log; metrics: Metrics };

export function countStorageCalls(storage: Storage, metrics: Metrics): Storage {
  return {
    ...storage,
    recordConsents: counting(storage.recordConsents, ({ answer }, { kind }) => {
      if (kind === 'stored') metrics.consents.inc({ answer });
    }),
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
      const waitSeconds = visits.note(visit);
      if (waitSeconds === undefined) metrics.visits.inc();
      return waitSeconds;
    },
    flush: () => visits.flush(),
  };
}

const minuteMs = 60_000;

/** Counts visits that are not stored, and logs them at most once a minute. */
export function countDroppedVisits({ log, metrics }: Operations, now: () => number) {
  let unlogged = 0;
  let loggedAt = -Infinity;
  return (reason: DropReason, count: number): void => {
    metrics.visitsDropped.inc({ reason }, count);
    unlogged += count;
    if (Math.abs(now() - loggedAt) < minuteMs) return;
    log.warn({ visits: unlogged }, 'Visits were not stored: they are missing from the funnel.');
    unlogged = 0;
    loggedAt = now();
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
