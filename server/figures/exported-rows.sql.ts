// What an agency may get: pseudonyms, but no device, name, number or code.
import { entryKeys } from '@inaam/contract/calls.ts';
import type { Database } from '../database/database.ts';
import { dayOf, readPages, type Period } from '../database/read-only.ts';

/** Values by column; times are ISO in UTC. */
export type ExportedRow = Readonly<Record<string, string | number | null>>;

type Exported = {
  columns: Readonly<Record<string, string>>;
  /** The column that the period applies to. */
  at: string;
  from: string;
};

const time = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const pseudonym = (of: string) => `encode(${of}.pseudonym, 'hex')`;

/** `$1` campaign, `$2` from, `$3` until, `$4` how far the campaign's clock is ahead. */
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
      pseudonym: pseudonym('participant'),
      state: 'state',
      claim: 'claim',
      verified_at: time('verified_at'),
      day: dayOf('verified_at', '$4'),
    },
    at: 'verified_at',
    from: 'inaam.participant where campaign = $1 and bonus_of is null',
  },
  rewards: {
    columns: {
      pseudonym: pseudonym('reward'),
      state: 'state',
      amount: 'amount',
      kind: 'kind',
      pool: 'pool',
      bonus_of: `encode(bonus_of, 'hex')`,
      granted_at: time('granted_at'),
      day: dayOf('granted_at', '$4'),
    },
    at: 'granted_at',
    from: 'inaam.reward join inaam.participant using (campaign, pseudonym) where campaign = $1',
  },
  questions: {
    columns: {
      pseudonym: pseudonym('question'),
      question: 'question',
      amount: 'amount',
      asked_at: time('asked_at'),
      day: dayOf('asked_at', '$4'),
      answered_at: time('answered_at'),
      is_right: 'is_right::text',
    },
    at: 'asked_at',
    from: 'inaam.question where campaign = $1',
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
} as const satisfies Record<string, Exported>;

export type ExportedTable = keyof typeof exported;

export const exportedTables = [
  'visits',
  'verifications',
  'rewards',
  'questions',
  'messages',
] as const;

export const columnsOf = (table: ExportedTable): string[] => Object.keys(exported[table].columns);

/** Yields pages of rows, oldest first. */
export async function* readExportedRows(
  database: Database,
  table: ExportedTable,
  campaign: string,
  { from, until, campaignAheadMs }: Period,
): AsyncGenerator<ExportedRow[], void, undefined> {
  const { columns, at, from: source } = exported[table];
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
