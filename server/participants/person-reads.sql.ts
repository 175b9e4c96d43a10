import { type Database, transaction } from '../database/database.ts';
import type { NumberRecord, VisitOfNumber } from './number-record.sql.ts';
import { recordAudit, type Audit } from '../database/audit-log.ts';

/** Whether this campaign has data of the number, or a block. */
export async function isKnownNumber(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
): Promise<boolean> {
  const { rows } = await database.query<{ known: boolean }>(
    `select exists (select from inaam.participant where campaign = $1 and mobile_index = $2)
       or exists (select from inaam.challenge where campaign = $1 and mobile_index = $2)
       or exists (select from inaam.mobile_limits where campaign = $1 and mobile_index = $2)
       or exists (select from inaam.message where campaign = $1 and mobile_index = $2) as known`,
    [campaign, mobileIndex],
  );
  return rows[0]?.known ?? false;
}

/** Whether this message is the voucher of the number's owner. */
export async function isVoucherOf(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
  message: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from inaam.message join inaam.participant using (campaign, pseudonym)
     where campaign = $1 and message.id = $3 and message.kind = 'voucher'
       and participant.mobile_index = $2`,
    [campaign, mobileIndex, message],
  );
  return rowCount === 1;
}

const momentsMax = 10;
const visitsMax = 2000;
const beforeMs = 3_600_000;

/**
 * The visits just before an answer to the notice, a registration or a session. Visits have no index
 * on devices, so only the newest before each moment are read: on a busy site, an older visit is
 * missed. The export has all of them.
 */
export async function readVisitsBefore(
  database: Database,
  campaign: string,
  { consents, registrations, sessions }: NumberRecord,
): Promise<VisitOfNumber[]> {
  const moments = [
    ...consents.map(({ userKey, at }) => ({ userKey, at })),
    ...registrations.map(({ userKey, registeredAt: at }) => ({ userKey, at })),
    ...sessions.map(({ userKey, createdAt: at }) => ({ userKey, at })),
  ];
  const firstOf = new Map<string, number>();
  for (const { userKey, at } of moments) {
    firstOf.set(userKey, Math.min(at, firstOf.get(userKey) ?? at));
  }
  const chosen = [...firstOf].slice(0, momentsMax);
  const { rows } = await database.query<{
    user_key: string;
    at: Date;
    query: unknown;
    ip_info: unknown;
  }>(
    `select newest.user_key, newest.at, query, ip_info
     from unnest($2::text[], $3::timestamptz[]) as moment (device, first_at)
     cross join lateral (
       select user_key, at, query, ip_info from inaam.visit
       where campaign = $1 and at <= first_at and at > first_at - $4 * interval '1 ms'
       order by at desc limit $5) as newest
     where newest.user_key = device order by newest.at`,
    [
      campaign,
      chosen.map(([userKey]) => userKey),
      chosen.map(([, at]) => new Date(at)),
      beforeMs,
      visitsMax,
    ],
  );
  return rows.map(({ user_key: userKey, at, query, ip_info: ipInfo }) => ({
    userKey,
    at: at.getTime(),
    query,
    ipInfo,
  }));
}

/**
 * Commands that one account may run only so often. The index `audit_of_lookups` covers the first.
 */
export type LimitedCommand = 'console person find' | 'console person export';

export type LookupLimit = { max: number; withinMs: number };

/**
 * Records in the audit log that an account looked up or exported a person, or that its limit
 * refused this. Runs one at a time, so that parallel calls cannot exceed the limit.
 * @returns false: refused
 */
export function recordLookup(
  database: Database,
  command: LimitedCommand,
  { campaign, operator, details }: Omit<Audit, 'command' | 'confirmed'>,
  { max, withinMs }: LookupLimit,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${command}|${operator.by}`,
    ]);
    const { rows } = await connection.query<{ count: string }>(
      `select count(*) as count from (
         select from inaam.audit
         where command = '${command}' and operator = $1 and at > $2 limit $3) as recent`,
      [operator.by, new Date(operator.at - withinMs), max],
    );
    const isAllowed = Number(rows[0]?.count) < max;
    const recorded = isAllowed ? command : `${command} refused`;
    await recordAudit(connection, { campaign, command: recorded, operator, details });
    return isAllowed;
  });
}
