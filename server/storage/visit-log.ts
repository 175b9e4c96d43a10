// Visits are for the funnel only; no call waits for them.
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { Database } from './database.ts';
import { prepared } from './batches/prepared.ts';

export type Visit = {
  userKey: string;
  now: number;
  query: Readonly<Record<string, string>>;
  /** The approximate location (Spec 3), for the review. The IP address itself is never stored. */
  ipInfo: object | null;
  /** Language of the page; counted, but not stored with the visit. */
  language: string;
};

/** The most that wait while the database is down; the oldest are dropped first. */
const waitingMost = 10_000;
const batchMost = 500;
/** Limit of one value in UTF-8 bytes. A link has six values, so that a row stays below 1 kB. */
const valueBytesMax = 120;

export type VisitLog = {
  /** Returns at once. */
  note(visit: Visit): void;
  /** Resolves when all visits are written or dropped. */
  flush(): Promise<void>;
};

export function visitLog(
  database: Database,
  campaign: string,
  onFailure: (error: unknown) => void,
): VisitLog {
  let waiting: Visit[] = [];
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMost);
      waiting = waiting.slice(batchMost);
      await insertHalves(batch, (visits) => insert(database, campaign, visits), onFailure);
    }
    writing = undefined;
  };
  return {
    note(visit) {
      waiting = [...waiting, visit].slice(-waitingMost);
      writing ??= writeAll();
    },
    async flush() {
      await writing;
    },
  };
}

/** Tries both halves of a refused batch again, so that only the refused visits are lost. */
async function insertHalves(
  visits: readonly Visit[],
  insertAll: (visits: readonly Visit[]) => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  try {
    await insertAll(visits);
  } catch (error) {
    if (visits.length === 1 || isDatabaseUnavailable(error)) return onFailure(error);
    const half = Math.ceil(visits.length / 2);
    await insertHalves(visits.slice(0, half), insertAll, onFailure);
    await insertHalves(visits.slice(half), insertAll, onFailure);
  }
}

async function insert(database: Database, campaign: string, visits: readonly Visit[]) {
  await database.query(
    prepared(
      `with added as materialized (
         select * from unnest($2::text[], $3::timestamptz[], $4::jsonb[], $5::jsonb[], $6::text[])
           as one (user_key, at, query, ip_info, language)),
       counted as (
         insert into inaam.rollup_change (campaign, hour, figure, label, amount, change)
         select $1, inaam.rollup_hour(at), 'languages', language, 0, count(*)
         from added group by 2, 4)
       insert into inaam.visit (campaign, user_key, at, query, ip_info)
       select $1, user_key, at, query, ip_info from added`,
      [
        campaign,
        visits.map((visit) => visit.userKey),
        visits.map((visit) => new Date(visit.now)),
        visits.map((visit) => jsonbOf(clipped(visit.query))),
        visits.map((visit) => (visit.ipInfo === null ? null : jsonbOf(visit.ipInfo))),
        visits.map(({ language }) => language),
      ],
    ),
  );
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
