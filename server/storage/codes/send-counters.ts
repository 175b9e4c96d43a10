import { codesPaid, type SendBudget } from '../../rules/codes/send-budget.ts';
import type { Database } from '../database.ts';
import {
  countIn,
  counterWindowsMs,
  windowStart,
  type Counter,
  type CounterKind,
} from '../../rules/codes/send-counters.ts';

/** The result of `inaam.read_send_state`. */
export type SendState = {
  isProofUsed: boolean;
  counters: (Counter & { name: string })[] | null;
};

/** @param ofCampaign undefined, like `own`, where no code is requested */
export const sendStateOf = (own?: SendState, ofCampaign?: SendState): SendState => ({
  isProofUsed: own?.isProofUsed ?? false,
  counters: [...(own?.counters ?? []), ...(ofCampaign?.counters ?? [])],
});

export type Count = { kind: CounterKind; name: string; now: number };

/**
 * The named values of `addToCounters`.
 * @param counts one per event; several may have the same name
 * @param budget only for codes that are sent
 */
export function counterValues(counts: readonly Count[], budget?: SendBudget) {
  const names = Map.groupBy(counts, ({ name }) => name);
  const rows = [...names].flatMap(([name, events]) => {
    const [first] = events;
    if (!first) return [];
    const startedAt = windowStart(first.kind, Math.max(...events.map(({ now }) => now)));
    return [
      {
        name,
        startedAt: new Date(startedAt),
        expiresAt: new Date(startedAt + 2 * counterWindowsMs[first.kind]),
        added: events.length,
        most: budget && isSpan(first.kind) ? codesPaid(budget, first.kind) : undefined,
      },
    ];
  });
  return {
    counterNames: rows.map(({ name }) => name),
    counterStarts: rows.map(({ startedAt }) => startedAt),
    counterExpiries: rows.map(({ expiresAt }) => expiresAt),
    counterAdded: rows.map(({ added }) => added),
    counterMost: rows.map(({ most }) => most),
  };
}

const isSpan = (kind: CounterKind): kind is 'minute' | 'hour' | 'day' =>
  kind === 'minute' || kind === 'hour' || kind === 'day';

/**
 * A CTE that counts and returns the counters, for `withNamedValues`. A row keeps the current window
 * and the one before. After the clock was set back, events count in the newer window.
 */
export const addToCounters = `
  counted as (
    insert into inaam.send_counter as old (campaign, counter, started_at, expires_at, count, most)
    select $1, name, started_at, expires_at, added, most
    from unnest($counterNames::text[], $counterStarts::timestamptz[], $counterExpiries::timestamptz[],
                $counterAdded::integer[], $counterMost::integer[])
      as added (name, started_at, expires_at, added, most)
    order by name
    on conflict (campaign, counter) do update set
      count = excluded.count + case when excluded.started_at > old.started_at then 0 else old.count end,
      count_before = case
        when excluded.started_at <= old.started_at then old.count_before
        when excluded.started_at < old.expires_at then old.count else 0 end,
      started_at = greatest(excluded.started_at, old.started_at),
      expires_at = greatest(excluded.expires_at, old.expires_at),
      most = excluded.most
    returning counter, started_at, count, count_before)`;

const attemptsMax = 3;

/**
 * Repeats the work if another process spent the last rupees between this batch's read and its
 * write. The next attempt reads the new counters and refuses.
 */
export async function againIfOutrun<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !isOutrun(error)) throw error;
    }
  }
}

const isOutrun = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'codes_within_the_rupees';

/**
 * @param now wall time, ms
 * @returns how many codes the whole campaign sent in the last hour or day
 */
export async function readCampaignCounter(
  database: Database,
  campaign: string,
  kind: 'hour' | 'day',
  now: number,
): Promise<number> {
  const { rows } = await database.query<{
    started_at: Date;
    count: number;
    count_before: number;
  }>(
    'select started_at, count, count_before from inaam.send_counter where campaign = $1 and counter = $2',
    [campaign, kind],
  );
  const [row] = rows;
  const counter = row && {
    startedAt: row.started_at.getTime(),
    count: row.count,
    countBefore: row.count_before,
  };
  return Math.round(countIn(counter, kind, now));
}
