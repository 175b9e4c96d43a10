// What only the demonstration asks its database.
import { transaction, type Database, ms } from '@inaam/server/database/database.ts';
import { readProcesses } from '@inaam/server/database/processes.ts';
import { onlyRow } from '@inaam/server/database/read-only.ts';

export type FilledCounts = Record<'visits' | 'codes' | 'verified' | 'rewards' | 'rupees', number>;

export async function countFilled(database: Database, campaign: string): Promise<FilledCounts> {
  return onlyRow(
    await database.query<FilledCounts>(
      `select (select count(*)::float8 from inaam.visit where campaign = $1) as visits,
         (select count(*)::float8 from inaam.message where campaign = $1 and kind = 'otp') as codes,
         (select count(distinct mobile_index)::float8 from inaam.participation where campaign = $1) as verified,
         count(*)::float8 as rewards, coalesce(sum(amount), 0)::float8 as rupees
       from inaam.reward where campaign = $1`,
      [campaign],
    ),
  );
}

/** Its days are not those of the database's clock. */
export const useOwnClock = (database: Database, campaign: string) =>
  database.query('update inaam.head set has_own_clock = true where campaign = $1', [campaign]);

/** Whether a `deliver` was heard of just now. */
export async function isDelivering(database: Database, campaign: string): Promise<boolean> {
  const running = await readProcesses(database, campaign);
  return running.some(({ program, isSilent }) => program === 'deliver' && !isSilent);
}

export async function countParticipants(database: Database, campaign: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'select count(*) from inaam.participation where campaign = $1',
    [campaign],
  );
  return Number(rows[0]?.count ?? 0);
}

/** Also discards plans made for empty tables. Autovacuum would be too late. */
export function refreshStatistics(database: Database): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query('set local statement_timeout = 0');
    await connection.query('analyze');
  });
}

export type WaitingMessage = {
  message: string;
  /** Wall time, ms. */
  owedAt: number;
} & ({ kind: 'otp'; userKey: string } | { kind: 'voucher'; pseudonym: Buffer });

export async function readWaitingMessages(
  database: Database,
  campaign: string,
): Promise<WaitingMessage[]> {
  const { rows } = await database.query<WaitingMessage>(
    `select id as message, kind, ${ms('owed_at')} as "owedAt", user_key as "userKey", pseudonym
     from inaam.message
     where campaign = $1 and state = 'owed' and tries = 0 order by owed_at, id`,
    [campaign],
  );
  return rows;
}
