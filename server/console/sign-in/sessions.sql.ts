import type { Connection } from '../../database/database.ts';
import type { Account } from './accounts.sql.ts';

export const idleMs = 30 * 60_000;
const sessionMs = 12 * 3_600_000;

/** Deletes those that have ended, whosoever they were. */
export async function writeSession(
  connection: Pick<Connection, 'query'>,
  { tokenHash, account, at }: { tokenHash: Buffer; account: string; at: number },
): Promise<void> {
  await connection.query(
    'delete from inaam.console_session where used_at <= $1 or created_at <= $2',
    [new Date(at - idleMs), new Date(at - sessionMs)],
  );
  await connection.query(
    `insert into inaam.console_session (token_hash, account, created_at, used_at)
     values ($1, $2, $3, $3)`,
    [tokenHash, account, new Date(at)],
  );
}

type Looked = { campaign: string; tokenHash: Buffer; at: number };
type Found = Account & { expiresAt: number };

const isOpen = `s.token_hash = $2 and a.id = s.account and a.campaign = $1
  and a.closed_at is null and s.used_at > $3 and s.created_at > $4`;

/** Undefined if it has ended. It rests on. */
export async function readSession(
  database: Pick<Connection, 'query'>,
  { campaign, tokenHash, at }: Looked,
): Promise<Found | undefined> {
  const { rows } = await database.query<Account & { used_at: Date; created_at: Date }>(
    `select a.id, a.name, a.role, s.used_at, s.created_at
     from inaam.console_session s, inaam.console_account a where ${isOpen}`,
    [campaign, tokenHash, new Date(at - idleMs), new Date(at - sessionMs)],
  );
  return rows.map(({ used_at: usedAt, created_at: createdAt, ...account }) => ({
    ...account,
    expiresAt: Math.min(usedAt.getTime() + idleMs, createdAt.getTime() + sessionMs),
  }))[0];
}

/** Undefined if it has ended. It then lasts as long again, but never beyond `sessionMs`. */
export async function continueSession(
  database: Pick<Connection, 'query'>,
  { campaign, tokenHash, at }: Looked,
): Promise<Found | undefined> {
  const { rows } = await database.query<Account & { created_at: Date }>(
    `update inaam.console_session s set used_at = greatest(s.used_at, $5)
     from inaam.console_account a where ${isOpen}
     returning a.id, a.name, a.role, s.created_at`,
    [campaign, tokenHash, new Date(at - idleMs), new Date(at - sessionMs), new Date(at)],
  );
  return rows.map(({ created_at: createdAt, ...account }) => ({
    ...account,
    expiresAt: Math.min(at + idleMs, createdAt.getTime() + sessionMs),
  }))[0];
}

export async function endSession(
  database: Pick<Connection, 'query'>,
  tokenHash: Buffer,
): Promise<void> {
  await database.query('delete from inaam.console_session where token_hash = $1', [tokenHash]);
}

/** @returns how many */
export async function endSessionsOf(
  database: Pick<Connection, 'query'>,
  account: string,
): Promise<number> {
  const { rowCount } = await database.query(
    'delete from inaam.console_session where account = $1',
    [account],
  );
  return rowCount ?? 0;
}
