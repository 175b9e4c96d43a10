import type { Database } from '../database/database.ts';

export async function countParticipants(database: Database, campaign: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'select count(*) from inaam.participant where campaign = $1',
    [campaign],
  );
  return Number(rows[0]?.count ?? 0);
}
