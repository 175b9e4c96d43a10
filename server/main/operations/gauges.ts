// Read on each scrape with a separate pool, and cached, so that scraping never delays a shopper.
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { voucherHours } from '@inaam/campaigns/sms/sms-category.ts';
import { promisedUntil } from '../../vouchers/voucher-validity.rules.ts';
import { readBacklog, type Backlog } from '../../messages/delivery-backlog.sql.ts';
import type { Database } from '../../database/database.ts';
import { readWebhookState, type WebhookState } from '../../messages/webhooks/webhook-report.sql.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { Health } from '../../database/health.ts';
import { memoizeFor } from '../../platform/memoize-for.ts';

const cacheMs = 5000;
const timeoutMs = 2000;

export function addProcessGauges(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
}

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
  addGauge(
    registry,
    {
      name: 'draw_stopped_at_entry',
      help: "The ledger's entry because of which the draw has stopped; -1 while it goes on.",
    },
    async (set) => {
      const draw = await health.draw();
      set({}, draw.state === 'stopped' ? draw.entry : -1);
    },
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

/** Omitted while the database is slow. @param clocks wall time, ms */
export function addWebhookGauges(
  registry: Registry,
  database: Database,
  campaign: string,
  clocks: { wall: () => number },
): void {
  const read = memoizeFor<WebhookState | undefined>(cacheMs, () =>
    withTimeout(readWebhookState(database, campaign), timeoutMs, undefined).catch(() => undefined),
  );
  addGauge(
    registry,
    {
      name: 'webhook_events',
      help: 'Events of the web hooks; waiting: to be sent; failed: given up after three days.',
      label: 'state',
    },
    async (set) => {
      const state = await read();
      if (!state) return;
      set({ state: 'waiting' }, state.waiting);
      set({ state: 'failed' }, state.failed);
    },
  );
  addGauge(
    registry,
    {
      name: 'webhook_oldest_seconds',
      help: 'Age of the oldest event that waits; 0 if there is none.',
    },
    async (set) => {
      const state = await read();
      if (!state) return;
      const { oldestAt } = state;
      set({}, oldestAt === undefined ? 0 : Math.max(0, clocks.wall() - oldestAt) / 1000);
    },
  );
}
