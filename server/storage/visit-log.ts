// For the funnel only: no call waits for it.
import type { Database } from './database.ts';

export type Visit = {
  userKey: string;
  now: number;
  query: Readonly<Record<string, string>>;
  /** The approximate place (Spec 3), for review. The IP address itself is never stored. */
  ipInfo: object | null;
};

/** While the database is down; the oldest are dropped first. */
const waitingMost = 10_000;
const batchMost = 500;

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
