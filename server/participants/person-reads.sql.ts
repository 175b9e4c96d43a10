import { type Database, transaction } from '../database/database.ts';
import { recordAudit, type Audit } from '../database/audit-log.ts';

/** Whether this campaign has data of the number, or a block. */
export async function isKnownNumber(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
): Promise<boolean> {
  const { rows } = await database.query<{ known: boolean }>(
    `select exists (select from inaam.participation where campaign = $1 and mobile_index = $2)
       or exists (select from inaam.code_request where campaign = $1 and mobile_index = $2)
       or exists (select from inaam.mobile_limits where campaign = $1 and mobile_index = $2)
       or exists (select from inaam.message where campaign = $1 and mobile_index = $2) as known`,
    [campaign, mobileIndex],
  );
  return rows[0]?.known ?? false;
}

export async function isVoucherOf(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
  message: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from inaam.message join inaam.participation using (campaign, pseudonym)
     where campaign = $1 and message.id = $3 and message.kind = 'voucher'
       and participation.mobile_index = $2`,
    [campaign, mobileIndex, message],
  );
  return rowCount === 1;
}

/**
 * Commands that one account may run only so often. The index `audit_of_lookups` covers the first.
 */
export type LimitedCommand = 'console person find' | 'console person export';

/** Of an account, since two people of two campaigns may have one name. */
type Lookup = Omit<Audit, 'command'> & { details: { account: string } };

export type LookupLimit = { max: number; withinMs: number };

/**
 * Records in the audit log that an account looked up or exported a person, or that its limit
 * refused this. Runs one at a time, so that parallel calls cannot exceed the limit.
 * @returns false: refused
 */
export function recordLookup(
  database: Database,
  command: LimitedCommand,
  { campaign, operator, details }: Lookup,
  { max, withinMs }: LookupLimit,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${command}|${operator.by}|${details.account}`,
    ]);
    const { rows } = await connection.query<{ count: string }>(
      `select count(*) as count from (
         select from inaam.audit
         where command = '${command}' and operator = $1 and at > $2
           and details ->> 'account' = $4 limit $3) as recent`,
      [operator.by, new Date(operator.at - withinMs), max, details.account],
    );
    const isAllowed = Number(rows[0]?.count) < max;
    const recorded = isAllowed ? command : `${command} refused`;
    await recordAudit(connection, { campaign, command: recorded, operator, details });
    return isAllowed;
  });
}

export type CodeOwner = { pseudonym: Buffer; isBonus: boolean };

export async function readOwnersOfCodes(
  database: Database,
  campaign: string,
  codeIndexes: readonly Buffer[],
): Promise<CodeOwner[]> {
  const { rows } = await database.query<CodeOwner>(
    `select pseudonym, is_bonus as "isBonus" from inaam.voucher
     where campaign = $1 and code_index = any ($2::bytea[]) and pseudonym is not null`,
    [campaign, codeIndexes],
  );
  return rows;
}

/**
 * Up to two owners of codes with these last characters; codes loaded before this index existed are
 * not found.
 */
export async function readOwnersOfEnd(
  database: Database,
  campaign: string,
  endIndex: Buffer,
): Promise<CodeOwner[]> {
  const { rows } = await database.query<CodeOwner>(
    `select pseudonym, is_bonus as "isBonus" from inaam.voucher
     where campaign = $1 and end_index = $2 and pseudonym is not null limit 2`,
    [campaign, endIndex],
  );
  return rows;
}
