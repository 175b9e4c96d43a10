import type { Connection } from '../database.ts';
import type { Account } from './accounts.ts';

/** What was open before can no longer be used: only the newest link counts. */
export async function writeInvitation(
  connection: Connection,
  invitation: { tokenHash: Buffer; account: string; at: number; expiresAt: number },
): Promise<void> {
  const { tokenHash, account, at, expiresAt } = invitation;
  await connection.query(
    'update inaam.console_invitation set used_at = $2 where account = $1 and used_at is null',
    [account, new Date(at)],
  );
  await connection.query(
    `insert into inaam.console_invitation (token_hash, account, created_at, expires_at)
     values ($1, $2, $3, $4)`,
    [tokenHash, account, new Date(at), new Date(expiresAt)],
  );
}

type Looked = { campaign: string; tokenHash: Buffer; at: number };

const isOpen = `a.campaign = $1 and a.closed_at is null and i.account = a.id
  and i.token_hash = $2 and i.used_at is null and i.expires_at > $3`;

/** Undefined: not known, used, ended, or of an account that was closed. */
export async function readInvitation(
  database: Pick<Connection, 'query'>,
  { campaign, tokenHash, at }: Looked,
): Promise<Account | undefined> {
  const { rows } = await database.query<Account>(
    `select a.id, a.name, a.role from inaam.console_invitation i, inaam.console_account a
     where ${isOpen}`,
    [campaign, tokenHash, new Date(at)],
  );
  return rows[0];
}

/** Once: whoever comes second gets undefined. */
export async function useInvitation(
  connection: Connection,
  { campaign, tokenHash, at }: Looked,
): Promise<Account | undefined> {
  const { rows } = await connection.query<Account>(
    `update inaam.console_invitation i set used_at = $3 from inaam.console_account a
     where ${isOpen} returning a.id, a.name, a.role`,
    [campaign, tokenHash, new Date(at)],
  );
  return rows[0];
}
