import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { ms, type Connection, type Database, type Queryable } from '../../database/database.ts';

export type CampaignRole = { campaign: string; role: ConsoleRole };

/** `roles`: in this console's campaigns, the one that the account was made for first. */
export type Account = { id: string; name: string; roles: readonly CampaignRole[] };

/** The roles of account `a` in the campaigns `$1`; null: none. */
export const rolesOfAccount = `(select json_agg(json_build_object('campaign', one.campaign, 'role', one.role)
    order by one.further, one.campaign)
  from (select a.campaign, a.role, 0 as further union all
        select r.campaign, r.role, 1 from inaam.console_role r where r.account = a.id) one
  where one.campaign = any ($1)) as roles`;

export type ListedAccount = {
  id: string;
  name: string;
  role: ConsoleRole;
  /** Others in which it has a role. */
  furtherCampaigns: string[];
  /** ms */
  createdAt: number;
  closedAt: number | null;
  passkeys: number;
  /** At the company's provider. */
  identities: number;
  sessions: number;
  /** The last use of a passkey, identity or session. */
  usedAt: number | null;
};

type NewAccount = { campaign: string; name: string; role: ConsoleRole; at: number };

/** The account `$2` of the campaign `$1`, whichever campaign it was made for. */
const named = `select id from inaam.console_account where campaign = $1 and name = $2
  union all select n.id from inaam.console_account n, inaam.console_role k
  where k.account = n.id and k.campaign = $1 and n.name = $2`;

/** The audit log has names: two people of one campaign never have the same. */
export const lockNames = (connection: Connection) =>
  connection.query('lock table inaam.console_role in share row exclusive mode');

/**
 * Gives or takes back a role in a further campaign.
 * @param campaign the further one. @param home the one that knows the account
 */
export async function changeFurtherRole(
  connection: Connection,
  {
    home,
    campaign,
    name,
    role,
    at,
  }: Omit<NewAccount, 'role'> & { home: string; role: ConsoleRole | null },
): Promise<'changed' | 'already' | 'unknown' | 'closed' | 'taken'> {
  await lockNames(connection);
  const account = await lockNamed(connection, home, name);
  if (!account) return 'unknown';
  if (role === null) {
    const { rowCount } = await connection.query(
      'delete from inaam.console_role where account = $1 and campaign = $2',
      [account.id, campaign],
    );
    return rowCount === 1 ? 'changed' : 'already';
  }
  if (account.isClosed) return 'closed';
  const found = await connection.query<{ id: string; role: ConsoleRole }>(
    `select a.id, coalesce(r.role, a.role) as role from inaam.console_account a
     left join inaam.console_role r on r.account = a.id and r.campaign = $1 where a.id in (${named})`,
    [campaign, name],
  );
  const [same] = found.rows;
  if (same) return same.id === account.id && same.role === role ? 'already' : 'taken';
  await connection.query(
    'insert into inaam.console_role (account, campaign, role, created_at) values ($1, $2, $3, $4)',
    [account.id, campaign, role, new Date(at)],
  );
  return 'changed';
}

/** `home`: the campaign that it was made for, whose role it is. */
type Opened = { id: string; home: string; role: ConsoleRole; isNew: boolean; isClosed: boolean };

/**
 * Creates the account, or returns and locks the existing one of that name. If two people invite at
 * the same time, the second invitation ends the first.
 */
export async function openAccount(
  database: Queryable,
  { campaign, name, role, at }: NewAccount,
): Promise<Opened> {
  const added = await database.query<{ id: string }>(
    `insert into inaam.console_account (campaign, name, role, created_at)
     select $1::text, $2::text, $3::text, $4::timestamptz where not exists (${named})
     on conflict do nothing returning id`,
    [campaign, name, role, new Date(at)],
  );
  const [own] = added.rows;
  if (own) return { id: own.id, home: campaign, role, isNew: true, isClosed: false };
  const found = await lockNamed(database, campaign, name);
  if (found) return { ...found, isNew: false };
  throw new Error('Failed to find an existing account.');
}

async function lockNamed(database: Queryable, campaign: string, name: string) {
  const { rows } = await database.query<Omit<Opened, 'isNew'>>(
    `select id, campaign as home, role, closed_at is not null as "isClosed"
     from inaam.console_account where id in (${named}) for no key update`,
    [campaign, name],
  );
  return rows[0];
}

type Closed = {
  result: 'closed' | 'already' | 'unknown' | 'roleEnded';
  home: string;
  /** Where it had a role, which has ended. */
  campaigns: string[];
};

/**
 * Also ends its sessions, invitations and identities: the same person may be invited under another
 * name. In a campaign that the account was not made for, only its role there ends.
 */
export async function closeAccount(
  connection: Connection,
  { campaign, name, at }: Omit<NewAccount, 'role'>,
): Promise<Closed> {
  const account = await lockNamed(connection, campaign, name);
  if (!account) return { result: 'unknown', home: campaign, campaigns: [] };
  const { id, home, isClosed } = account;
  if (home !== campaign) {
    await connection.query('delete from inaam.console_role where account = $1 and campaign = $2', [
      id,
      campaign,
    ]);
    return { result: 'roleEnded', home, campaigns: [campaign] };
  }
  // Also from an invitation that was accepted while the account was being closed.
  await endIdentitiesOf(connection, id);
  if (isClosed) return { result: 'already', home, campaigns: [] };
  await connection.query('update inaam.console_account set closed_at = $2 where id = $1', [
    id,
    new Date(at),
  ]);
  await connection.query('delete from inaam.console_session where account = $1', [id]);
  const further = await connection.query<{ campaign: string }>(
    'select campaign from inaam.console_role where account = $1 order by campaign',
    [id],
  );
  const campaigns = [home, ...further.rows.map((row) => row.campaign)];
  return { result: 'closed', home, campaigns };
}

/** By name; `sessions` that have not ended by `at`. */
export async function listAccounts(
  database: Database,
  { campaign, usedAfter }: { campaign: string; usedAfter: number },
): Promise<ListedAccount[]> {
  const { rows } = await database.query<ListedAccount>(
    `select id, name, coalesce(r.role, a.role) as role, ${ms('a.created_at')} as "createdAt",
       ${ms('closed_at')} as "closedAt",
       array(select a.campaign where a.campaign <> $1 union all
             select campaign from inaam.console_role where account = a.id and campaign <> $1)
         as "furtherCampaigns",
       (select count(*)::integer from inaam.console_passkey where account = a.id) as passkeys,
       (select count(*)::integer from inaam.console_identity where account = a.id) as identities,
       (select count(*)::integer from inaam.console_session
        where account = a.id and used_at > $2) as sessions,
       ${ms(`greatest((select max(used_at) from inaam.console_passkey where account = a.id),
                (select max(used_at) from inaam.console_identity where account = a.id),
                (select max(used_at) from inaam.console_session where account = a.id))`)} as "usedAt"
     from inaam.console_account a left join inaam.console_role r on r.account = a.id and r.campaign = $1
     where a.campaign = $1 or r.campaign = $1 order by name`,
    [campaign, new Date(usedAfter)],
  );
  return rows;
}

/** @public For plugins. */
export type NullableRoles = Omit<Account, 'roles'> & { roles: CampaignRole[] | null };

/** Without those that have no role in the console's campaigns. */
export const withRoles = <Row extends NullableRoles>(rows: readonly Row[]) =>
  rows.flatMap(({ roles, ...row }) => (roles === null ? [] : [{ ...row, roles }]));

export async function endIdentitiesOf(connection: Queryable, account: string): Promise<number> {
  const { rowCount } = await connection.query(
    'delete from inaam.console_identity where account = $1',
    [account],
  );
  return rowCount ?? 0;
}

/** Earlier invitations end: only the newest link is valid. */
export async function writeInvitation(
  connection: Connection,
  invitation: {
    tokenHash: Buffer;
    account: string;
    at: number;
    expiresAt: number;
  },
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

type Looked = { campaigns: string[]; tokenHash: Buffer; at: number };

const isOpen = `a.closed_at is null and i.account = a.id
  and i.token_hash = $2 and i.used_at is null and i.expires_at > $3`;

/** Undefined if it is unknown, used, ended, or of a closed account. */
export async function readInvitation(
  database: Queryable,
  { campaigns, tokenHash, at }: Looked,
): Promise<Account | undefined> {
  const { rows } = await database.query<NullableRoles>(
    `select a.id, a.name, ${rolesOfAccount}
     from inaam.console_invitation i, inaam.console_account a where ${isOpen}`,
    [campaigns, tokenHash, new Date(at)],
  );
  return withRoles(rows)[0];
}

/** Only once: a second caller gets undefined, and the caller's transaction rolls back. */
export async function useInvitation(
  connection: Connection,
  { campaigns, tokenHash, at }: Looked,
): Promise<Account | undefined> {
  const { rows } = await connection.query<NullableRoles>(
    `update inaam.console_invitation i set used_at = $3 from inaam.console_account a
     where ${isOpen} returning a.id, a.name, ${rolesOfAccount}`,
    [campaigns, tokenHash, new Date(at)],
  );
  return withRoles(rows)[0];
}
