import type { Database } from '@inaam/server/database/database.ts';
import { onlyRow } from '@inaam/server/database/read-only.ts';

export type FilledCounts = Record<'visits' | 'codes' | 'verified' | 'rewards' | 'rupees', number>;

export async function countFilled(database: Database, campaign: string): Promise<FilledCounts> {
  return onlyRow(
    await database.query<FilledCounts>(
      `select (select count(*)::float8 from inaam.visit where campaign = $1) as visits,
         (select count(*)::float8 from inaam.message where campaign = $1 and kind = 'otp') as codes,
         (select count(distinct mobile_index)::float8 from inaam.participant where campaign = $1) as verified,
         count(*)::float8 as rewards, coalesce(sum(amount), 0)::float8 as rupees
       from inaam.reward where campaign = $1`,
      [campaign],
    ),
  );
}
