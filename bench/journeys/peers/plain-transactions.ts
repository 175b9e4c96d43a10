// The lower limit of what a journey's rows cost: on the product's own schema, one prepared
// statement, and so one transaction and one round trip, for each call and each SMS. No rules, no
// HTTP, no signatures. As in the product, the ledger's head orders verifications and grants.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@inaam/server/database/database.ts';
import { thinkMs } from '../shoppers/shopper.ts';

const statements = {
  visit: `insert into inaam.visit (campaign, user_key, at, query) values ($1, $2, now(), $3)`,
  consent: `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
    values ($1, $2, $3, 'YES', $4, now())`,
  register: `with device as (
      insert into inaam.device_limits (campaign, user_key, sends) values ($1, $2, array[now()])),
    mobile as (
      insert into inaam.mobile_limits (campaign, mobile_index, sends) values ($1, $3, array[now()])),
    challenge as (
      insert into inaam.code_request (campaign, user_key, mobile_index, requested_t, registered_at,
        mobile_sealed, registration_sealed, code_hash, code_sealed, code_at, code_expires_at)
      values ($1, $2, $3, $4, now(), $5, $6, $7, $8, now(), now() + interval '5 minutes')),
    owed as (
      insert into inaam.message (campaign, kind, user_key, mobile_index, code_hash, owed_at)
      values ($1, 'otp', $2, $3, $7, now()) returning id)
    select id, pg_notify('plain', $1) from owed`,
  codeSent: `with message as (
      update inaam.message set state = 'sent', tries = 1, sent_at = now(), provider_reference = $3
      where campaign = $1 and id = $2)
    insert into inaam.delivery (message_id, at, outcome) values ($2, now(), 'accepted')`,
  verify: `with head as (
      update inaam.head set next_ledger = next_ledger + 1, next_draw = next_draw + 1,
        last_hash = sha256(last_hash || $8)
      where campaign = $1 returning next_ledger - 1 as number, next_draw - 1 as draw, last_hash),
    device as (
      update inaam.device_limits set tries = tries || now() where campaign = $1 and user_key = $2),
    mobile as (
      update inaam.mobile_limits set tries = tries || now() where campaign = $1 and mobile_index = $3),
    challenge as (
      update inaam.code_request set tries = tries + 1, code_used_at = now(), code_sealed = null
      where campaign = $1 and user_key = $2 and mobile_index = $3),
    participant as (
      insert into inaam.participation
        (campaign, pseudonym, mobile_index, state, verified_at, promise, draw_number)
      select $1, $4, $3, 'Karnataka', now(), 'chance', draw from head),
    person as (
      insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed)
      values ($1, $4, $5, $6)),
    token as (
      insert into inaam.token (campaign, token_hash, pseudonym, user_key, created_at, expires_at)
      values ($1, $7, $4, $2, now(), now() + interval '12 hours'))
    insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
    select $1, number, 'verified', $4, convert_from($8, 'UTF8'), last_hash from head`,
  // A card by its place in the block: 700 of Rs 3, 250 of Rs 5, 50 of Rs 10.
  grant: `with head as (
      update inaam.head set next_ledger = next_ledger + 1, last_hash = sha256(last_hash || $3)
      where campaign = $1
      returning next_ledger - 1 as number, last_hash, (
        select draw_number from inaam.participation where campaign = $1 and pseudonym = $2) as draw),
    card as (
      select *, (draw / 1000)::integer as block,
        case when draw % 1000 < 700 then 1 when draw % 1000 < 950 then 2 else 3 end as place
      from head),
    reward as (
      insert into inaam.reward
        (campaign, pseudonym, amount, kind, draw_number, block, granted_at, day, pool)
      select $1, $2, amount, 'chance', draw, block, now(), current_date, 'chance:' || amount
      from card, lateral (select (array[3, 5, 10])[place] as amount) as won
      returning amount),
    ledger as (
      insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
      select $1, number, 'granted', $2, convert_from($3, 'UTF8'), last_hash from card),
    owed as (
      insert into inaam.message (campaign, kind, pseudonym, owed_at, voucher_amount)
      select $1, 'voucher', $2, now(), amount from reward returning id)
    select id, pg_notify('plain', $1) from owed`,
  voucherSent: `with voucher as (
      insert into inaam.voucher
        (campaign, code_index, code_sealed, amount, loaded_at, pseudonym, assigned_at)
      values ($1, $4, $5, 3, now(), $6, now())),
    message as (
      update inaam.message set state = 'sent', tries = 1, sent_at = now(), provider_reference = $3
      where campaign = $1 and id = $2)
    insert into inaam.delivery (message_id, at, outcome) values ($2, now(), 'accepted')`,
} as const;

const campaign = 'biscuit-2025';
const bytes = randomBytes;
/** As long as the product's. */
const ledgerContent = Buffer.from('x'.repeat(180));

/** All writes of one journey, one after another. */
export async function writeJourney(database: Database): Promise<void> {
  type Owed = { id: string };
  const run = async (name: keyof typeof statements, values: readonly unknown[]) => {
    const query = { name, text: statements[name], values: [campaign, ...values] };
    const { rows } = await database.query<Owed>(query);
    return rows[0];
  };
  const userKey = bytes(24).toString('base64url');
  const [mobileIndex, codeHash, codeIndex] = [bytes(32), bytes(32), bytes(32)];
  const pseudonym = bytes(16);
  const sealed = bytes(43);
  const notice = createHash('sha256').update(userKey).digest('hex');
  const t = Date.now();
  await run('visit', [userKey, '{"utm_source":"qrcode","utm_medium":"pack"}']);
  await run('consent', [userKey, t, notice]);
  const code = await run('register', [
    userKey,
    mobileIndex,
    t,
    sealed,
    bytes(90),
    codeHash,
    sealed,
  ]);
  await run('codeSent', [code?.id, randomUUID()]);
  const person = [pseudonym, sealed, bytes(41)];
  await run('verify', [userKey, mobileIndex, ...person, bytes(32), ledgerContent]);
  await pause(thinkMs);
  const owed = await run('grant', [pseudonym, ledgerContent]);
  await run('voucherSent', [owed?.id, randomUUID(), codeIndex, sealed, pseudonym]);
}
