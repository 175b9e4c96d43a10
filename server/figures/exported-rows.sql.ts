// What an agency may get: pseudonyms, but no device, name, number or code.
import { entryKeys } from '@inaam/contract/core-calls.ts';
import type { Database } from '../database/database.ts';
import { readPages, type Exported, type Period } from '../database/read-only.ts';
import { dayOf, isoTime as time } from '../platform/format.ts';
import { plugins } from '@inaam/plugins/plugins.ts';

/** Values by column; times are ISO in UTC. */
export type ExportedRow = Readonly<Record<string, string | number | null>>;

const pseudonym = (of: string) => `encode(${of}.pseudonym, 'hex')`;

const exported = {
  visits: {
    columns: {
      at: time('at'),
      day: dayOf('at', '$4'),
      ...Object.fromEntries(entryKeys.map((key) => [key, `query ->> '${key}'`])),
      country: `ip_info ->> 'country'`,
      region: `ip_info ->> 'regionName'`,
      city: `ip_info ->> 'city'`,
    },
    at: 'at',
    from: 'inaam.visit where campaign = $1',
  },
  verifications: {
    columns: {
      pseudonym: pseudonym('participation'),
      state: 'state',
      claim: 'claim',
      verified_at: time('verified_at'),
      day: dayOf('verified_at', '$4'),
    },
    at: 'verified_at',
    from: 'inaam.participation where campaign = $1',
  },
  rewards: {
    columns: {
      pseudonym: pseudonym('reward'),
      state: 'state',
      amount: 'amount',
      kind: 'kind',
      pool: 'pool',
      granted_at: time('granted_at'),
      day: dayOf('granted_at', '$4'),
    },
    at: 'granted_at',
    from: 'inaam.reward join inaam.participation using (campaign, pseudonym) where campaign = $1',
  },
  messages: {
    columns: {
      message: 'message.id::text',
      kind: 'message.kind',
      state: 'message.state',
      pseudonym: pseudonym('message'),
      amount: 'voucher_amount',
      tries: 'tries',
      owed_at: time('owed_at'),
      day: dayOf('owed_at', '$4'),
      sent_at: time('sent_at'),
      ended_at: time('ended_at'),
      reason: 'reason',
    },
    at: 'owed_at',
    from: 'inaam.message where campaign = $1',
  },
};
const tables = new Map<string, Exported>([
  ...Object.entries(exported),
  ...plugins.flatMap((plugin) => Object.entries(plugin.exported)),
]);

export const exportedTables: readonly string[] = [...tables.keys()];

function exportedOf(table: string): Exported {
  const found = tables.get(table);
  if (!found) throw new Error(`Nothing is exported as "${table}". Name one of the tables.`);
  return found;
}

export const columnsOf = (table: string): string[] => Object.keys(exportedOf(table).columns);

/** Yields pages of rows, oldest first. */
export async function* readExportedRows(
  database: Database,
  table: string,
  campaign: string,
  { from, until, campaignAheadMs }: Period,
): AsyncGenerator<ExportedRow[], void, undefined> {
  const { columns, at, from: source } = exportedOf(table);
  const selected = Object.entries(columns).map(([name, sql]) => `${sql} as ${name}`);
  const pages = readPages(
    database,
    `select ${selected.join(', ')} from ${source} and ${at} >= $2 and ${at} < $3 order by ${at}`,
    [campaign, new Date(from), new Date(until), campaignAheadMs],
  );
  for await (const rows of pages) yield rows.map(rowOf);
}

function rowOf(row: Readonly<Record<string, unknown>>): ExportedRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? value : null,
    ]),
  );
}
