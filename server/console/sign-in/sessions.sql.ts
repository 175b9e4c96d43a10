import type { Connection, Queryable } from '../../database/database.ts';
import {
  type Account,
  accountFrom,
  endIdentitiesOf,
  type NullableRoles,
  rolesOfAccount,
  withRoles,
} from './accounts.sql.ts';

export const idleMs = 30 * 60_000;
const sessionMs = 12 * 3_600_000;

/** Deletes all ended sessions. */
export async function writeSession(
  connection: Queryable,
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

type Looked = { campaigns: string[]; tokenHash: Buffer; at: number };

const isOpen = `s.token_hash = $2 and a.id = s.account
  and a.closed_at is null and s.used_at > $3 and s.created_at > $4`;

/** Undefined if it has ended. Does not extend the session. */
export const findSession = (database: Queryable, { campaigns, tokenHash, at }: Looked) =>
  accountFrom(
    database,
    `select a.id, a.name, ${rolesOfAccount}
     from inaam.console_session s, inaam.console_account a where ${isOpen}`,
    [campaigns, tokenHash, new Date(at - idleMs), new Date(at - sessionMs)],
  );

/** Undefined if it has ended. Extends the session, but never beyond `sessionMs`. */
export const continueSession = (database: Queryable, { campaigns, tokenHash, at }: Looked) =>
  accountFrom(
    database,
    `update inaam.console_session s set used_at = greatest(s.used_at, $5)
     from inaam.console_account a where ${isOpen}
     returning a.id, a.name, ${rolesOfAccount}`,
    [campaigns, tokenHash, new Date(at - idleMs), new Date(at - sessionMs), new Date(at)],
  );

export async function endSession(database: Queryable, tokenHash: Buffer): Promise<void> {
  await database.query('delete from inaam.console_session where token_hash = $1', [tokenHash]);
}

export async function endSessionsOf(database: Queryable, account: string): Promise<number> {
  const { rowCount } = await database.query(
    'delete from inaam.console_session where account = $1',
    [account],
  );
  return rowCount ?? 0;
}

export type Passkey = { id: Buffer; publicKey: Buffer; counter: number };

/** Ids in base64url. */
export async function passkeyIdsOf(database: Queryable, account: string): Promise<string[]> {
  const { rows } = await database.query<{ id: Buffer }>(
    'select id from inaam.console_passkey where account = $1',
    [account],
  );
  return rows.map(({ id }) => id.toString('base64url'));
}

/** @returns false if it already belongs to an account */
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
 * Ends passkeys, identities at the company's provider, and all sessions. A simultaneous sign-in
 * either loses its passkey or identity, or begins a session that ends here.
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

/** Undefined also for a closed account. */
export async function readPasskey(
  database: Queryable,
  campaigns: string[],
  id: Buffer,
): Promise<{ passkey: Passkey; account: Account } | undefined> {
  const { rows } = await database.query<NullableRoles & Omit<Passkey, 'id'>>(
    `select a.id, a.name, p.public_key as "publicKey", p.counter::float8 as counter,
       ${rolesOfAccount}
     from inaam.console_passkey p join inaam.console_account a on a.id = p.account
     where p.id = $2 and a.closed_at is null`,
    [campaigns, id],
  );
  return withRoles(rows).map(({ publicKey, counter, ...account }) => ({
    passkey: { id, publicKey, counter },
    account,
  }))[0];
}

/** @returns false if the counter was used before: the key was copied, or the answer replayed */
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

/** Succeeds once: what was used is kept until it would have ended. @param challenge its hash */
export async function useChallenge(
  database: Queryable,
  { challenge, at, until }: { challenge: Buffer; at: number; until: number },
): Promise<boolean> {
  await database.query('delete from inaam.console_challenge where until <= $1', [new Date(at)]);
  const { rowCount } = await database.query(
    'insert into inaam.console_challenge (hash, until) values ($1, $2) on conflict do nothing',
    [challenge, new Date(until)],
  );
  return rowCount === 1;
}

// Counted before anything is compared, so that parallel attempts cannot exceed the limit.

const lockMs = 15 * 60_000;

export type Source = { campaign: string; source: string };

/**
 * Counts one more try unless the limit is reached. Tries during a lock are not counted, so that it
 * ends `lockMs` after the last counted try.
 * @returns `lockedUntil` in ms, undefined if the try may proceed
 */
export async function countTry(
  database: Queryable,
  { campaign, source, at, max }: Source & { at: number; max: number },
): Promise<{ lockedUntil: number | undefined; tries: number }> {
  await database.query('delete from inaam.console_try where until <= $1', [new Date(at)]);
  const counted = await database.query<{ tries: number }>(
    `insert into inaam.console_try as t (campaign, source, tries, until) values ($1, $2, 1, $3)
     on conflict (campaign, source) do update set tries = t.tries + 1, until = $3
     where t.tries < $4 returning tries`,
    [campaign, source, new Date(at + lockMs), max],
  );
  const [row] = counted.rows;
  if (row) return { lockedUntil: undefined, tries: row.tries };
  const { rows } = await database.query<{ until: Date }>(
    'select until from inaam.console_try where campaign = $1 and source = $2',
    [campaign, source],
  );
  return { lockedUntil: rows[0]?.until.getTime() ?? at + lockMs, tries: max };
}

/** Uncounts the last attempt, which was nobody's failure. */
export async function takeBackTry(
  database: Queryable,
  { campaign, source }: Source,
): Promise<void> {
  await database.query(
    `with fewer as (
       update inaam.console_try set tries = tries - 1
       where campaign = $1 and source = $2 and tries > 1)
     delete from inaam.console_try where campaign = $1 and source = $2 and tries = 1`,
    [campaign, source],
  );
}

/** After a successful sign-in. */
export async function forgetTries(
  database: Queryable,
  campaign: string,
  sources: readonly string[],
): Promise<void> {
  await database.query('delete from inaam.console_try where campaign = $1 and source = any ($2)', [
    campaign,
    sources,
  ]);
}
