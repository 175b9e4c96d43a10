// The figures of the console's first page, from the rollups. Never reads the tables of facts,
// except for waiting messages, by their index.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import type { DurationCount, OverviewCounts } from './overview.rules.ts';
import { ms, type Queryable } from '../database/database.ts';
import { onlyRow } from '../database/read-only.ts';
import type { Span } from './overview-parts.sql.ts';
import { ofDevices, ofPeople } from '@inaam/contract/console/overview.ts';
import { granted } from './rare-parts.sql.ts';
import { noReceipt } from '../messages/sms-receipts.sql.ts';
import { isNotHeld } from '../messages/reschedule.sql.ts';

const figures = [...ofDevices, ...ofPeople];
type Answer = AnswerOf<'readOverview'>;

const valuesOf = (campaign: string, { from, until }: Span) => [
  campaign,
  new Date(from),
  new Date(until),
];

const summed = figures
  .map((name) => `coalesce(sum(count) filter (where figure = '${name}'), 0)::float8 as ${name}`)
  .concat(`coalesce(sum(count * amount) filter (where figure in ${granted}), 0)::float8 as rupees`)
  .join(', ');

/** `$1` to `$4`. */
const counted = `from inaam.rollup
  where campaign = $1 and start >= $2 and start < $3 and label = '' and figure = any ($4)
    and count <> 0`;

/** By their start, ms, oldest first; hours without events are absent. */
export const readHours = (connection: Queryable, campaign: string, span: Span) =>
  readBy(connection, ms('start'), [...valuesOf(campaign, span), figures]);

/** By the first ms of the day. @param ahead of the clock whose days these are, ms; of: figures */
export const readDays = (
  on: Queryable,
  campaign: string,
  span: Span,
  ahead: number,
  of = figures,
) =>
  readBy(on, ms(`date_trunc('day', start + $5 * interval '1 ms', 'Asia/Kolkata')`), [
    ...valuesOf(campaign, span),
    of,
    ahead,
  ]);

async function readBy(
  connection: Queryable,
  start: string,
  values: unknown[],
): Promise<{ start: number; counts: OverviewCounts }[]> {
  const { rows } = await connection.query<OverviewCounts & { at: number }>(
    `select ${start} as at, ${summed} ${counted} group by 1 order by 1`,
    values,
  );
  return rows.map(({ at, ...counts }) => ({ start: at, counts }));
}

/**
 * `countedUntil`: wall time, ms; null: not counted yet. `hasReceipts`: also of a path that promises
 * receipts, and whose receipts do not come.
 */
export async function readProgress(
  connection: Queryable,
  campaign: string,
): Promise<{ countedUntil: number | null; hasReceipts: boolean }> {
  const { rows } = await connection.query<{ countedUntil: number; hasReceipts: boolean }>(
    `select ${ms('counted_at')} as "countedUntil", exists (
         select from inaam.rollup where campaign = $1 and figure = 'delivered' and count > 0)
       or exists (
         select from inaam.message where campaign = $1 and kind = 'voucher' and state = 'sent'
           and reason = '${noReceipt}') as "hasReceipts"
     from inaam.figure_progress where campaign = $1`,
    [campaign],
  );
  return rows[0] ?? { countedUntil: null, hasReceipts: false };
}

type LabelCounts = {
  failures: Answer['delivery']['failures'];
  codeDurations: DurationCount[];
  voucherDurations: DurationCount[];
  /** Messages that the provider accepted, and bills. */
  accepted: number;
};

export async function readLabels(
  connection: Queryable,
  campaign: string,
  span: Span,
): Promise<LabelCounts> {
  const { rows: found } = await connection.query<{
    figure: string;
    label: string;
    count: number;
  }>(
    `select figure, label, sum(count)::float8 as count
     from inaam.rollup
     where campaign = $1 and start >= $2 and start < $3 and label <> ''
       and figure in ('failed', 'codeSeconds', 'voucherSeconds', 'accepted')
     group by figure, label having sum(count) <> 0`,
    valuesOf(campaign, span),
  );
  const of = (figure: string) => found.filter((row) => row.figure === figure);
  const durations = (figure: string) =>
    of(figure).map(({ label, count }) => ({ bucket: Number(label), count }));
  return {
    failures: of('failed')
      .toSorted((one, other) => other.count - one.count)
      .map(({ label, count }) => ({ reason: label, count })),
    codeDurations: durations('codeSeconds'),
    voucherDurations: durations('voucherSeconds'),
    accepted: of('accepted').reduce((sum, { count }) => sum + count, 0),
  };
}

/** For each day with rewards; `day` is its first moment, ms. */
export async function readBurnedByDay(
  connection: Queryable,
  campaign: string,
): Promise<{ day: number; rupees: number }[]> {
  const { rows } = await connection.query<{ day: number; rupees: number }>(
    `select ${ms(`date_trunc('day', start, 'Asia/Kolkata')`)} as day, sum(count * amount)::float8 as rupees
     from inaam.rollup
     where campaign = $1 and figure in ${granted} and label = ''
     group by 1 order by 1`,
    [campaign],
  );
  return rows;
}

// Waiting messages, by the database's time.

/** Waiting one-time codes are younger, because they expire. */
const codeWaitMinutes = 15;
/** Counting stops here. */
const codesCountedMax = 10_000;

const isWaiting = `campaign = $1 and state = any (array['owed', 'assigned'])`;

export type WaitingNow = {
  codes: number;
  oldestCodeSeconds: number | null;
  /** The oldest voucher that can be sent: a held one waits for a person. */
  oldestVoucherSeconds: number | null;
};

export async function readWaitingNow(connection: Queryable, campaign: string): Promise<WaitingNow> {
  const found = await connection.query<WaitingNow>(
    `with code as materialized (
       select owed_at from inaam.message
       where ${isWaiting} and kind = 'otp'
         and owed_at > statement_timestamp() - interval '${codeWaitMinutes} minutes'
       order by owed_at limit ${codesCountedMax}),
     voucher as materialized (
       select owed_at from inaam.message where ${isWaiting} and kind = 'voucher' and ${isNotHeld}
       order by owed_at limit 1)
     select count(*)::integer as codes, ${secondsSince('min(owed_at)')} as "oldestCodeSeconds",
       (select ${secondsSince('owed_at')} from voucher) as "oldestVoucherSeconds"
     from code`,
    [campaign],
  );
  return onlyRow(found);
}

const secondsSince = (at: string) =>
  `round(greatest(0, extract(epoch from statement_timestamp() - ${at})))::integer`;
