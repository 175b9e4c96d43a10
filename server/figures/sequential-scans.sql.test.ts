// An operator's query may read whole tables once, but must not read one again for each row of
// another, as plans do that were made while the tables were recorded as empty.
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { openDatabase, type Connection } from '../database/database.ts';
import { lateMax } from '../messages/delivery-limits.rules.ts';
import { readBacklog } from '../messages/deliveries.sql.ts';
import { readStockAtHand } from '../vouchers/stock-at-hand.sql.ts';
import { readDebtsByDay } from './delivery-debts.sql.ts';
import { exportedTables, readExportedRows } from './exported-rows.sql.ts';

const campaign = 'biscuit-2025';
const filled = 1500;
const now = Date.now();
const dayMs = 86_400_000;
const period = { from: now - 30 * dayMs, until: now + dayMs, campaignAheadMs: 0 };

const recorded = new WeakSet<Connection>();
const statementSchema = z.object({
  text: z.string(),
  values: z.array(z.unknown()).optional().catch(undefined),
});
type Statement = z.infer<typeof statementSchema>;
const asked: Statement[] = [];

const clone = await testDatabase();
/** One connection, like an operator's, whose statements are recorded. */
const database = openDatabase(clone.url, 1);
database.on('acquire', (connection) => {
  if (recorded.has(connection)) return;
  recorded.add(connection);
  const query = connection.query.bind(connection);
  Object.assign(connection, {
    query(...given: unknown[]): unknown {
      const [first, values] = given;
      asked.push(
        statementSchema.parse(typeof first === 'string' ? { text: first, values } : first),
      );
      return Reflect.apply(query, connection, given);
    },
  });
});
await database.query('vacuum analyze');
await fillCampaign(database, campaign, filled);
// Half of the vouchers wait, and a tenth has failed.
await database.query(
  `update inaam.message set state = 'owed', sent_at = null where kind = 'voucher' and get_byte(pseudonym, 7) < 128`,
);
await database.query(
  `update inaam.message set state = 'failed', ended_at = owed_at where kind = 'voucher' and get_byte(pseudonym, 7) > 230`,
);
afterAll(() => clone.drop());
afterAll(() => database.end());

/** How many rows the nodes of its plans handle, including those that a join discards. */
async function rowsHandled(read: () => Promise<unknown>): Promise<number> {
  asked.length = 0;
  await read();
  const statements = [...asked];
  let rows = 0;
  for (const { text, values } of statements) {
    const query = text.replace(/^declare page no scroll cursor for /, '');
    if (!/^\s*(?:select|with)\b/.test(query)) {
      if (!query.startsWith('fetch')) await database.query(query, values);
      continue;
    }
    const explained = await database.query<{ 'QUERY PLAN': unknown }>(
      `explain (analyze, format json) ${query}`,
      values,
    );
    rows += explainedRows.parse(explained.rows[0]?.['QUERY PLAN']);
  }
  return rows;
}

const count = z.number().default(0);
const nodeSchema = z.object({
  'Actual Rows': count,
  'Actual Loops': count,
  'Rows Removed by Filter': count,
  'Rows Removed by Join Filter': count,
  get Plans() {
    return z.array(nodeSchema).default([]);
  },
});
type Node = z.infer<typeof nodeSchema>;

const handledBy = (node: Node): number =>
  node['Actual Loops'] *
    (node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Join Filter']) +
  node.Plans.reduce((sum, part) => sum + handledBy(part), 0);

const explainedRows = z
  .tuple([z.object({ Plan: nodeSchema })])
  .transform(([{ Plan }]) => handledBy(Plan));

async function drained(pages: AsyncGenerator): Promise<void> {
  for await (const _ of pages);
}

const clocks = { wall: () => now, campaign: () => now, stop: () => undefined };

const readings: Record<string, () => Promise<unknown>> = {
  'the stock': () => readStockAtHand(database, { id: campaign, sms: { vouchers: {} } }, clocks),
  'the backlog': () => readBacklog(database, campaign, { promisedUntil: '2026-01-01', hours: [] }),
  'the count of late vouchers': () => readDebtsByDay(database, campaign, { now, max: lateMax }),
  ...Object.fromEntries(
    exportedTables.map((table) => [
      `the export of ${table}`,
      () => drained(readExportedRows(database, table, campaign, period)),
    ]),
  ),
};

test.each(Object.keys(readings))('%s reads each table a few times at most', async (name) => {
  const handled = await rowsHandled(readings[name] ?? (() => Promise.resolve()));
  expect(handled).toBeGreaterThan(0);
  // A nested loop of two tables handles a thousand rows for each of them.
  expect(handled / filled).toBeLessThan(150);
});

test('late vouchers are counted by reading no more than are counted', async () => {
  const max = 20;
  const count = () => readDebtsByDay(database, campaign, { now, max });
  const { days, isAll } = await count();
  expect([days.reduce((sum, { waiting }) => sum + waiting, 0), isAll]).toEqual([max + 1, false]);
  // Waiting vouchers, failed ones with their people, and twice what was counted.
  expect(await rowsHandled(count)).toBeLessThan(20 * max);
});
