// The funnel's first step: who came, from which link, from about where. Nothing waits for it and
// nothing is decided by it.
import type { Database } from './database.ts';

export type Visit = {
  userKey: string;
  now: number;
  /** The values of the link, by their names (`utm_source`, …). */
  query: Readonly<Record<string, string>>;
  /**
   * The approximate place (Spec 3), for review; the address that it was found by comes no further
   * than the look-up.
   */
  ipInfo: object | null;
};

/** Most visits kept back while the database cannot take them; the oldest go first. */
const waitingMost = 10_000;
const batchMost = 500;

export type VisitLog = {
  /** Notes a visit; returns at once. */
  note(visit: Visit): void;
  /** Resolves when all that was noted is written or given up. */
  flush(): Promise<void>;
};

/** Writes visits in batches, one batch under way at a time. */
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
      await insert(database, campaign, batch).catch(onFailure);
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

async function insert(database: Database, campaign: string, visits: readonly Visit[]) {
  await database.query(
    `insert into inaam.visit (campaign, user_key, at, query, ip_info)
     select $1, * from unnest($2::text[], $3::timestamptz[], $4::jsonb[], $5::jsonb[])`,
    [
      campaign,
      visits.map((visit) => visit.userKey),
      visits.map((visit) => new Date(visit.now)),
      visits.map((visit) => JSON.stringify(visit.query)),
      visits.map((visit) => (visit.ipInfo === null ? null : JSON.stringify(visit.ipInfo))),
    ],
  );
}
