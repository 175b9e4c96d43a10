// Requests whose owner is asked for, events of the web hook, and what is known of the account.
import { transaction, type Database } from '@inaam/server/database/database.ts';
import type { VoucherPublicKey } from '@inaam/server/platform/seal.ts';

const leaseMs = 20_000;

export type DueRequest = {
  id: string;
  pseudonym: Buffer;
  idSealed: Buffer | null;
  mobileSealed: Buffer | null;
  tries: number;
};

export async function takeRequests(
  database: Database,
  campaign: string,
  { now, max }: { now: number; max: number },
): Promise<DueRequest[]> {
  const { rows } = await database.query<DueRequest>(
    `with due as (
       update inaam.upi_request set next_at = $4, tries = tries + 1
       where id = any (array(
         select id from inaam.upi_request
         where campaign = $1 and state = 'asked' and next_at <= $2
         order by next_at limit $3 for update skip locked))
       returning id, pseudonym, id_sealed, tries)
     select due.id, due.pseudonym, id_sealed as "idSealed", tries, mobile_sealed as "mobileSealed"
     from due left join inaam.personal_data as person
       on person.campaign = $1 and person.pseudonym = due.pseudonym`,
    [campaign, new Date(now), max, new Date(now + leaseMs)],
  );
  return rows;
}

type NamedRequest = {
  idSealed: Buffer;
  idIndex: Buffer;
  masked: string;
  nameSealed: Buffer;
  nameMasked: string;
};

/** `again`: ms from when on it is asked again. */
export async function recordNamed(
  database: Database,
  id: string,
  found: NamedRequest | 'wrong' | { again: number },
): Promise<void> {
  if (found === 'wrong' || 'again' in found) {
    await database.query(
      `update inaam.upi_request set state = $2, next_at = coalesce($3, next_at)
       where id = $1 and state = 'asked'`,
      [id, found === 'wrong' ? 'wrong' : 'asked', found === 'wrong' ? null : new Date(found.again)],
    );
    return;
  }
  await database.query(
    `update inaam.upi_request set state = 'named', id_sealed = $2, id_index = $3, masked = $4,
       name_sealed = $5, name_masked = $6
     where id = $1 and state = 'asked'`,
    [id, found.idSealed, found.idIndex, found.masked, found.nameSealed, found.nameMasked],
  );
}

/**
 * @param keyOf the transfer that an event is about; undefined: it is not the provider's
 * @returns how many were not the provider's
 */
export function takeEvents(
  database: Database,
  campaign: string,
  now: number,
  keyOf: (sealed: Buffer) => string | undefined,
): Promise<{ forged: number }> {
  return transaction(database, async (connection) => {
    const { rows } = await connection.query<{ sealed: Buffer }>(
      `delete from inaam.upi_event where id = any (array(
         select id from inaam.upi_event where campaign = $1 order by id limit 50
         for update skip locked))
       returning sealed`,
      [campaign],
    );
    const keys = rows.flatMap(({ sealed }) => keyOf(sealed) ?? []);
    if (keys.length > 0) {
      await connection.query(
        'update inaam.upi_payout set next_at = $2 where campaign = $1 and transfer = any ($3)',
        [campaign, new Date(now), keys],
      );
      await connection.query('update inaam.upi_campaign set hooked_at = $2 where campaign = $1', [
        campaign,
        new Date(now),
      ]);
    }
    return { forged: rows.length - keys.length };
  });
}

/** What `serve` needs to hold and to seal. */
export async function writeCampaign(
  database: Database,
  campaign: string,
  amounts: readonly number[],
  { id, key }: VoucherPublicKey,
): Promise<void> {
  await database.query(
    `insert into inaam.upi_campaign (campaign, amounts, key_id, public_key) values ($1, $2, $3, $4)
     on conflict (campaign) do update set amounts = excluded.amounts, key_id = excluded.key_id,
       public_key = excluded.public_key`,
    [campaign, amounts, id, Buffer.from(key)],
  );
}

/** Of a campaign without `upi.json`. @returns how many are still held */
export async function stopHolding(database: Database, campaign: string): Promise<number> {
  const { rowCount } = await database.query(
    `update inaam.upi_campaign set amounts = '{}' where campaign = $1 and amounts <> '{}'`,
    [campaign],
  );
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::integer as count from inaam.upi_debt
     where campaign = $1 and state in ('open', 'paying')`,
    [campaign],
  );
  return rowCount === null ? 0 : (rows[0]?.count ?? 0);
}

export async function writeAccount(
  database: Database,
  campaign: string,
  found: { balance: number } | { problem: string },
  now: number,
): Promise<void> {
  await database.query(
    `update inaam.upi_campaign set problem = $3, balance = coalesce($2, balance),
       balance_at = case when $2::numeric is null then balance_at else $4 end
     where campaign = $1`,
    [
      campaign,
      'balance' in found ? found.balance : null,
      'problem' in found ? found.problem : null,
      new Date(now),
    ],
  );
}
