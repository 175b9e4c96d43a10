// The stored check values of secrets (platform/secret-checks.ts).
import type { Queryable } from './database.ts';

type Check = { variable: string; key: number; value: Buffer; seals: boolean };
type Querying = Queryable;

/** Whether the table exists; before the first migrations it does not. */
export async function hasSecretChecks(database: Querying): Promise<boolean> {
  const { rows } = await database.query<{ found: string | null }>(
    `select to_regclass('inaam.secret_check')::text as found`,
  );
  return rows[0]?.found !== null;
}

export async function readSecretChecks(database: Querying, campaign: string): Promise<Check[]> {
  const { rows } = await database.query<Check>(
    'select variable, key, value, seals from inaam.secret_check where campaign = $1',
    [campaign],
  );
  return rows;
}

/** Of PSEUDONYM_SECRET; undefined before the commitment. */
export async function readCommittedHash(
  database: Querying,
  campaign: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ hash: string }>(
    `select document::json ->> 'pseudonymKeySha256' as hash
     from inaam.commitment where campaign = $1`,
    [campaign],
  );
  return rows[0]?.hash;
}

const put = `insert into inaam.secret_check (campaign, variable, key, value, seals)
  select $1, * from unnest($2::text[], $3::integer[], $4::bytea[], $5::boolean[])
  on conflict (campaign, variable, key) do update set`;

/**
 * Adds missing values, and records which keys seal from now on. Values stored by another program
 * stay: the caller compares them afterwards.
 */
export async function addSecretChecks(
  database: Querying,
  campaign: string,
  checks: readonly Check[],
): Promise<void> {
  await database.query(
    `${put} seals = true
     where excluded.seals and not secret_check.seals and secret_check.value = excluded.value`,
    [campaign, ...columnsOf(checks)],
  );
}

/** For secrets that may differ from now on. */
export async function replaceSecretChecks(
  database: Querying,
  campaign: string,
  checks: readonly Check[],
): Promise<void> {
  await database.query(`${put} value = excluded.value`, [campaign, ...columnsOf(checks)]);
}

/** Nothing is sealed with these keys any more, so programs may lack them. */
export async function retireKeys(
  database: Querying,
  campaign: string,
  keys: readonly { ring: string; key: number }[],
): Promise<void> {
  await database.query(
    `update inaam.secret_check set seals = false
     from unnest($2::text[], $3::integer[]) as retired (variable, key)
     where campaign = $1 and secret_check.variable = retired.variable
       and secret_check.key = retired.key`,
    [campaign, keys.map(({ ring }) => ring), keys.map(({ key }) => key)],
  );
}

const columnsOf = (checks: readonly Check[]) => [
  checks.map(({ variable }) => variable),
  checks.map(({ key }) => key),
  checks.map(({ value }) => value),
  checks.map(({ seals }) => seals),
];
