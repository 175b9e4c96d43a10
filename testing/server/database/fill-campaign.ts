import { testedPlugins } from '@inaam/plugins/testing.ts';
import { type Database, transaction } from '@inaam/server/database/database.ts';
import { joinWholeTables } from '@inaam/server/database/read-only.ts';

/**
 * Fills the tables that grow with shoppers: `count` shoppers in Tamil Nadu with every step from the
 * visit to the voucher's SMS. Ciphertexts and ledger entries are meaningless, and the budget does
 * not include their rewards.
 * @param database as a superuser; uses two connections
 * @param options `isCounted`: whether the console's figures will include them, for which all tables
 *   are read once
 */
export async function fillCampaign(
  database: Database,
  campaign: string,
  count: number,
  { isCounted = true } = {},
): Promise<void> {
  const waiting = [...inserts, ...testedPlugins.map(({ fill }) => fill)];
  const fill = async () => {
    const connection = await database.connect();
    try {
      // Without triggers, which would check a foreign key for each row.
      await connection.query('set statement_timeout = 0; set session_replication_role = replica');
      for (let insert = waiting.shift(); insert; insert = waiting.shift()) {
        await connection.query(
          insert.replaceAll('$campaign', `'${campaign}'`).replaceAll('$shoppers', shoppers(count)),
        );
      }
    } finally {
      // Its settings must not return to the pool.
      connection.release(true);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, database.options.max) }, fill));
  if (isCounted) await countFilled(database, campaign);
}

const uuid = (variant: string) =>
  `('01900000-0000-7000-${variant}000-' || lpad(to_hex(place), 12, '0'))::uuid`;

/** In the order of PostgreSQL's collation C. */
const letters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/**
 * Ascending, so that an index grows at its end, and spread evenly over all keys, so that later
 * shoppers' keys fall between them as between random ones.
 */
function shoppers(count: number): string {
  const half = Math.ceil(count / 2);
  const step = 2n ** 63n / BigInt(half + 1);
  const letter = (shift: number) =>
    `substr('${letters}', ((place * 262143 / ${count} >> ${shift}) & 63)::integer + 1, 1)`;
  return `(
    select place, now() - interval '2 days' as at,
      ${letter(12)} || ${letter(6)} || ${letter(0)} || lpad(to_hex(place), 12, '0') || '-filled' as user_key,
      key || key as pseudonym, key || key || key || key as hash,
      ${uuid('8')} as voucher_message, ${uuid('9')} as code_message
    from (
      select place, int8send(case when place <= ${half} then place * ${step}
        else (place - ${half}) * ${step} - 9223372036854775807 - 1 end) as key
      from generate_series(1::bigint, ${count}) as place) as numbered) as shopper`;
}

const inserts = [
  `insert into inaam.visit (campaign, user_key, at, query)
   select $campaign, user_key, at, '{"utm_source": "qrcode"}' from $shoppers`,
  `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
   select $campaign, user_key, place, 'YES', 'hash', at from $shoppers`,
  `insert into inaam.device_limits (campaign, user_key, sends, tries)
   select $campaign, user_key, array[at], array[at] from $shoppers`,
  `insert into inaam.mobile_limits (campaign, mobile_index, sends, tries)
   select $campaign, hash, array[at], array[at] from $shoppers`,
  `insert into inaam.code_request (campaign, user_key, mobile_index, requested_t, registered_at, code_hash, code_at,
     code_expires_at, code_used_at, tries)
   select $campaign, user_key, hash, place, at, hash, at, at, at, 1 from $shoppers`,
  `insert into inaam.participation (campaign, pseudonym, mobile_index, state, verified_at)
   select $campaign, pseudonym, hash, 'Tamil Nadu', at from $shoppers`,
  `insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed)
   select $campaign, pseudonym, hash, hash from $shoppers`,
  `insert into inaam.token (campaign, token_hash, pseudonym, user_key, created_at, expires_at)
   select $campaign, hash, pseudonym, user_key, at, at + interval '1 day' from $shoppers`,
  `insert into inaam.reward (campaign, pseudonym, amount, kind, granted_at, day, pool)
   select $campaign, pseudonym, 3, 'fixed', at, '2025-06-30', 'fixed:Tamil Nadu:3' from $shoppers`,
  // Numbers that the campaign's own entries never reach.
  `insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
   select $campaign, 4000000000 + place, 'verified', pseudonym, 'filled', hash from $shoppers
   union all select $campaign, 8000000000 + place, 'granted', pseudonym, 'filled', hash from $shoppers`,
  `insert into inaam.message (id, campaign, kind, state, pseudonym, voucher_amount, owed_at, sent_at)
   select voucher_message, $campaign, 'voucher', 'sent', pseudonym, 3, at, at from $shoppers`,
  `insert into inaam.message (id, campaign, kind, state, user_key, mobile_index, code_hash, owed_at, sent_at)
   select code_message, $campaign, 'otp', 'sent', user_key, hash, hash, at, at from $shoppers`,
  `insert into inaam.delivery (message_id, at, outcome)
   select voucher_message, at, 'accepted' from $shoppers union all select code_message, at, 'accepted' from $shoppers`,
  `insert into inaam.voucher (campaign, code_index, code_sealed, amount, loaded_at, pseudonym, assigned_at)
   select $campaign, hash, hash, 3, at, pseudonym, at from $shoppers`,
  `insert into inaam.mailbox (campaign, message_id, mobile_index, mobile_sealed, text_sealed, at)
   select $campaign, voucher_message, hash, hash, hash, at from $shoppers`,
];

const recordFilled = `
  with filled as (
    select verified_at as at, 'verified' as figure, state, 0 as amount
    from inaam.participation as filled where campaign = $1 and ${isFilled('verified')}
    union all
    select granted_at, 'rewarded', state, amount
    from inaam.reward as filled join inaam.participation using (campaign, pseudonym)
    where campaign = $1 and ${isFilled('granted')}),
  counted as (
    select inaam.rollup_hour(at) as start, figure, '' as label, amount from filled
    union all
    select date_trunc('day', inaam.rollup_hour(at), 'Asia/Kolkata'), figure, state, amount from filled)
  insert into inaam.rollup as old (campaign, start, figure, label, amount, count)
  select $1, start, figure, label, amount, count(*) from counted group by start, figure, label, amount
  on conflict (campaign, figure, start, label, amount) do update set count = old.count + excluded.count`;

/** The console's figures count who is in the ledger, which has no entries of the filled rows. */
function isFilled(kind: string): string {
  return `not exists (
    select from inaam.ledger where ledger.campaign = $1 and kind = '${kind}'
      and ledger.pseudonym = filled.pseudonym and ledger.content <> 'filled')`;
}

/** Once for each campaign. @param database as a superuser */
function countFilled(database: Database, campaign: string): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query('set local statement_timeout = 0');
    await joinWholeTables(connection);
    await connection.query(recordFilled, [campaign]);
  });
}
