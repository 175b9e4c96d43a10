// Visits are for the funnel only; no call waits for them.
import { rateLimits, type RateLimits } from '../codes/rate-limits.rules.ts';
import { batched, withNamedValues } from '../database/batches/batch.ts';
import {
  addToCounters,
  counterValues,
  type Count,
  visitorLimits,
  type CounterRow,
  type VisitorNetwork,
} from '../codes/send-counters.sql.ts';
import { isDatabaseUnavailable } from '../database/connection-problems.ts';
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

/** Limit of one value in UTF-8 bytes. A link has six values, so that a row stays below 1 kB. */
const valueBytesMax = 120;

export type VisitLog = {
  /**
   * Returns at once.
   * @returns seconds until this network's visits are stored again; undefined: they are stored
   */
  note(visit: Visit): number | undefined;
  /** Resolves when each visit is written or dropped: all once the database does not answer. */
  flush(): Promise<void>;
};

type VisitLimits = Pick<RateLimits, 'visitors' | 'visitsStored'>;

const all = { kind: 'campaign', name: 'campaign' } as const;

/**
 * `limit`: of its network, or of the campaign. `away`: the database did not take it in time.
 * `refused`: the database refused it.
 */
export type DropReason = 'limit' | 'away' | 'refused';

export function visitLog(
  database: Database,
  campaign: string,
  onDropped: (reason: DropReason) => void,
  { visitors, visitsStored }: VisitLimits = rateLimits,
): VisitLog {
  const limits = visitorLimits('session', { ...visitors.session, campaign: visitsStored });
  const writing = new Set<Promise<void>>();
  let noted = 0;
  let isFlushing = false;
  let outage: unknown;
  const write = batched<Numbered, true>(
    ({ number }) => String(number),
    async (visits) => {
      if (isFlushing && outage !== undefined) throw outage;
      const counted = visits.map(({ now, networks = [] }) => ({
        now,
        networks: [...networks, all],
      }));
      limits.keep(counted, await insert(database, campaign, visits, limits.countsOf(counted)));
      return new Map(visits.map(({ number }) => [String(number), true]));
    },
    () => [],
  );
  return {
    note(visit) {
      const waitSeconds = limits.waitSeconds(visit);
      const { now } = visit;
      if (waitSeconds !== undefined || limits.waitSeconds({ now, networks: [all] }) !== undefined) {
        onDropped('limit');
        return waitSeconds;
      }
      const written = write.one({ ...visit, number: (noted += 1) }).then(
        () => undefined,
        (error: unknown) => {
          const isAway = isDatabaseUnavailable(error);
          if (isAway) outage = error;
          onDropped(isAway ? 'away' : 'refused');
        },
      );
      writing.add(written);
      void written.then(() => writing.delete(written));
      return undefined;
    },
    async flush() {
      isFlushing = true;
      outage = undefined;
      await Promise.all(writing);
      isFlushing = false;
    },
  };
}

type Numbered = Visit & { number: number };

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
