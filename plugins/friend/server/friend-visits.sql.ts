import { batched } from '@inaam/server/database/batches/batch.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { onlyRow } from '@inaam/server/database/read-only.ts';
import type { FiguresPlugin } from '../../server-plugin.ts';

/** `number`: of the visit in this process. */
type FriendVisit = { number: number; at: number };

export type FriendVisits = {
  /** Returns at once. A visit that the database does not take is not counted. */
  note(at: number): void;
  /** Resolves when each is written or lost. */
  flush(): Promise<void>;
};

/** A row for each hour, which ends with an Indian day. */
const countText = `
  insert into inaam.friend_visit as old (campaign, hour, visits)
  select $1, date_trunc('hour', at, 'Asia/Kolkata') as hour, count(*)
  from unnest($2::timestamptz[]) as visit (at)
  group by hour order by hour
  on conflict (campaign, hour) do update set visits = inaam.count_up(old.visits, excluded.visits)`;

const ignored = () => undefined;

export function friendVisits(database: Database, campaign: string): FriendVisits {
  const writing = new Set<Promise<void>>();
  let noted = 0;
  const write = batched<FriendVisit, true>(
    ({ number }) => String(number),
    async (visits) => {
      await database.query(countText, [campaign, visits.map(({ at }) => new Date(at))]);
      return new Map(visits.map(({ number }) => [String(number), true]));
    },
    () => [],
  );
  return {
    note(at) {
      const written = write.one({ number: (noted += 1), at }).then(ignored, ignored);
      writing.add(written);
      void written.then(() => writing.delete(written));
    },
    async flush() {
      await Promise.all(writing);
    },
  };
}

export const friendFigures: Partial<FiguresPlugin> = {
  counts: async (connection, { id, friendPage }, { from, until }) => {
    if (friendPage === false) return [];
    const found = await connection.query<{ count: number }>(
      `select coalesce(sum(visits), 0)::float8 as count from inaam.friend_visit
       where campaign = $1 and hour >= $2 and hour < $3`,
      [id, new Date(from), new Date(until)],
    );
    const definition = 'How often the link that winners share was opened.';
    return [{ label: 'Friends’ visits', definition, ...onlyRow(found) }];
  },
};
