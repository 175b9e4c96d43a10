import type { AuditRow } from '@inaam/server/database/audit-log.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { waitUntil } from '../wait-until.ts';
import type { TestServer } from '../app/test-server.ts';

/** The sealed code of a device's registration. */
export async function newestCode(
  database: Database,
  campaign: string,
  userKey: string,
  mobileIndex: Buffer,
): Promise<Buffer> {
  const { rows } = await database.query<{ code_sealed: Buffer | null }>(
    `select code_sealed from inaam.code_request
     where campaign = $1 and user_key = $2 and mobile_index = $3`,
    [campaign, userKey, mobileIndex],
  );
  const sealed = rows[0]?.code_sealed;
  if (!sealed) throw new Error('This device has no code of that number.');
  return sealed;
}

type Sms = { userKey: string; guardedAt: number | undefined; codeSealed: Buffer | null };

/** The newest SMS with codes owed to a mobile number until a moment (ms), newest first. */
export async function newestSms(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
  until: number,
  count: number,
): Promise<Sms[]> {
  const { rows } = await database.query<{
    user_key: string;
    guarded_at: Date | null;
    code_sealed: Buffer | null;
  }>(
    `select user_key, guarded_at, coalesce(message.code_sealed, code_request.code_sealed) as code_sealed
     from (select * from inaam.message
           where campaign = $1 and kind = 'otp' and mobile_index = $2 and owed_at <= $3
           order by owed_at desc, id desc limit $4) as message
       join inaam.code_request using (campaign, user_key, mobile_index)
     order by owed_at desc, message.id desc`,
    [campaign, mobileIndex, new Date(until), count],
  );
  return rows.map((row) => ({
    userKey: row.user_key,
    guardedAt: row.guarded_at?.getTime(),
    codeSealed: row.code_sealed,
  }));
}

/** When each code of a mobile number was requested, oldest first, ms. */
export async function codeTimes(
  { database, keys }: Pick<TestServer, 'database' | 'keys'>,
  mobile: string,
): Promise<number[]> {
  const { rows } = await database.query<{ owed_at: Date }>(
    `select owed_at from inaam.message where kind = 'otp' and mobile_index = $1 order by owed_at`,
    [keys.mobileIndex(mobile)],
  );
  return rows.map((row) => row.owed_at.getTime());
}

/** Misses and times of a mobile number's guarded codes. */
export async function readGuarded(
  { database, keys }: Pick<TestServer, 'database' | 'keys'>,
  mobile: string,
) {
  const { rows } = await database.query<{ misses: number; sends: Date[] }>(
    `select guarded_misses as misses, guarded_sends as sends
     from inaam.mobile_limits where mobile_index = $1`,
    [keys.mobileIndex(mobile)],
  );
  return { misses: rows[0]?.misses ?? 0, sends: rows[0]?.sends.map(Number) ?? [] };
}

/** Waits until a statement of this database waits for another transaction's row lock. */
export async function waitUntilBlocked(database: Database): Promise<void> {
  await waitUntil(async () => {
    const { rowCount } = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return (rowCount ?? 0) > 0;
  });
}

type Table =
  | 'code_request'
  | 'mobile_limits'
  | 'reward'
  | 'token'
  | 'message'
  | 'participation'
  | 'personal_data'
  | 'ledger'
  | 'visit'
  | 'consent';

export async function countRows(database: Database, table: Table): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`select count(*) from inaam.${table}`);
  return Number(rows[0]?.count);
}

/** The place stored with a visit. Waits for it, since the server stores it in the background. */
export async function placeOfVisit({ database }: TestServer, userKey: string): Promise<unknown> {
  const row = await waitUntil(async () => {
    const { rows } = await database.query<{ ip_info: unknown }>(
      'select ip_info from inaam.visit where user_key = $1 order by at desc limit 1',
      [userKey],
    );
    return rows[0];
  });
  return row?.ip_info;
}

/** Number of a number's code messages. */
export async function countCodeMessages(
  { database, keys }: Pick<TestServer, 'database' | 'keys'>,
  mobile: string,
): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.message where kind = 'otp' and mobile_index = $1`,
    [keys.mobileIndex(mobile)],
  );
  return Number(rows[0]?.count);
}

/** Attempts of a number's codes. */
export async function readTryCount(
  { database, keys }: TestServer,
  mobile: string,
): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select cardinality(tries) as count from inaam.mobile_limits where mobile_index = $1',
    [keys.mobileIndex(mobile)],
  );
  return rows[0]?.count ?? 0;
}

export type LedgerRow = {
  number: string;
  kind: string;
  pseudonym: Buffer;
  content: string;
  hash: Buffer;
};

/** @param from the number of the first entry */
export async function readLedger({ database }: TestServer, from = 0): Promise<LedgerRow[]> {
  const { rows } = await database.query<LedgerRow>(
    'select * from inaam.ledger where number >= $1 order by number',
    [from],
  );
  return rows;
}

export type RewardRow = {
  kind: 'fixed' | 'chance' | 'reserve' | 'bonus';
  amount: number;
  state: string;
  mobileIndex: Buffer;
};

/** Every reward with its number and frozen state. */
export async function readRewards({ database }: TestServer): Promise<RewardRow[]> {
  const { rows } = await database.query<RewardRow>(
    `select kind, amount, state, mobile_index as "mobileIndex"
     from inaam.reward join inaam.participation using (campaign, pseudonym)`,
  );
  return rows;
}

export async function countMessages(
  { database }: TestServer,
  kind: 'otp' | 'voucher',
): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'select count(*) from inaam.message where kind = $1',
    [kind],
  );
  return Number(rows[0]?.count);
}

export async function readDeck({ database }: TestServer) {
  const heads = await database.query<{ next_draw: string }>('select next_draw from inaam.head');
  const pools = await database.query<{ pool: string; granted: string; remaining: string }>(
    'select pool, granted, remaining from inaam.budget order by pool',
  );
  const blocks = await database.query<{ remaining: number[] }>(
    'select remaining from inaam.deck order by block',
  );
  return {
    nextDraw: Number(heads.rows[0]?.next_draw),
    /** Remaining rewards of each pool. */
    left: Object.fromEntries(pools.rows.map((row) => [row.pool, Number(row.remaining)])),
    remaining: blocks.rows.map(({ remaining }) => remaining),
  };
}

/**
 * Violations of the budget; empty if, for every pool, planned = granted + remaining, granted = its
 * rewards, and remaining by chance = the cards in the deck.
 */
export async function budgetErrors(database: Database, campaign?: string): Promise<string[]> {
  const { rows } = await database.query<{ fault: string }>(
    `with rewards as (
       select campaign, pool, count(*) as count from inaam.reward
       where $1::text is null or campaign = $1 group by campaign, pool),
     cards as (
       select campaign, 'chance:' || amount as pool, sum(remaining[place]) as count
       from inaam.head cross join unnest(amounts) with ordinality as amount_of (amount, place)
       join inaam.deck using (campaign)
       where $1::text is null or campaign = $1
       group by campaign, amount)
     select concat_ws(' ', campaign, pool, planned, granted, remaining, rewards.count, cards.count) as fault
     from inaam.budget left join rewards using (campaign, pool) left join cards using (campaign, pool)
     where ($1::text is null or campaign = $1)
       and (planned <> granted + remaining or remaining < 0 or granted <> coalesce(rewards.count, 0)
         or (kind = 'chance' and remaining is distinct from cards.count))
     union all
     select concat_ws(' ', 'admitted', campaign, pool, admitted, counted)
     from inaam.admission
     cross join lateral (
       select count(*) filter (where pool = coalesce(
           (select 'fixed:' || state || ':' || amount from inaam.law
            where law.campaign = participation.campaign and law.state = participation.state), 'chance')) as counted
       from inaam.participation where participation.campaign = admission.campaign) as those
     where ($1::text is null or campaign = $1) and (admitted <> counted or admitted > capacity)`,
    [campaign ?? null],
  );
  return rows.map(({ fault }) => fault);
}

/** Without visits, which are stored whatever the response is. */
export const storedTables = [
  'consent',
  'device_limits',
  'mobile_limits',
  'code_request',
  'participation',
  'personal_data',
  'token',
  'reward',
  'ledger',
  'message',
];

/** A hash of each table, to show that a refusal changed nothing. */
export async function tableHashes(database: Database): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string; hash: string | null }>(hashEach);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash ?? '']));
}

/** Prepared: some tests compare the tables a thousand times. */
const hashEach = {
  name: 'table hashes',
  text: storedTables
    .map(
      (table) =>
        `select '${table}' as name, md5(string_agg(fact::text, ',' order by fact::text)) as hash
         from inaam.${table} as fact`,
    )
    .join(' union all '),
};

/** Rows of the audit log, newest first. */
export async function readAudits(
  database: Database,
  { campaign, max = 100 }: { campaign?: string; max?: number },
): Promise<AuditRow[]> {
  const { rows } = await database.query<{
    number: string;
    at: Date;
    operator: string;
    command: string;
    reason: string;
    campaign: string | null;
    details: AuditRow['details'];
  }>(
    `select number, at, operator, command, why as reason, campaign, details from inaam.audit
     where $1::text is null or campaign = $1 order by number desc limit $2`,
    [campaign ?? null, max],
  );
  return rows.map(({ number, at, operator, ...row }) => ({
    ...row,
    number: Number(number),
    at: at.getTime(),
    by: operator,
  }));
}
