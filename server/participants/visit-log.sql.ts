// Visits are for the funnel only; no call waits for them.
import { rateLimits, type RateLimits } from '../codes/rate-limits.rules.ts';
import { withNamedValues } from '../database/batches/batch.ts';
import {
  addToCounters,
  counterValues,
  type Count,
  visitorLimits,
  type CounterRow,
  type VisitorNetwork,
} from '../codes/send-counters.sql.ts';
import { isDatabaseUnavailable, isOutcomeUnknown } from '../database/connection-problems.ts';
import type { Database } from '../database/database.ts';

export type Visit = {
  userKey: string;
  now: number;
  query: Readonly<Record<string, string>>;
  /** The approximate location (Spec 3), for the review. The IP address is never stored. */
  ipInfo: object | null;
  /** Of the page. */
  language: string;
  /** The device's networks, for which visits are counted; omitted: they are not. */
  networks?: readonly VisitorNetwork[];
};

/** Maximum that wait while the database is down; the oldest are dropped first. */
export const waitingMax = 10_000;
const batchMax = 500;
/** Pause between attempts while the database is down. */
const pauseMs = 1000;
/** Limit of one value in UTF-8 bytes. A link has six values, so that a row stays below 1 kB. */
const valueBytesMax = 120;

export type VisitLog = {
  /**
   * Returns at once.
   * @returns seconds until this network's visits are stored again; undefined: they are stored
   */
  note(visit: Visit): number | undefined;
  /** Resolves when all visits are written, or dropped because the database is down. */
  flush(): Promise<void>;
};

type VisitLimits = Pick<RateLimits, 'visitors' | 'visitsStored'>;

const all = { kind: 'campaign', name: 'campaign' } as const;

/**
 * `limit`: of its network, or of the campaign. `away`: the database is down. `refused`: the
 * database refused it.
 */
export type DropReason = 'limit' | 'away' | 'refused';

export function visitLog(
  database: Database,
  campaign: string,
  onDropped: (reason: DropReason, count: number) => void,
  { visitors, visitsStored }: VisitLimits = rateLimits,
): VisitLog {
  const limits = visitorLimits('session', { ...visitors.session, campaign: visitsStored });
  let waiting: Visit[] = [];
  let writing: Promise<void> | undefined;
  let isEnding = false;
  let endPause: (() => void) | undefined;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      timer.unref();
      endPause = resolve;
    });
  const insertAll = async (visits: readonly Visit[]) => {
    const counted = visits.map(({ now, networks = [] }) => ({ now, networks: [...networks, all] }));
    limits.keep(counted, await insert(database, campaign, visits, limits.countsOf(counted)));
  };
  const dropOldest = () => {
    const dropped = waiting.splice(0, waiting.length - waitingMax);
    if (dropped.length > 0) onDropped('away', dropped.length);
  };
  const writeAll = async () => {
    let size = batchMax;
    while (waiting.length > 0) {
      const { isAway, left } = await insertHalves(waiting.splice(0, size), insertAll, onDropped);
      // Probe with a single visit, which is lost if no answer comes.
      size = isAway && !isEnding ? 1 : batchMax;
      if (isEnding && left.length > 0) onDropped('away', left.length);
      if (!isAway || isEnding) continue;
      waiting.unshift(...left);
      dropOldest();
      await pause();
    }
    writing = undefined;
  };
  return {
    note(visit) {
      const waitSeconds = limits.waitSeconds(visit);
      const { now } = visit;
      if (waitSeconds !== undefined || limits.waitSeconds({ now, networks: [all] }) !== undefined) {
        onDropped('limit', 1);
        return waitSeconds;
      }
      waiting.push(visit);
      dropOldest();
      writing ??= writeAll();
      return undefined;
    },
    async flush() {
      isEnding = true;
      endPause?.();
      await writing;
      isEnding = false;
    },
  };
}

type Inserted = {
  isAway: boolean;
  /** Visits to try again. */
  left: Visit[];
};

/** Retries both halves of a refused batch, so that only the refused visits are lost. */
async function insertHalves(
  visits: readonly Visit[],
  insertAll: (visits: readonly Visit[]) => Promise<void>,
  onDropped: (reason: DropReason, count: number) => void,
): Promise<Inserted> {
  try {
    await insertAll(visits);
    return { isAway: false, left: [] };
  } catch (error) {
    if (isOutcomeUnknown(error)) {
      onDropped('away', visits.length);
      return { isAway: true, left: [] };
    }
    if (isDatabaseUnavailable(error)) return { isAway: true, left: [...visits] };
    if (visits.length === 1) {
      onDropped('refused', 1);
      return { isAway: false, left: [] };
    }
    const half = Math.ceil(visits.length / 2);
    const first = await insertHalves(visits.slice(0, half), insertAll, onDropped);
    const second = await insertHalves(visits.slice(half), insertAll, onDropped);
    return { isAway: first.isAway || second.isAway, left: [...first.left, ...second.left] };
  }
}

const insertQuery = withNamedValues(`
  with added as materialized (
    select * from unnest($userKeys::text[], $times::timestamptz[], $queries::jsonb[],
                         $places::jsonb[], $languages::text[])
      as one (user_key, at, query, ip_info, language)),
  ${addToCounters},
  stored as (
    insert into inaam.visit (campaign, user_key, at, query, ip_info, language)
    select $1, user_key, at, query, ip_info, language from added)
  select * from counted`);

async function insert(
  database: Database,
  campaign: string,
  visits: readonly Visit[],
  counts: readonly Count[],
): Promise<CounterRow[]> {
  const { rows } = await database.query<CounterRow>(
    insertQuery(campaign, {
      ...counterValues(counts),
      userKeys: visits.map((visit) => visit.userKey),
      times: visits.map((visit) => new Date(visit.now)),
      queries: visits.map((visit) => jsonbOf(clipped(visit.query))),
      places: visits.map((visit) => (visit.ipInfo === null ? null : jsonbOf(visit.ipInfo))),
      languages: visits.map(({ language }) => language),
    }),
  );
  return rows;
}

function clipped(query: Visit['query']): Visit['query'] {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(valueBytesMax);
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      value.slice(0, encoder.encodeInto(value, bytes).read),
    ]),
  );
}

/** JSON without NUL and lone surrogates, which jsonb refuses. `JSON.stringify` escapes both. */
function jsonbOf(value: object): string {
  return JSON.stringify(value).replaceAll(/\\(?:u[\da-f]{4}|.)/g, (escape) =>
    /^\\u(?:0000|d[89a-f])/.test(escape) ? '' : escape,
  );
}
