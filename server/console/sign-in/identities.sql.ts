// By `keys.colleagueIndex`: neither the provider's subject nor an e-mail is stored.
import type { Connection } from '../../database/database.ts';
import type { Account } from './accounts.sql.ts';

/** @returns false if it belongs to another account */
export async function addIdentity(
  connection: Connection,
  { identity, account, at }: { identity: Buffer; account: string; at: number },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into inaam.console_identity as i (identity, account, created_at, used_at)
     values ($1, $2, $3, $3)
     on conflict (identity) do update set used_at = $3 where i.account = $2`,
    [identity, account, new Date(at)],
  );
  return rowCount === 1;
}

/**
 * Whom it lets in. Undefined also for an account that was closed. Its row stays locked: whoever
 * ends it at the same time ends the session that begins with it, too.
 */
export async function useIdentity(
  connection: Connection,
  { campaign, identity, at }: { campaign: string; identity: Buffer; at: number },
): Promise<Account | undefined> {
  const { rows } = await connection.query<Account>(
    `update inaam.console_identity i set used_at = $3 from inaam.console_account a
     where i.identity = $2 and a.id = i.account and a.campaign = $1 and a.closed_at is null
     returning a.id, a.name, a.role`,
    [campaign, identity, new Date(at)],
  );
  return rows[0];
}

/** @returns how many */
export async function endIdentitiesOf(
  connection: Pick<Connection, 'query'>,
  account: string,
): Promise<number> {
  const { rowCount } = await connection.query(
    'delete from inaam.console_identity where account = $1',
    [account],
  );
  return rowCount ?? 0;
}
