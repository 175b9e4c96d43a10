import type { Database } from '@inaam/server/database/database.ts';
import { onlyRow } from '@inaam/server/database/read-only.ts';

export type FilledCounts = Record<'visits' | 'codes' | 'verified' | 'rewards' | 'rupees', number>;

export async function countFilled(database: Database): Promise<FilledCounts> {
  return onlyRow(
    await database.query<FilledCounts>(
      `select (select count(*)::float8 from inaam.visit) as visits,
         (select count(*)::float8 from inaam.message where kind = 'otp') as codes,
         (select count(*)::float8 from inaam.participant) as verified,
         count(*)::float8 as rewards, coalesce(sum(amount), 0)::float8 as rupees
       from inaam.reward`,
    ),
  );
}
