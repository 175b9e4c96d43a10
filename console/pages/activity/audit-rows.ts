import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';
import type { TableData } from '../../ui/csv.ts';
import { countOf, dayOf, formatCount, formatTime } from '../../ui/format.ts';

type Audits = AnswerOf<'readAudits'>;
export type AuditRow = Audits['rows'][number];
export type Filter = Pick<FieldsOf<'readAudits'>, 'by' | 'command' | 'from' | 'until'>;

/** As the address spells them. */
const names = { by: 'who', command: 'what', from: 'from', until: 'until' } as const;
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export function filterIn(address: URLSearchParams): Filter {
  const textOf = (name: keyof Filter) => address.get(names[name])?.slice(0, 100) || null;
  const dayIn = (name: 'from' | 'until') => {
    const day = textOf(name);
    return day !== null && isDay(day) ? day : null;
  };
  const [from, until] = [dayIn('from'), dayIn('until')];
  const isOrdered = from === null || until === null || from <= until;
  const days = isOrdered ? { from, until } : { from: null, until: null };
  return { by: textOf('by'), command: textOf('command'), ...days };
}

export function addressOf(filter: Filter): URLSearchParams {
  const address = new URLSearchParams();
  for (const name of ['by', 'command', 'from', 'until'] as const) {
    const value = filter[name];
    if (value !== null) address.set(names[name], value);
  }
  return address;
}

/** No filter. */
export const nothing: Filter = { by: null, command: null, from: null, until: null };

const pages: Readonly<Record<string, string>> = {
  vouchers: 'deliveries',
  number: 'person',
  ledger: 'draw',
};

/** Of the page about what was acted on, by the command's subject. */
export function addressOfThing({ command, details }: AuditRow): string {
  const [subject = ''] = command.replace(/^console /, '').split(' ');
  const group = /^cluster: (\d+)$/im.exec(details)?.[1];
  return `/${pages[subject] ?? subject}${group === undefined ? '' : `/${group}`}`;
}

export const pseudonymsIn = ({ details }: AuditRow): string[] =>
  details.match(/\b[\da-f]{32}\b/g) ?? [];

const lookUp = 'console person find';

/** One row, or several of the same kind by one person, one after another. Newest first. */
export type Entry = { readonly rows: readonly [AuditRow, ...AuditRow[]] };
export type Day = { readonly day: string; readonly entries: readonly Entry[] };

/** @param rows newest first */
export function timeLineOf(rows: readonly AuditRow[]): Day[] {
  const days: { day: string; entries: { rows: [AuditRow, ...AuditRow[]] }[] }[] = [];
  for (const row of rows) {
    const day = dayOf(row.at);
    let last = days.at(-1);
    if (last?.day !== day) days.push((last = { day, entries: [] }));
    const before = last.entries.at(-1)?.rows;
    const isMore = before?.[0].by === row.by && isSameKind(before[0], row);
    if (isMore) before.push(row);
    else last.entries.push({ rows: [row] });
  }
  return days;
}

/** Each look-up has its own reason. */
const isSameKind = (one: AuditRow, other: AuditRow) =>
  one.command === lookUp
    ? other.command === lookUp
    : one.command === other.command && one.reason === other.reason;

export function titleOf({ rows: [row, ...others] }: Entry): string {
  const times = others.length + 1;
  if (times === 1) return row.what;
  return row.command === lookUp
    ? countOf(times, 'look-up')
    : `${row.what}, ${formatCount(times)} times`;
}

/** Undefined if each row has its own. */
export const reasonOf = ({ rows: [row, ...others] }: Entry): string | undefined =>
  others.every(({ reason }) => reason === row.reason) ? row.reason : undefined;

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
    details.replaceAll('\n', '; '),
    reason,
  ]),
});
