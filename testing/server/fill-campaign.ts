import type { Database } from '@inaam/server/storage/database.ts';

/**
 * Fills the tables that grow with shoppers: each of `count` has done everything, from the visit to
 * the voucher's SMS, in Tamil Nadu. Their ciphertexts and ledger entries are meaningless.
 */
export async function fillCampaign(
  database: Database,
  campaign: string,
  count: number,
): Promise<void> {
  const connection = await database.connect();
  try {
    await connection.query('set statement_timeout = 0');
    await connection.query(shoppers(count));
    for (const insert of inserts) {
      await connection.query(insert.replaceAll('$campaign', `'${campaign}'`));
    }
  } finally {
    // Its setting and its temporary table must not come back from the pool.
    connection.release(true);
  }
}

const shoppers = (count: number) =>
  `create temporary table shopper as
     select place, 'filled-' || place as user_key, sha256(convert_to('mobile' || place, 'UTF8')) as mobile_index,
       substr(sha256(convert_to('pseudonym' || place, 'UTF8')), 1, 16) as pseudonym,
       sha256(convert_to('code' || place, 'UTF8')) as hash,
       now() - interval '2 days' as at, gen_random_uuid() as voucher_message, gen_random_uuid() as code_message
     from generate_series(1, ${count}) as place`;

const inserts = [
  `insert into inaam.visit (campaign, user_key, at, query)
   select $campaign, user_key, at, '{"utm_source": "qrcode"}' from shopper`,
  `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
   select $campaign, user_key, place, 'YES', 'hash', at from shopper`,
  `insert into inaam.device_limits (campaign, user_key, sends, tries)
   select $campaign, user_key, array[at], array[at] from shopper`,
  `insert into inaam.mobile_limits (campaign, mobile_index, sends, tries)
   select $campaign, mobile_index, array[at], array[at] from shopper`,
  `insert into inaam.challenge (campaign, user_key, mobile_index, requested_t, registered_at, code_hash, code_at,
     code_expires_at, code_used_at, tries)
   select $campaign, user_key, mobile_index, place, at, hash, at, at, at, 1 from shopper`,
  `insert into inaam.participant (campaign, pseudonym, mobile_index, state, verified_at)
   select $campaign, pseudonym, mobile_index, 'Tamil Nadu', at from shopper`,
  `insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed)
   select $campaign, pseudonym, hash, hash from shopper`,
  `insert into inaam.token (campaign, token_hash, pseudonym, user_key, created_at, expires_at)
   select $campaign, hash, pseudonym, user_key, at, at + interval '1 day' from shopper`,
  `insert into inaam.reward (campaign, pseudonym, amount, kind, granted_at, day, pool)
   select $campaign, pseudonym, 3, 'fixed', at, '2025-06-30', 'fixed:Tamil Nadu:3' from shopper`,
  // Numbers that the campaign's own entries never reach.
  `insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
   select $campaign, 4000000000 + place, 'verified', pseudonym, 'filled', hash from shopper
   union all select $campaign, 8000000000 + place, 'granted', pseudonym, 'filled', hash from shopper`,
  `insert into inaam.message (id, campaign, kind, state, pseudonym, owed_at, sent_at)
   select voucher_message, $campaign, 'voucher', 'sent', pseudonym, at, at from shopper`,
  `insert into inaam.message (id, campaign, kind, state, user_key, mobile_index, code_hash, owed_at, sent_at)
   select code_message, $campaign, 'otp', 'sent', user_key, mobile_index, hash, at, at from shopper`,
  `insert into inaam.delivery (message_id, at, outcome)
   select voucher_message, at, 'accepted' from shopper union all select code_message, at, 'accepted' from shopper`,
  `insert into inaam.voucher (campaign, code_index, code_sealed, amount, loaded_at, pseudonym, assigned_at)
   select $campaign, hash, hash, 3, at, pseudonym, at from shopper`,
  `insert into inaam.mailbox (campaign, message_id, mobile_index, mobile_sealed, text_sealed, at)
   select $campaign, voucher_message, mobile_index, hash, hash, at from shopper`,
];
