// Read on each scrape with a separate pool, and cached, so that scraping never delays a shopper.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { voucherHours } from '@inaam/campaigns/sms/sms-category.ts';
import { promisedUntil } from '../../vouchers/voucher-validity.rules.ts';
import { readBacklog, type Backlog } from '../../messages/deliveries.sql.ts';
import type { Database } from '../../database/database.ts';
import { serverPlugins } from '@inaam/plugins/server.ts';
import { withTimeout, memoizeFor } from '../../platform/timing.ts';
import type { Health } from '../../database/health.ts';
import type { Batched } from '../../database/batches/batch.ts';
import type { Storage } from '../storage.ts';
import type { DropReason, VisitLog } from '../../participants/visit-log.sql.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';

const cacheMs = 5000;
const timeoutMs = 2000;

type SetValue = (labels: Readonly<Record<string, string | number>>, value: number) => void;

function addGauge(
  registry: Registry,
  gauge: { name: string; help: string; label?: string },
  collect: (set: SetValue) => Promise<void> | void,
): void {
  const { name, help, label } = gauge;
  const created = new Gauge({
    name: `inaam_${name}`,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      this.reset();
      await collect((labels, value) => this.set(labels, value));
    },
  });
  // Resets a gauge without labels to 0 and empties one with labels.
  created.reset();
}

export function addPoolGauge(registry: Registry, database: Database): void {
  addGauge(
    registry,
    {
      name: 'pool_connections',
      help: 'Database connections; waiting: requests that wait for one.',
      label: 'state',
    },
    (set) => {
      set({ state: 'total' }, database.totalCount);
      set({ state: 'idle' }, database.idleCount);
      set({ state: 'waiting' }, database.waitingCount);
    },
  );
}

export function addLogCounter(registry: Registry, droppedLines: () => number): void {
  const counter = new Counter({
    name: 'inaam_log_lines_dropped_total',
    help: 'Lines of the log that were lost, because nobody read it or the disk was full.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  counter.reset();
}

export function addDrawGauge(registry: Registry, health: Pick<Health, 'draw'>): void {
  addGauge(
    registry,
    { name: 'draw_up', help: 'Whether the draw answered: without it PLAY has to wait.' },
    async (set) => set({}, (await health.draw()).state === 'up' ? 1 : 0),
  );
}

/**
 * If the database is slow, the values are omitted and `inaam_database_up` is 0.
 * @param clocks the campaign's time, ms
 */
export function addBacklogGauges(
  registry: Registry,
  database: Database,
  { id, sms }: Pick<ServerCampaign, 'id' | 'sms'>,
  clocks: { campaign: () => number },
): void {
  const hours = voucherHours(sms.vouchers);
  const read = memoizeFor<Backlog | undefined>(cacheMs, () => {
    const until = promisedUntil(clocks.campaign());
    const backlog = readBacklog(database, id, { promisedUntil: until, hours });
    return withTimeout(backlog, timeoutMs, undefined).catch(() => undefined);
  });
  addGauge(
    registry,
    { name: 'database_up', help: 'Whether the database answered in time.' },
    async (set) => set({}, (await read()) ? 1 : 0),
  );
  addGauge(
    registry,
    { name: 'owed_messages', help: 'Owed messages, by kind.', label: 'kind' },
    async (set) => {
      for (const { kind, count } of (await read())?.owed ?? []) set({ kind }, count);
    },
  );
  addGauge(
    registry,
    {
      name: 'oldest_owed_seconds',
      help: 'Age of the oldest owed message that is not held for review, without the hours in which it must not be sent; 0 if there is none.',
      label: 'kind',
    },
    async (set) => {
      for (const { kind, oldestSeconds } of (await read())?.owed ?? [])
        set({ kind }, oldestSeconds ?? 0);
    },
  );
  addGauge(
    registry,
    { name: 'voucher_stock', help: 'Voucher codes that can be given, by rupees.', label: 'amount' },
    async (set) => {
      const backlog = await read();
      if (!backlog) return;
      for (const amount of Object.keys(sms.vouchers)) {
        set({ amount }, backlog.free.get(Number(amount)) ?? 0);
      }
    },
  );
}

/** Omitted while the database is slow. */
export function addPluginGauges(registry: Registry, database: Database, campaign: string): void {
  for (const { gauge } of serverPlugins) {
    if (!gauge) continue;
    const read = memoizeFor(cacheMs, () =>
      withTimeout(gauge.read(database, campaign), timeoutMs, undefined).catch(() => undefined),
    );
    addGauge(registry, gauge, async (set) => {
      for (const [label, value] of Object.entries((await read()) ?? {})) {
        set({ [gauge.label]: label }, value);
      }
    });
  }
}

// Counts what storage has committed for this process's calls.

type Operations = { log: Log; metrics: Metrics };

export function countStorageCalls(storage: Storage, metrics: Metrics): Storage {
  return {
    ...storage,
    recordConsents: counting(storage.recordConsents, ({ answer }) => {
      metrics.consents.inc({ answer });
    }),
    requestCodes: counting(storage.requestCodes, (_, verdict) => {
      if (verdict.kind === 'send') metrics.codesAsked.inc();
      if (verdict.kind === 'overBudget')
        metrics.codesPriced.inc({ proof: verdict.isProofAsked ? 'asked' : 'none' });
    }),
    verifyCodes: counting(storage.verifyCodes, (_, { kind }) => {
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
    ...visits,
    note(visit) {
      const waitSeconds = visits.note(visit);
      if (waitSeconds === undefined) metrics.visits.inc();
      return waitSeconds;
    },
  };
}

const minuteMs = 60_000;

/** Counts visits that are not stored, and logs them at most once a minute. */
export function countDroppedVisits({ log, metrics }: Operations, now: () => number) {
  let unlogged = 0;
  let loggedAt = -Infinity;
  return (reason: DropReason): void => {
    metrics.visitsDropped.inc({ reason });
    unlogged += 1;
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
