import type { Connection } from '../../database/database.ts';
import type { Account } from './accounts.sql.ts';
import { endIdentitiesOf } from './accounts.sql.ts';
import { endSessionsOf } from './sessions.sql.ts';

export type Passkey = { id: Buffer; publicKey: Buffer; counter: number };

/** Ids in base64url. */
export async function passkeyIdsOf(
  database: Pick<Connection, 'query'>,
  account: string,
): Promise<string[]> {
  const { rows } = await database.query<{ id: Buffer }>(
    'select id from inaam.console_passkey where account = $1',
    [account],
  );
  return rows.map(({ id }) => id.toString('base64url'));
}

/** @returns false if it belongs to an account already */
export async function addPasskey(
  connection: Connection,
  { account, at, passkey }: { account: string; at: number; passkey: Passkey },
): Promise<boolean> {
  const { id, publicKey, counter } = passkey;
  const { rowCount } = await connection.query(
    `insert into inaam.console_passkey (id, account, public_key, counter, created_at, used_at)
     values ($1, $2, $3, $4, $5, $5) on conflict do nothing`,
    [id, account, publicKey, counter, new Date(at)],
  );
  return rowCount === 1;
}

/**
 * Passkeys, identities at the company's provider, and the sessions that were begun by them: whoever
 * signs in at the same time has either lost the one or a session that ends here.
 */
export async function endWaysIn(
  connection: Connection,
  account: string,
): Promise<{ passkeys: number; identities: number }> {
  const { rowCount } = await connection.query(
    'delete from inaam.console_passkey where account = $1',
    [account],
  );
  const identities = await endIdentitiesOf(connection, account);
  await endSessionsOf(connection, account);
  return { passkeys: rowCount ?? 0, identities };
}

/** Undefined also for an account that was closed. */
export async function readPasskey(
  database: Pick<Connection, 'query'>,
  campaign: string,
  id: Buffer,
): Promise<{ passkey: Passkey; account: Account } | undefined> {
  const { rows } = await database.query<Account & { public_key: Buffer; counter: string }>(
    `select a.id, a.name, a.role, p.public_key, p.counter
     from inaam.console_passkey p join inaam.console_account a on a.id = p.account
     where p.id = $2 and a.campaign = $1 and a.closed_at is null`,
    [campaign, id],
  );
  return rows.map(({ public_key: publicKey, counter, ...account }) => ({
    passkey: { id, publicKey, counter: Number(counter) },
    account,
  }))[0];
}

/** @returns false if the counter has been used: then the key was copied, or the answer repeated */
export async function countPasskeyUse(
  connection: Connection,
  { id, counter, at }: { id: Buffer; counter: number; at: number },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update inaam.console_passkey set counter = $2, used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter, new Date(at)],
  );
  return rowCount === 1;
}
