import {
  rolesOfAccount,
  withRoles,
  type Account,
  type NullableRoles,
} from '@inaam/server/console/sign-in/accounts.sql.ts';
import type { Connection } from '@inaam/server/database/database.ts';

// Identities at the company's provider are stored as `keys.colleagueIndex`: neither subject nor
// e-mail is stored.

/**
 * Adds the first: the others are the same person's, by the keys of further campaigns.
 * @returns false if one belongs to another account
 */
export async function addIdentity(
  connection: Connection,
  { identities, account, at }: { identities: Buffer[]; account: string; at: number },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into inaam.console_identity as i (identity, account, created_at, used_at)
     select $1::bytea, $2::uuid, $3::timestamptz, $3 where not exists (
       select from inaam.console_identity where identity = any ($4) and account <> $2)
     on conflict (identity) do update set used_at = $3 where i.account = $2`,
    [identities[0], account, new Date(at), identities],
  );
  return rowCount === 1;
}

/**
 * The identity's account; undefined also if it was closed. The row stays locked, so that ending the
 * identity at the same time also ends the session that begins with it.
 * @param identities the person's, by the key of each campaign
 */
export async function useIdentity(
  connection: Connection,
  { campaigns, identities, at }: { campaigns: string[]; identities: Buffer[]; at: number },
): Promise<Account | undefined> {
  const { rows } = await connection.query<NullableRoles & { identity: Buffer }>(
    `update inaam.console_identity i set used_at = $3 from inaam.console_account a
     where i.identity = any ($2) and a.id = i.account and a.closed_at is null
     returning a.id, a.name, i.identity, ${rolesOfAccount}`,
    [campaigns, identities, new Date(at)],
  );
  // Of two accounts, the one of the console's first campaign.
  const inOrder = identities.flatMap((one) => rows.filter(({ identity }) => identity.equals(one)));
  return withRoles(inOrder)[0];
}
