import {
  maxOf,
  type SendBudget,
  type SendCounts,
  campaignCounters,
  countsIn,
  type SendTally,
  spanMs,
  spans,
  type Counter,
  type Counts,
  type Span,
  fullMsOf,
} from '../sms/send-budget.rules.ts';
import type { Database } from '../database/database.ts';
import type { VisitorNetworkKind } from './rate-limits.rules.ts';

/** The result of `inaam.read_send_counters`. */
export type SendState = {
  isProofUsed: boolean;
  counters: (Counter & { name: string })[] | null;
};

/** @param ofCampaign undefined, like `own`, if no code is requested */
export const sendStateOf = (own?: SendState, ofCampaign?: SendState): SendState => ({
  isProofUsed: own?.isProofUsed ?? false,
  counters: [...(own?.counters ?? []), ...(ofCampaign?.counters ?? [])],
});

/** Names of the counters of a client, as `keys.addressCounter` makes them. */
export type Sender = Record<'site' | 'provider', string>;

/** Names of the counters of the purchase in whose name a code is requested. */
export type PurchaseCounters = Record<'all' | 'number', string>;

type Request = {
  call: 'register' | 'resend' | 'prove';
  sender: Sender;
  purchase?: PurchaseCounters | undefined;
  proof: { id: Buffer } | undefined;
  now: number;
};

/**
 * Further columns for each device, read after its rows are locked. The campaign's counters are read
 * once per batch: each code updates them, and while an old snapshot is open a reader must skip all
 * their dead versions.
 */
export function readSendState(requests: readonly Request[]) {
  return {
    columns: `, inaam.read_send_counters($1,
      string_to_array(($4::text[])[array_position($2::text[], facts.user_key)], ' '),
      ($6::bytea[])[array_position($2::text[], facts.user_key)]) as send_state, (
      select inaam.read_send_counters($1, $5::text[], null)) as campaign_send_state`,
    values: [
      requests.map(({ sender, purchase }) =>
        [...Object.values(sender), ...verifiedCounters(sender), ...countersFor(purchase)].join(' '),
      ),
      campaignCounters,
      requests.map(({ proof }) => proof?.id),
    ],
  };
}

const verifiedCounter = (name: string) => `verified:${name}`;

export const verifiedCounters = ({ site, provider }: Sender) =>
  [site, provider].map(verifiedCounter);

const countersFor = (purchase: PurchaseCounters | undefined) =>
  purchase ? [purchase.all, purchase.number] : [];

export const countersOf = (
  { call, sender, purchase }: Request,
  { isEarned, needsPurchase }: { isEarned: boolean; needsPurchase: boolean },
) => [
  sender.site,
  sender.provider,
  'campaign',
  ...(isEarned ? [] : ['unearned']),
  ...(call === 'prove' ? ['prove'] : []),
  ...(needsPurchase && !purchase ? ['withoutPurchase'] : []),
  ...countersFor(purchase),
];

export function countsOf(
  tally: SendTally,
  { call, sender, purchase, now }: Request,
  facts: { mobileSends: readonly number[]; guardedSends: readonly number[] },
): SendCounts {
  const sends = call === 'resend' ? [] : [...facts.mobileSends, ...facts.guardedSends];
  const count = (name: string) => tally.countsOf(name, now);
  const ofClient = (name: string) => ({
    sent: count(name),
    verified: count(verifiedCounter(name)),
  });
  return {
    number: sends.filter((time) => time > now - spanMs.day).length,
    site: ofClient(sender.site),
    provider: ofClient(sender.provider),
    campaign: count('campaign'),
    unearned: count('unearned'),
    prove: count('prove'),
    withoutPurchase: count('withoutPurchase'),
    purchase: purchase && { sent: count(purchase.all), toNumber: count(purchase.number) },
  };
}

export type Count = { name: string; now: number };

/**
 * The named values of `addToCounters`.
 * @param counts one per event; several may have the same name
 * @param budget if codes are sent
 */
export function counterValues(counts: readonly Count[], budget?: SendBudget) {
  const rows = [...Map.groupBy(counts, ({ name }) => name)].map(([name, events]) => {
    const newest = Math.max(...events.map(({ now }) => now));
    return {
      name,
      at: new Date(newest - (newest % spanMs.minute)),
      expiresAt: new Date(newest - (newest % spanMs.day) + 2 * spanMs.day),
      added: events.length,
      max: budget && maxOf(name, budget),
    };
  });
  return {
    counterNames: rows.map(({ name }) => name),
    counterTimes: rows.map(({ at }) => at),
    counterExpiries: rows.map(({ expiresAt }) => expiresAt),
    counterAdded: rows.map(({ added }) => added),
    counterMinuteMax: rows.map((row) => row.max?.minute),
    counterHourMax: rows.map((row) => row.max?.hour),
    counterDayMax: rows.map((row) => row.max?.day),
  };
}

/** The columns of each span. Those of the day are the table's first ones. */
const columns = {
  minute: { count: 'minute_count', before: 'minute_before', max: 'minute_most' },
  hour: { count: 'hour_count', before: 'hour_before', max: 'hour_most' },
  day: { count: 'count', before: 'count_before', max: 'most' },
} as const;

function addTo(span: Span): string {
  const { count, before, max } = columns[span];
  const place = (row: string) =>
    `floor(extract(epoch from ${row}.started_at) / ${spanMs[span] / 1000})`;
  const [then, now] = [place('old'), place('excluded')];
  return `
      ${count} = inaam.count_up(case when ${now} > ${then} then 0 else old.${count} end, excluded.${count}),
      ${before} = case when ${now} <= ${then} then old.${before}
                       when ${now} = ${then} + 1 then old.${count} else 0 end,
      ${max} = excluded.${max}`;
}

/**
 * A CTE for `withNamedValues` that increments the counters and returns their hours. A row keeps the
 * current and the previous window of each span. After the clock was set back, events count in the
 * newer window.
 */
export const addToCounters = `
  counted as (
    insert into inaam.send_counter as old (campaign, counter, started_at, expires_at,
      minute_count, hour_count, count, minute_most, hour_most, most)
    select $1, name, at, expires_at, added, added, added, minute_most, hour_most, day_most
    from unnest($counterNames::text[], $counterTimes::timestamptz[], $counterExpiries::timestamptz[],
                $counterAdded::integer[], $counterMinuteMax::integer[], $counterHourMax::integer[],
                $counterDayMax::integer[])
      as added (name, at, expires_at, added, minute_most, hour_most, day_most)
    order by name
    on conflict (campaign, counter) do update set ${spans.map(addTo).join(',')},
      started_at = greatest(excluded.started_at, old.started_at),
      expires_at = greatest(excluded.expires_at, old.expires_at)
    returning counter, started_at, hour_count, hour_before)`;

const attemptsMax = 3;

/**
 * Repeats the work if another process spent the last rupees between this batch's read and its
 * write. The next attempt reads the new counters and refuses.
 */
export async function retryIfBudgetSpent<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !isBudgetSpent(error)) throw error;
    }
  }
}

const isBudgetSpent = (error: unknown) =>
  error instanceof Error &&
  'constraint' in error &&
  typeof error.constraint === 'string' &&
  error.constraint.startsWith('codes_within_the_rupees');

/**
 * @param now wall time, ms
 * @returns how many codes the campaign sent in the last minute, hour and day
 */
export async function readCampaignCounts(
  database: Database,
  campaign: string,
  now: number,
): Promise<Counts> {
  const { rows } = await database.query<Record<string, number> & { at: string }>(
    `select round(extract(epoch from started_at) * 1000) as at, minute_count, minute_before,
       hour_count, hour_before, count, count_before
     from inaam.send_counter where campaign = $1 and counter = 'campaign'`,
    [campaign],
  );
  const [row] = rows;
  const window = (span: Span) => ({
    count: row?.[columns[span].count] ?? 0,
    before: row?.[columns[span].before] ?? 0,
  });
  const counter = row && {
    at: Number(row.at),
    minute: window('minute'),
    hour: window('hour'),
    day: window('day'),
  };
  return countsIn(counter, now);
}

// Visitors of networks are counted in this process. What several processes have counted is added up
// when a process stores its counts, once a second: a limit may be passed by what comes until then.

/** `name`: a keyed hash. */
export type VisitorNetwork = { kind: VisitorNetworkKind; name: string };

/** As `addToCounters` returns it. */
export type CounterRow = {
  counter: string;
  started_at: Date;
  hour_count: number;
  hour_before: number;
};

/** `max`: in an hour. */
export type VisitorCounter = { name: string; max: number };
type VisitorCount = VisitorCounter & Count;

/** Below this share of its maximum a counter that is stored is forgotten here. */
const rememberedShare = 0.1;

export function visitorCounters() {
  const known = new Map<string, Pick<Counter, 'at' | 'hour'>>();
  let added = new Map<string, VisitorCount[]>();
  let storing: typeof added = new Map();
  return {
    /** @returns seconds to wait; undefined if one more may be stored */
    waitSeconds(counters: readonly VisitorCounter[], now: number): number | undefined {
      const waits = counters.map(({ name, max }) => {
        const { at, hour } = known.get(name) ?? { at: now, hour: { count: 0, before: 0 } };
        const more = [added, storing].flatMap((counts) => counts.get(name) ?? []);
        const count = hour.count + more.length;
        return fullMsOf({ at, hour: { ...hour, count } }, max, now);
      });
      const ms = Math.max(0, ...waits);
      return ms > 0 ? Math.ceil(ms / 1000) : undefined;
    },
    count(counters: readonly VisitorCounter[], now: number): void {
      for (const one of counters) {
        const counts = added.get(one.name) ?? [];
        counts.push({ ...one, now });
        added.set(one.name, counts);
      }
    },
    /** What is to be stored. */
    take(): VisitorCount[] {
      storing = added;
      added = new Map();
      return [...storing.values()].flat();
    },
    /** @param rows the counters as stored */
    keep(counts: readonly VisitorCount[], rows: readonly CounterRow[]): void {
      storing = new Map();
      const most = new Map(counts.map(({ name, max }) => [name, max]));
      for (const { counter, started_at, hour_count: count, hour_before: before } of rows) {
        known.delete(counter);
        if (count + before < (most.get(counter) ?? 0) * rememberedShare) continue;
        known.set(counter, { at: started_at.getTime(), hour: { count, before } });
      }
      const newest = Math.max(...counts.map(({ now }) => now));
      for (const [name, { at }] of known) if (newest - at > 2 * spanMs.hour) known.delete(name);
    },
  };
}
