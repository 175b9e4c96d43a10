import type { Database } from '../database/database.ts';

export type WaitingMessage = {
  message: string;
  /** Wall time, ms. */
  owedAt: number;
} & ({ kind: 'otp'; userKey: string } | { kind: 'voucher'; pseudonym: Buffer });

/** Messages that nobody has tried to send yet, oldest first. */
export async function readWaitingMessages(
  database: Database,
  campaign: string,
): Promise<WaitingMessage[]> {
  const { rows } = await database.query<{
    id: string;
    kind: 'otp' | 'voucher';
    owed_at: Date;
    user_key: string | null;
    pseudonym: Buffer | null;
  }>(
    `select id, kind, owed_at, user_key, pseudonym from inaam.message
     where campaign = $1 and state = 'owed' and tries = 0 order by owed_at, id`,
    [campaign],
  );
  return rows.flatMap(({ id, kind, user_key: userKey, pseudonym, ...row }): WaitingMessage[] => {
    const facts = { message: id, owedAt: row.owed_at.getTime() };
    if (kind === 'otp') return userKey === null ? [] : [{ ...facts, kind, userKey }];
    return pseudonym === null ? [] : [{ ...facts, kind, pseudonym }];
  });
}
