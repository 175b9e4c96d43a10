// Winners of Rs 3 and the vouchers owed to them, as the product would have written them.
import { randomUUID } from 'node:crypto';
import { numberKeysOf } from '@inaam/server/platform/keys.ts';
import { sealPersonalData } from '@inaam/server/platform/personal-data.ts';
import type { Database } from '@inaam/server/database/database.ts';

const campaign = 'biscuit-2025';
const pageRows = 5000;
/** As few as `deliver` assigns at a time, or a little more: their joins are made for that. */
const assignedRows = 200;
/** Where the numbers of the shoppers who come meanwhile never are. */
const firstMobile = 9_000_000_000;
/** The longest pause of a voucher after a failed attempt. */
const pauseMinutes = 30;

/**
 * @param database of one connection, as a superuser
 * @param secrets base64, as in the environment
 */
export async function addWinners(
  database: Database,
  count: number,
  secrets: { INDEX_SECRET: string; SEAL_KEYS: string },
): Promise<void> {
  const keys = numberKeysOf(
    {
      index: Buffer.from(secrets.INDEX_SECRET, 'base64'),
      seal: [{ id: 1, key: Buffer.from(secrets.SEAL_KEYS.slice(2), 'base64') }],
    },
    campaign,
  );
  // Without triggers: the budget does not know these rewards.
  await database.query('set statement_timeout = 0; set session_replication_role = replica');
  for (let from = 0; from < count; from += pageRows) {
    const people = Array.from({ length: Math.min(pageRows, count - from) }, (_, at) => {
      const mobile = String(firstMobile + from + at);
      const pseudonym = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
      return {
        pseudonym,
        index: keys.mobileIndex(mobile),
        ...sealPersonalData(keys, { mobile, name: 'Asha Rao', state: 'Kerala' }, pseudonym),
      };
    });
    await database.query(insert, [
      campaign,
      people.map(({ pseudonym }) => pseudonym),
      people.map(({ index }) => index),
      people.map(({ mobileSealed }) => mobileSealed),
      people.map(({ nameSealed }) => nameSealed),
    ]);
  }
  await database.query('reset session_replication_role');
}

const insert = `
  with person as materialized (
    select * from unnest($2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[])
      as person (pseudonym, mobile_index, mobile, name)),
  verified as (
    insert into inaam.participant (campaign, pseudonym, mobile_index, state, verified_at)
    select $1, pseudonym, mobile_index, 'Tamil Nadu', now() from person),
  known as (
    insert into inaam.personal_data (campaign, pseudonym, mobile_sealed, name_sealed)
    select $1, pseudonym, mobile, name from person)
  insert into inaam.reward (campaign, pseudonym, amount, kind, granted_at, day, pool)
  select $1, pseudonym, 3, 'fixed', now(), '2025-07-01', 'fixed:Tamil Nadu:3' from person`;

const owed = `
  insert into inaam.message (campaign, kind, pseudonym, owed_at, attempts, due_at)
  select campaign, 'voucher', pseudonym, now(), $2, now() + random() * $3 * interval '1 minute'
  from inaam.reward where campaign = $1`;

/**
 * Messages of all winners, in one transaction.
 * @param hasWaited as after hours of an outage: each has been tried, and pauses
 */
export async function oweVouchers(database: Database, hasWaited: boolean): Promise<void> {
  await database.query('begin; set local statement_timeout = 0');
  await database.query(owed, [campaign, hasWaited ? 8 : 0, hasWaited ? pauseMinutes : 0]);
  await database.query('commit');
}

/** All of them have their code, as after a first attempt. */
export async function assignVouchers(database: Database): Promise<void> {
  await database.query('set statement_timeout = 0');
  for (let left = 1; left > 0;) {
    const { rowCount } = await database.query(
      `select from inaam.assign_vouchers($1, array(
         select id from inaam.message where campaign = $1 and kind = 'voucher' and state = 'owed'
         limit $2), now(), current_date)`,
      [campaign, assignedRows],
    );
    left = rowCount ?? 0;
  }
}

/** As if the outage, and the attempts in it, were long past: see `triedLatelyMs`. */
export async function ageAttempts(database: Database): Promise<void> {
  await database.query(`update inaam.delivery set at = at - interval '1 hour'`);
}

export type Attempts = {
  outcomes: { outcome: string; reason: string | null; count: number }[];
  /** Messages that were accepted more than once. */
  acceptedAgain: number;
};

/** What became of the vouchers' attempts, by the product's own record. */
export async function readAttempts(database: Database): Promise<Attempts> {
  const { rows: outcomes } = await database.query<Attempts['outcomes'][number]>(
    `select outcome, delivery.reason, count(*)::integer as count
     from inaam.delivery join inaam.message on message.id = message_id and kind = 'voucher'
     group by 1, 2 order by 3 desc`,
  );
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::integer as count from (
       select from inaam.delivery where outcome = 'accepted'
       group by message_id having count(*) > 1) as again`,
  );
  return { outcomes, acceptedAgain: rows[0]?.count ?? 0 };
}
