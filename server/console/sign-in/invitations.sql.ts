import type { Connection } from '../../database/database.ts';
import type { Account } from './accounts.sql.ts';

/** What was open before can no longer be used: only the newest link counts. */
export async function writeInvitation(
  connection: Connection,
  invitation: {
    tokenHash: Buffer;
    account: string;
    at: number;
    expiresAt: number;
    expects?: Buffer | undefined;
  },
): Promise<void> {
  const { tokenHash, account, at, expiresAt, expects = null } = invitation;
  await connection.query(
    'update inaam.console_invitation set used_at = $2 where account = $1 and used_at is null',
    [account, new Date(at)],
  );
  await connection.query(
    `insert into inaam.console_invitation (token_hash, account, created_at, expires_at, expects)
     values ($1, $2, $3, $4, $5)`,
    [tokenHash, account, new Date(at), new Date(expiresAt), expects],
  );
}

/** `expects`: what the company's provider must say of whoever uses it; null: anything. */
export type Invited = Account & { expects: Buffer | null };

type Looked = { campaign: string; tokenHash: Buffer; at: number };

const isOpen = `a.campaign = $1 and a.closed_at is null and i.account = a.id
  and i.token_hash = $2 and i.used_at is null and i.expires_at > $3`;

/** Undefined: not known, used, ended, or of an account that was closed. */
export async function readInvitation(
  database: Pick<Connection, 'query'>,
  { campaign, tokenHash, at }: Looked,
): Promise<Invited | undefined> {
  const { rows } = await database.query<Invited>(
    `select a.id, a.name, a.role, i.expects from inaam.console_invitation i, inaam.console_account a
     where ${isOpen}`,
    [campaign, tokenHash, new Date(at)],
  );
  return rows[0];
}

/** Once: whoever comes second gets undefined. */
export async function useInvitation(
  connection: Connection,
  { campaign, tokenHash, at }: Looked,
): Promise<Invited | undefined> {
  const { rows } = await connection.query<Invited>(
    `update inaam.console_invitation i set used_at = $3 from inaam.console_account a
     where ${isOpen} returning a.id, a.name, a.role, i.expects`,
    [campaign, tokenHash, new Date(at)],
  );
  return rows[0];
}
