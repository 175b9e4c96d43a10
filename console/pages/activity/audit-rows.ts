import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
import type { TableData } from '../../ui/csv.ts';
import { formatTime } from '../../ui/format.ts';

type Audits = AnswerOf<'readAudits'>;
export type AuditRow = Audits['rows'][number];
export type Filter = Pick<FieldsOf<'readAudits'>, 'by' | 'command' | 'from' | 'until'>;

export const noFilter: Filter = { by: null, command: null, from: null, until: null };

/** Most rows in one file. */
export const csvMax = 20_000;
const callMax = 1000;

/** Page by page, so that no call takes long. */
export async function collectRows(
  read: (fields: FieldsOf<'readAudits'>) => Promise<Audits>,
  filter: Filter,
): Promise<Audits> {
  const rows: AuditRow[] = [];
  let before: number | null = null;
  for (;;) {
    const max = Math.min(callMax, csvMax - rows.length);
    const page: Audits = await read({ ...filter, before, max });
    rows.push(...page.rows);
    before = page.rows.at(-1)?.number ?? null;
    if (!page.hasMore || rows.length >= csvMax) return { rows, hasMore: page.hasMore };
  }
}

export const tableOf = (rows: readonly AuditRow[]): TableData => ({
  columns: [
    { label: 'Number', isNumber: true },
    { label: 'When' },
    { label: 'Who' },
    { label: 'What' },
    { label: 'Command' },
    { label: 'Details' },
    { label: 'Reason' },
  ],
  rows: rows.map(({ number, at, by, what, command, details, reason }) => [
    number,
    formatTime(at),
    by,
    what,
    command,
    details,
    reason,
  ]),
});
