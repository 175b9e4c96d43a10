// What is looked up when Prometheus asks: the pool, what is owed and in stock, whether the database answers; and the
// process itself. Looking never waits behind a shopper, and asks the database once in a while only.
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { readBacklog, type Backlog } from '../storage/delivery-backlog.ts';
import type { Database } from '../storage/database.ts';
import { memoizeFor, withTimeout } from '../time/with-timeout.ts';

const keptMs = 5000;
const lookMs = 2000;

/** Adds the process's own figures: memory, processor, event-loop lag, garbage. */
export function addProcessGauges(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
}

type Set = (labels: Readonly<Record<string, string | number>>, value: number) => void;

function addGauge(
  registry: Registry,
  gauge: { name: string; help: string; label?: string },
  collect: (set: Set) => Promise<void> | void,
): void {
  const { name, help, label } = gauge;
  const made = new Gauge({
    name: `inaam_${name}`,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      this.reset();
      await collect((labels, value) => this.set(labels, value));
    },
  });
  // Without a label it begins at 0; with one it has no value before it is asked for.
  made.reset();
}

/** Adds the connections of the pool. */
export function addPoolGauge(registry: Registry, database: Database): void {
  addGauge(
    registry,
    {
      name: 'pool_connections',
      help: 'Connections to the database; waiting: requests for one.',
      label: 'state',
    },
    (set) => {
      set({ state: 'total' }, database.totalCount);
      set({ state: 'idle' }, database.idleCount);
      set({ state: 'waiting' }, database.waitingCount);
    },
  );
}

/**
 * Adds what is owed and in stock, over all processes. Where the database does not answer in time they are left out,
 * and `inaam_database_up` is 0.
 * @param aside a pool of its own
 * @param amounts whole rupees that the campaign has vouchers of
 */
export function addBacklogGauges(
  registry: Registry,
  aside: Database,
  campaign: string,
  amounts: readonly number[],
): void {
  const look = memoizeFor<Backlog | undefined>(keptMs, () =>
    withTimeout(lookMs, readBacklog(aside, campaign), undefined),
  );
  addGauge(
    registry,
    { name: 'database_up', help: 'Whether the database answered in time.' },
    async (set) => set({}, (await look()) ? 1 : 0),
  );
  addGauge(
    registry,
    { name: 'owed_messages', help: 'Messages that are owed, by kind.', label: 'kind' },
    async (set) => {
      for (const { kind, count } of (await look())?.owed ?? []) set({ kind }, count);
    },
  );
  addGauge(
    registry,
    {
      name: 'oldest_owed_seconds',
      help: 'Age of the oldest message that is owed; 0 where none is.',
      label: 'kind',
    },
    async (set) => {
      for (const { kind, oldestSeconds } of (await look())?.owed ?? [])
        set({ kind }, oldestSeconds);
    },
  );
  addGauge(
    registry,
    { name: 'voucher_stock', help: 'Voucher codes that are free, by rupees.', label: 'amount' },
    async (set) => {
      const backlog = await look();
      if (!backlog) return;
      for (const amount of amounts) set({ amount }, backlog.free.get(amount) ?? 0);
    },
  );
}
