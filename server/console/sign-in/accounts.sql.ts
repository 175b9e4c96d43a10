import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { ms, type Connection, type Database, type Queryable } from '../../database/database.ts';
import { onlyRow } from '../../database/read-only.ts';

export type CampaignRole = { campaign: string; role: ConsoleRole };

/** `roles`: in this console's campaigns, the one that the account was made for first. */
export type Account = { id: string; name: string; roles: readonly CampaignRole[] };

/** In place of a campaign: each of the database, also those that are added later. */
export const everywhere = '*';

/** The roles of account `a` in the campaigns `$1`; null: none. */
export const rolesOfAccount = `(select json_agg(json_build_object('campaign', one.id, 'role', one.role)
    order by one.id <> a.campaign, one.id)
  from (select c.id, (
      select role from inaam.console_role
      where account = a.id and campaign in (c.id, '${everywhere}') and role is not null
      order by role <> 'manager', campaign = '${everywhere}' limit 1) as role
    from unnest($1::text[]) as c (id)) one
  where one.role is not null) as roles`;

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

/** Roles of the name `$2` that are known in the campaign `$1`. */
const named = `from inaam.console_role r join inaam.console_account a on a.id = r.account
  where r.name = $2 and ($1 in (r.campaign, '${everywhere}') or r.campaign = '${everywhere}')`;

/** The audit log has names: two people of one campaign never have the same. */
export const lockNames = (connection: Connection) =>
  connection.query('lock table inaam.console_role in share row exclusive mode');

type Role = Omit<NewAccount, 'role'> & { account: string; role: ConsoleRole | null };

/** @public Null: takes it back. After `lockNames`. */
export const writeRole = (database: Queryable, { account, campaign, name, role, at }: Role) =>
  database.query(
    `insert into inaam.console_role (account, campaign, name, role, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (account, campaign) do update set role = $4`,
    [account, campaign, name, role, new Date(at)],
  );

/** @public Whether somebody else has the name where it would be given. After `lockNames`. */
export async function isNameTaken(
  database: Queryable,
  { account, campaign, name }: Pick<Role, 'campaign' | 'name'> & { account: string | null },
): Promise<boolean> {
  const { rows } = await database.query(`select ${named} and a.id is distinct from $3 limit 1`, [
    campaign,
    name,
    account,
  ]);
  return rows.length > 0;
}

/**
 * Gives or takes back a role in a further campaign.
 * @param campaign the further one. @param home the one that knows the account
 */
export async function changeFurtherRole(
  connection: Connection,
  { home, ...wanted }: Omit<NewAccount, 'role'> & { home: string; role: ConsoleRole | null },
): Promise<'changed' | 'already' | 'unknown' | 'closed' | 'taken'> {
  const { campaign, name, role } = wanted;
  await lockNames(connection);
  const found = await lockNamed(connection, home, name);
  if (!found) return 'unknown';
  const { rows } = await connection.query<{ role: ConsoleRole | null }>(
    'select role from inaam.console_role where account = $1 and campaign = $2',
    [found.id, campaign],
  );
  const before = rows[0]?.role ?? null;
  if (role === before) return 'already';
  if (role !== null && found.isClosed) return 'closed';
  const own = { ...wanted, account: found.id };
  if (role !== null && (before !== null || (await isNameTaken(connection, own)))) return 'taken';
  await writeRole(connection, own);
  return 'changed';
}

/** `home`: the campaign that it was made for. `role`: null: none any more. */
type Opened = {
  id: string;
  home: string;
  role: ConsoleRole | null;
  isNew: boolean;
  isClosed: boolean;
};

/**
 * Creates the account, or returns and locks the existing one of that name. If two people invite at
 * the same time, the second invitation ends the first: `lockNames` comes before.
 */
export async function openAccount(database: Queryable, made: NewAccount): Promise<Opened> {
  const { campaign, name, role } = made;
  const found = await lockNamed(database, campaign, name);
  if (found) return { ...found, isNew: false };
  const id = await addAccount(database, made);
  await writeRole(database, { ...made, account: id });
  return { id, home: campaign, role, isNew: true, isClosed: false };
}

/** @public Without a role. */
export async function addAccount(
  database: Queryable,
  { campaign, name, at }: Omit<NewAccount, 'role'>,
): Promise<string> {
  const added = await database.query<{ id: string }>(
    `insert into inaam.console_account (campaign, name, created_at) values ($1, $2, $3)
     returning id`,
    [campaign, name, new Date(at)],
  );
  return onlyRow(added).id;
}

async function lockNamed(database: Queryable, campaign: string, name: string) {
  const { rows } = await database.query<Omit<Opened, 'isNew'>>(
    `select a.id, a.campaign as home, r.role, a.closed_at is not null as "isClosed" ${named}
     order by r.campaign = '${everywhere}' limit 1 for no key update of a`,
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
    await writeRole(connection, { account: id, campaign, name, role: null, at });
    return { result: 'roleEnded', home, campaigns: [campaign] };
  }
  // Also from an invitation that was accepted while the account was being closed.
  await endAccount(connection, id, at);
  if (isClosed) return { result: 'already', home, campaigns: [] };
  const { rows } = await connection.query<{ campaign: string }>(
    `select campaign from inaam.console_role
     where account = $1 and role is not null and campaign <> $2 and campaign <> '${everywhere}'
     order by campaign`,
    [id, home],
  );
  return { result: 'closed', home, campaigns: [home, ...rows.map((row) => row.campaign)] };
}

/** @public It stays closed: its name is not given again. */
export async function endAccount(connection: Queryable, id: string, at: number): Promise<void> {
  await endIdentitiesOf(connection, id);
  await connection.query(
    'update inaam.console_account set closed_at = $2 where id = $1 and closed_at is null',
    [id, new Date(at)],
  );
  await connection.query('delete from inaam.console_session where account = $1', [id]);
}

/** @public The last use of a passkey, identity or session of account `a`. */
export const usedAt = ms(`greatest(
  (select max(used_at) from inaam.console_passkey where account = a.id),
  (select max(used_at) from inaam.console_identity where account = a.id),
  (select max(used_at) from inaam.console_session where account = a.id))`);

/** By name; `sessions` that have not ended by `at`. */
export async function listAccounts(
  database: Database,
  { campaign, usedAfter }: { campaign: string; usedAfter: number },
): Promise<ListedAccount[]> {
  const { rows } = await database.query<ListedAccount>(
    `select distinct on (a.name) a.id, a.name, r.role, ${ms('a.created_at')} as "createdAt",
       ${ms('closed_at')} as "closedAt",
       array(select campaign from inaam.console_role
             where account = a.id and campaign <> $1 and role is not null order by campaign)
         as "furtherCampaigns",
       (select count(*)::integer from inaam.console_passkey where account = a.id) as passkeys,
       (select count(*)::integer from inaam.console_identity where account = a.id) as identities,
       (select count(*)::integer from inaam.console_session
        where account = a.id and used_at > $2) as sessions,
       ${usedAt} as "usedAt"
     from inaam.console_account a join inaam.console_role r on r.account = a.id
     where r.campaign in ($1, '${everywhere}') and r.role is not null
     order by a.name, r.role <> 'manager', r.campaign = '${everywhere}'`,
    [campaign, new Date(usedAfter)],
  );
  return rows;
}

/** @public For plugins. */
export type NullableRoles = Omit<Account, 'roles'> & { roles: CampaignRole[] | null };

/** Without those that have no role in the console's campaigns. */
export const withRoles = <Row extends NullableRoles>(rows: readonly Row[]) =>
  rows.flatMap(({ roles, ...row }) => (roles === null ? [] : [{ ...row, roles }]));

/** The one that a statement finds. */
export async function accountFrom(database: Queryable, text: string, values: unknown[]) {
  const { rows } = await database.query<NullableRoles>(text, values);
  return withRoles(rows)[0];
}

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
    /** Who made it in the console. */
    givenBy?: string;
    at: number;
    expiresAt: number;
  },
): Promise<void> {
  const { tokenHash, account, givenBy = null, at, expiresAt } = invitation;
  await endInvitations(connection, account, at);
  await connection.query(
    `insert into inaam.console_invitation (token_hash, account, given_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [tokenHash, account, givenBy, new Date(at), new Date(expiresAt)],
  );
}

/** @public Those that are open. */
export const endInvitations = (connection: Queryable, account: string, at: number) =>
  connection.query(
    'update inaam.console_invitation set used_at = $2 where account = $1 and used_at is null',
    [account, new Date(at)],
  );

type Looked = { campaigns: string[]; tokenHash: Buffer; at: number };

/** @public Whether the giver of invitation `i` still manages all that account `a` has a role in. */
export const isGiven = `(i.given_by is null or not exists (
  select from inaam.console_role one where one.account = a.id and one.role is not null
    and not exists (
      select from inaam.console_role own join inaam.console_account giver on giver.id = own.account
      where giver.id = i.given_by and giver.closed_at is null and own.role = 'manager'
        and own.campaign in (one.campaign, '${everywhere}'))))`;

const isOpen = `a.closed_at is null and i.account = a.id
  and i.token_hash = $2 and i.used_at is null and i.expires_at > $3 and ${isGiven}`;

/** Undefined if it is unknown, used, ended, or of a closed account. */
export const readInvitation = (database: Queryable, { campaigns, tokenHash, at }: Looked) =>
  accountFrom(
    database,
    `select a.id, a.name, ${rolesOfAccount}
     from inaam.console_invitation i, inaam.console_account a where ${isOpen}`,
    [campaigns, tokenHash, new Date(at)],
  );

/** Only once: a second caller gets undefined, and the caller's transaction rolls back. */
export const useInvitation = (connection: Connection, { campaigns, tokenHash, at }: Looked) =>
  accountFrom(
    connection,
    `update inaam.console_invitation i set used_at = $3 from inaam.console_account a
     where ${isOpen} returning a.id, a.name, ${rolesOfAccount}`,
    [campaigns, tokenHash, new Date(at)],
  );
