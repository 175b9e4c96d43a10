import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import type { Connection, Database, Queryable } from '../../database/database.ts';

export type Account = { id: string; name: string; role: ConsoleRole };

export type ListedAccount = Account & {
  /** ms */
  createdAt: number;
  closedAt: number | undefined;
  passkeys: number;
  /** At the company's provider. */
  identities: number;
  sessions: number;
  /** The last use of a passkey, identity or session. */
  usedAt: number | undefined;
};

type NewAccount = { campaign: string; name: string; role: ConsoleRole; at: number };

/**
 * Creates the account, or returns and locks the existing one of that name. If two people invite at
 * the same time, the second invitation ends the first.
 */
export async function openAccount(
  database: Queryable,
  { campaign, name, role, at }: NewAccount,
): Promise<{ id: string; role: ConsoleRole; isNew: boolean; isClosed: boolean }> {
  const added = await database.query<{ id: string }>(
    `insert into inaam.console_account (campaign, name, role, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning id`,
    [campaign, name, role, new Date(at)],
  );
  const [own] = added.rows;
  if (own) return { id: own.id, role, isNew: true, isClosed: false };
  const { rows } = await database.query<{ id: string; role: ConsoleRole; is_closed: boolean }>(
    `select id, role, closed_at is not null as is_closed from inaam.console_account
     where campaign = $1 and name = $2 for no key update`,
    [campaign, name],
  );
  const [found] = rows;
  if (!found) throw new Error('Failed to find an existing account.');
  return { id: found.id, role: found.role, isNew: false, isClosed: found.is_closed };
}

/**
 * Also ends its sessions, invitations and identities: the same person may be invited under another
 * name. `unknown`: no account has that name.
 */
export async function closeAccount(
  connection: Connection,
  { campaign, name, at }: Omit<NewAccount, 'role'>,
): Promise<'closed' | 'already' | 'unknown'> {
  const closed = await connection.query<{ id: string }>(
    `update inaam.console_account set closed_at = $3
     where campaign = $1 and name = $2 and closed_at is null returning id`,
    [campaign, name, new Date(at)],
  );
  const [account] = closed.rows;
  if (account) {
    await connection.query('delete from inaam.console_session where account = $1', [account.id]);
    await endIdentitiesOf(connection, account.id);
    return 'closed';
  }
  const { rows } = await connection.query<{ id: string }>(
    'select id from inaam.console_account where campaign = $1 and name = $2',
    [campaign, name],
  );
  const [found] = rows;
  if (!found) return 'unknown';
  // From an invitation that was accepted while the account was being closed.
  await endIdentitiesOf(connection, found.id);
  return 'already';
}

/** By name; `sessions` that have not ended by `at`. */
export async function listAccounts(
  database: Database,
  { campaign, usedAfter }: { campaign: string; usedAfter: number },
): Promise<ListedAccount[]> {
  const { rows } = await database.query<
    Omit<ListedAccount, 'createdAt' | 'closedAt' | 'usedAt'> & {
      createdAt: Date;
      closedAt: Date | null;
      usedAt: Date | null;
    }
  >(
    `select id, name, role, created_at as "createdAt", closed_at as "closedAt",
       (select count(*)::integer from inaam.console_passkey where account = a.id) as passkeys,
       (select count(*)::integer from inaam.console_identity where account = a.id) as identities,
       (select count(*)::integer from inaam.console_session
        where account = a.id and used_at > $2) as sessions,
       greatest((select max(used_at) from inaam.console_passkey where account = a.id),
                (select max(used_at) from inaam.console_identity where account = a.id),
                (select max(used_at) from inaam.console_session where account = a.id)) as "usedAt"
     from inaam.console_account a where campaign = $1 order by name`,
    [campaign, new Date(usedAfter)],
  );
  return rows.map(({ createdAt, closedAt, usedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.getTime(),
    closedAt: closedAt?.getTime(),
    usedAt: usedAt?.getTime(),
  }));
}

// Identities at the company's provider are stored as `keys.colleagueIndex`: neither subject nor
// e-mail is stored.

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
 * The identity's account; undefined also if it was closed. The row stays locked, so that ending the
 * identity at the same time also ends the session that begins with it.
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

/** `expects`: what the company's provider must say about the user; null: anything. */
export type Invited = Account & { expects: Buffer | null };

type Looked = { campaign: string; tokenHash: Buffer; at: number };

const isOpen = `a.campaign = $1 and a.closed_at is null and i.account = a.id
  and i.token_hash = $2 and i.used_at is null and i.expires_at > $3`;

/** Undefined if it is unknown, used, ended, or of a closed account. */
export async function readInvitation(
  database: Queryable,
  { campaign, tokenHash, at }: Looked,
): Promise<Invited | undefined> {
  const { rows } = await database.query<Invited>(
    `select a.id, a.name, a.role, i.expects from inaam.console_invitation i, inaam.console_account a
     where ${isOpen}`,
    [campaign, tokenHash, new Date(at)],
  );
  return rows[0];
}

/** Only once: a second caller gets undefined. */
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
