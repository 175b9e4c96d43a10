// The figures of the console's first page, from the rollups. Never reads the tables of facts,
// except for waiting messages, by their index.
import type { DurationCount } from './today-budget.rules.ts';
import type { Connection } from '../database/database.ts';
import { otherLabel } from './rollups.sql.ts';

type Reader = Pick<Connection, 'query'>;

const figures = ['visits', 'codes', 'verified', 'rewarded', 'sent', 'delivered', 'failed'] as const;
export type TodayCounts = Record<(typeof figures)[number] | 'rupees', number>;

export const noCounts = (): TodayCounts => ({
  visits: 0,
  codes: 0,
  verified: 0,
  rewarded: 0,
  rupees: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
});

/** Wall times in ms; `until` is excluded. */
export type Span = { from: number; until: number };

const valuesOf = (campaign: string, { from, until }: Span) => [
  campaign,
  new Date(from),
  new Date(until),
];

const summed = figures
  .map((name) => `coalesce(sum(count) filter (where figure = '${name}'), 0) as ${name}`)
  .concat(`coalesce(sum(count * amount) filter (where figure = 'rewarded'), 0) as rupees`)
  .join(', ');
const ofSpan = `campaign = $1 and start >= $2 and start < $3 and label = '' and figure = any ($4)`;

type CountsRow = Record<keyof TodayCounts, string>;

/** By the hour's start, oldest first; hours without events are absent. */
export async function readHours(
  connection: Reader,
  campaign: string,
  span: Span,
): Promise<{ hour: number; counts: TodayCounts }[]> {
  const { rows } = await connection.query<CountsRow & { start: Date }>(
    `select start, ${summed} from inaam.rollup where ${ofSpan} and count <> 0
     group by start order by start`,
    [...valuesOf(campaign, span), figures],
  );
  return rows.map((row) => ({ hour: row.start.getTime(), counts: countsOf(row) }));
}

export async function readTotal(
  connection: Reader,
  campaign: string,
  span: Span,
): Promise<TodayCounts> {
  const { rows } = await connection.query<CountsRow>(
    `select ${summed} from inaam.rollup where ${ofSpan}`,
    [...valuesOf(campaign, span), figures],
  );
  const [row] = rows;
  return row ? countsOf(row) : noCounts();
}

const countsOf = (row: CountsRow): TodayCounts => ({
  visits: Number(row.visits),
  codes: Number(row.codes),
  verified: Number(row.verified),
  rewarded: Number(row.rewarded),
  rupees: Number(row.rupees),
  sent: Number(row.sent),
  delivered: Number(row.delivered),
  failed: Number(row.failed),
});

export type LabelCounts = {
  states: { state: string; verified: number; rewarded: number; rupees: number }[];
  failures: { reason: string; count: number }[];
  codeDurations: DurationCount[];
  voucherDurations: DurationCount[];
  /** Messages that the provider accepted, and bills. */
  accepted: number;
};

export async function readLabels(
  connection: Reader,
  campaign: string,
  span: Span,
): Promise<LabelCounts> {
  const { rows } = await connection.query<{
    figure: string;
    label: string;
    count: string;
    rupees: string;
  }>(
    `select figure, label, sum(count) as count, sum(count * amount) as rupees
     from inaam.rollup
     where campaign = $1 and start >= $2 and start < $3 and label <> ''
       and figure in ('verified', 'rewarded', 'failed', 'codeSeconds', 'voucherSeconds', 'accepted')
     group by figure, label having sum(count) <> 0`,
    valuesOf(campaign, span),
  );
  const found = rows.map((row) => ({
    ...row,
    count: Number(row.count),
    rupees: Number(row.rupees),
  }));
  const of = (figure: string) => found.filter((row) => row.figure === figure);
  const durations = (figure: string) =>
    of(figure).map(({ label, count }) => ({ bucket: Number(label), count }));
  const verified = new Map(of('verified').map(({ label, count }) => [label, count]));
  const rewarded = new Map(of('rewarded').map((row) => [row.label, row]));
  return {
    states: [...new Set([...verified.keys(), ...rewarded.keys()])].toSorted().map((state) => ({
      state,
      verified: verified.get(state) ?? 0,
      rewarded: rewarded.get(state)?.count ?? 0,
      rupees: rewarded.get(state)?.rupees ?? 0,
    })),
    failures: of('failed')
      .toSorted((one, other) => other.count - one.count)
      .map(({ label, count }) => ({ reason: label, count })),
    codeDurations: durations('codeSeconds'),
    voucherDurations: durations('voucherSeconds'),
    accepted: of('accepted').reduce((sum, { count }) => sum + count, 0),
  };
}

/** Most frequent first, with the sum of all others at the end. @param visits of these days */
export async function readSources(
  connection: Reader,
  campaign: string,
  span: Span,
  { visits, max }: { visits: number; max: number },
): Promise<{ source: string; visits: number }[]> {
  const { rows } = await connection.query<{ label: string; count: string }>(
    `select label, sum(count) as count from inaam.rollup
     where campaign = $1 and start >= $2 and start < $3 and figure = 'visits'
       and label not in ('', '${otherLabel}')
     group by label order by sum(count) desc, label limit $4`,
    [...valuesOf(campaign, span), max],
  );
  const frequent = rows.map(({ label, count }) => ({ source: label, visits: Number(count) }));
  const others = visits - frequent.reduce((sum, source) => sum + source.visits, 0);
  return others > 0 ? [...frequent, { source: otherLabel, visits: others }] : frequent;
}

/** Most frequent first; visits that were not counted by language are `(none)`. */
export async function readLanguages(
  connection: Reader,
  campaign: string,
  span: Span,
  visits: number,
): Promise<{ language: string; visits: number }[]> {
  const { rows } = await connection.query<{ label: string; count: string }>(
    `select label, sum(count) as count from inaam.rollup
     where campaign = $1 and start >= $2 and start < $3 and figure = 'languages' and label <> ''
     group by label order by sum(count) desc, label`,
    valuesOf(campaign, span),
  );
  const known = rows.map(({ label, count }) => ({ language: label, visits: Number(count) }));
  const others = visits - known.reduce((sum, language) => sum + language.visits, 0);
  return others > 0 ? [...known, { language: '(none)', visits: others }] : known;
}

/** For the whole campaign, by amount; times in ms. */
export type AmountDemand = { amount: number; lastDay: number; lastWeek: number; firstAt: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export async function readDemand(
  connection: Reader,
  campaign: string,
  now: number,
): Promise<AmountDemand[]> {
  const { rows } = await connection.query<{
    amount: number;
    last_day: string | null;
    last_week: string | null;
    first_at: Date;
  }>(
    `select amount, min(start) as first_at, sum(count) filter (where start > $2) as last_day,
       sum(count) filter (where start > $3) as last_week
     from inaam.rollup
     where campaign = $1 and figure = 'rewarded' and label = '' group by amount`,
    // An hour counts while any part of it is in the period.
    [campaign, new Date(now - dayMs - hourMs), new Date(now - 7 * dayMs - hourMs)],
  );
  return rows.map(({ amount, last_day, last_week, first_at }) => ({
    amount,
    lastDay: Number(last_day),
    lastWeek: Number(last_week),
    firstAt: first_at.getTime(),
  }));
}

/** For each day with rewards; `day` is its first moment, ms. */
export async function readBurnedByDay(
  connection: Reader,
  campaign: string,
): Promise<{ day: number; rupees: number }[]> {
  const { rows } = await connection.query<{ day: Date; rupees: string }>(
    `select date_trunc('day', start, 'Asia/Kolkata') as day, sum(count * amount) as rupees
     from inaam.rollup
     where campaign = $1 and figure = 'rewarded' and label = ''
     group by day order by day`,
    [campaign],
  );
  return rows.map(({ day, rupees }) => ({ day: day.getTime(), rupees: Number(rupees) }));
}

/** `waiting`: vouchers that are not sent, of which `owed` have no code yet. */
export type AmountNow = { amount: number; free: number; waiting: number; owed: number };

/** @param promisedUntil `YYYY-MM-DD`: a code that expires sooner is not assigned */
export async function readStockNow(
  connection: Reader,
  campaign: string,
  promisedUntil: string,
): Promise<AmountNow[]> {
  const { rows } = await connection.query<
    Record<'free' | 'waiting' | 'owed', string | null> & { amount: number }
  >(
    `select amount,
       sum(count) filter (where figure = 'free' and label::date >= $2) as free,
       sum(count) filter (where figure = 'waiting') as waiting,
       sum(count) filter (where figure = 'waiting' and label = 'owed') as owed
     from inaam.rollup
     where campaign = $1 and start = '1970-01-01T00:00:00+05:30' and label <> ''
       and figure in ('free', 'waiting')
     group by amount order by amount`,
    [campaign, promisedUntil],
  );
  return rows.map(({ amount, free, waiting, owed }) => ({
    amount,
    free: Number(free),
    waiting: Number(waiting),
    owed: Number(owed),
  }));
}
