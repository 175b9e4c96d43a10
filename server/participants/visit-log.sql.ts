// Visits are for the funnel only: no call waits for them, and a crash may lose a second of them, as
// it may the counts of visitors since then.
import { rateLimits, type RateLimits } from '../codes/rate-limits.rules.ts';
import { withNamedValues } from '../database/batches/batch.ts';
import {
  addToCounters,
  counterValues,
  type Count,
  visitorCounters,
  type CounterRow,
  type VisitorCounter,
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

type Visitor = Pick<Visit, 'now' | 'networks'>;

export type VisitLog = {
  /**
   * Returns at once.
   * @returns seconds until this network's visits are stored again; undefined: they are stored
   */
  note(visit: Visit): number | undefined;
  /** @returns seconds to wait; undefined: it may be stored */
  noteConsent(visitor: Visitor): number | undefined;
  /** Resolves when each visit is written or dropped. */
  flush(): Promise<void>;
};

/**
 * `limit`: of its network, or of the campaign. `away`: the database did not take it in time.
 * `refused`: the database refused it.
 */
export type DropReason = 'limit' | 'away' | 'refused';

const everyMs = 1000;

export function visitLog(
  database: Database,
  campaign: string,
  onDropped: (reason: DropReason) => void,
  { visitors, visitsStored }: Pick<RateLimits, 'visitors' | 'visitsStored'> = rateLimits,
): VisitLog {
  const counters = visitorCounters();
  const all: VisitorCounter = { name: 'session:campaign', max: visitsStored };
  const countersOf = (call: 'session' | 'consent', { networks = [] }: Visitor) =>
    networks.map(({ kind, name }): VisitorCounter => {
      return { name: `${call}:${name}`, max: visitors[call][kind] };
    });
  let waiting: Visit[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const store = async (
    visits: readonly Visit[],
    counts: ReturnType<typeof counters.take>,
  ): Promise<void> => {
    try {
      counters.keep(counts, await insert(database, campaign, visits, counts));
    } catch (error) {
      const isAway = isDatabaseUnavailable(error);
      if (isAway || visits.length <= 1) {
        for (let lost = 0; lost < visits.length; lost += 1) onDropped(isAway ? 'away' : 'refused');
        return;
      }
      const middle = visits.length >> 1;
      await store(visits.slice(0, middle), counts);
      await store(visits.slice(middle), []);
    }
  };
  const write = () => {
    const [visits, counts] = [waiting, counters.take()];
    waiting = [];
    if (visits.length + counts.length > 0) writing = writing.then(() => store(visits, counts));
    return writing;
  };
  const writeOnce = async () => {
    await write();
    timer = undefined;
    if (waiting.length > 0) schedule();
  };
  const schedule = () => {
    // One at a time, so that few visits are in memory while the database is away.
    timer ??= setTimeout(() => void writeOnce(), everyMs).unref();
  };
  return {
    note(visit) {
      const own = countersOf('session', visit);
      const waitSeconds = counters.waitSeconds(own, visit.now);
      if (waitSeconds !== undefined || counters.waitSeconds([all], visit.now) !== undefined) {
        onDropped('limit');
        return waitSeconds;
      }
      waiting.push(visit);
      counters.count([...own, all], visit.now);
      schedule();
      return undefined;
    },
    noteConsent(visitor) {
      const own = countersOf('consent', visitor);
      const waitSeconds = counters.waitSeconds(own, visitor.now);
      if (waitSeconds === undefined) counters.count(own, visitor.now);
      schedule();
      return waitSeconds;
    },
    flush: () => write(),
  };
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
