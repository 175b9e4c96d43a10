// What `serve` reads and writes: it seals ids for `deliver`, and opens none.
import { batchedReads, rowKey, type Batched } from '@inaam/server/database/batches/batch.ts';
import { ms, transaction, type Database } from '@inaam/server/database/database.ts';
import type { VoucherPublicKey } from '@inaam/server/platform/seal.ts';
import { limits } from './payouts.rules.ts';
import type { Debt, Request } from './stage.rules.ts';

export type Shown = {
  debts: Debt[];
  request: Request | undefined;
  payout: { masked: string | null; utr: string | null } | undefined;
};

export function readShown(database: Database, campaign: string): Batched<Buffer, Shown> {
  return batchedReads(
    (pseudonym) => rowKey(pseudonym),
    async (pseudonyms) => {
      const { rows } = await database.query<{
        pseudonym: Buffer;
        debts: Debt[] | null;
        request: Request | null;
        payout: NonNullable<Shown['payout']> | null;
      }>(
        `select one.pseudonym, debts, request, payout
         from unnest($2::bytea[]) as one (pseudonym)
         left join lateral (
           select json_agg(json_build_object('amount', amount, 'state', state, 'why', why,
             'until', ${ms('until')}) order by is_bonus) as debts
           from inaam.upi_debt
           where campaign = $1 and upi_debt.pseudonym = one.pseudonym) as debt on true
         left join lateral (
           select json_build_object('id', id, 'state', state, 'masked', masked,
             'name', name_masked, 'isConfirmed', confirmed_at is not null,
             'isVoucher', is_voucher) as request
           from inaam.upi_request
           where campaign = $1 and upi_request.pseudonym = one.pseudonym
           order by id desc limit 1) as request on true
         left join lateral (
           select json_build_object('masked', masked, 'utr', utr) as payout
           from inaam.upi_payout
           where campaign = $1 and upi_payout.pseudonym = one.pseudonym
             and state in ('sending', 'pending', 'paid')
           order by is_bonus limit 1) as payout on true`,
        [campaign, pseudonyms],
      );
      return new Map(
        rows.map(({ pseudonym, debts, request, payout }) => [
          rowKey(pseudonym),
          { debts: debts ?? [], request: request ?? undefined, payout: payout ?? undefined },
        ]),
      );
    },
  );
}

export async function readPublicKey(
  database: Database,
  campaign: string,
): Promise<VoucherPublicKey | undefined> {
  const { rows } = await database.query<VoucherPublicKey>(
    'select key_id as id, public_key as key from inaam.upi_campaign where campaign = $1',
    [campaign],
  );
  return rows[0];
}

export type NewRequest = {
  pseudonym: Buffer;
  userKey: string;
  /** Null: of the number itself. */
  id: { sealed: Buffer; index: Buffer } | null;
  masked: string;
  isVoucher: boolean;
  /** Wall time, ms. */
  now: number;
};

/** Of simultaneous requests each is counted. @returns false: there were too many in a day */
export function addRequest(
  database: Database,
  campaign: string,
  { pseudonym, userKey, id, masked, isVoucher, now }: NewRequest,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    const lock = 'select pg_advisory_xact_lock(hashtext($1), hashtext($2))';
    await connection.query(lock, ['inaam upi person', pseudonym.toString('hex')]);
    await connection.query(lock, ['inaam upi device', userKey]);
    const { rowCount } = await connection.query(
      `insert into inaam.upi_request
         (campaign, pseudonym, user_key, asked_at, id_sealed, id_index, masked, next_at, is_voucher, state)
       select $1, $2, $3, $4::timestamptz, $5, $6, $7, $4, $8, case when $8 then 'named' else 'asked' end
       where $8 or (
         select count(*) from inaam.upi_request
         where campaign = $1 and pseudonym = $2 and asked_at > $4::timestamptz - interval '1 day') < ${limits.ofNumber}
       and (
         select count(*) from inaam.upi_request
         where campaign = $1 and user_key = $3 and asked_at > $4::timestamptz - interval '1 day') < ${limits.ofDevice}`,
      [
        campaign,
        pseudonym,
        userKey,
        new Date(now),
        id?.sealed ?? null,
        id?.index ?? null,
        masked,
        isVoucher,
      ],
    );
    return rowCount === 1;
  });
}

/** Only the newest one, whose owner is known. @returns whether it is confirmed, now or before */
export async function confirmRequest(
  database: Database,
  campaign: string,
  { pseudonym, request, now }: { pseudonym: Buffer; request: number; now: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update inaam.upi_request set confirmed_at = coalesce(confirmed_at, $4)
     where id = $3 and campaign = $1 and pseudonym = $2 and state in ('named', 'taken')
       and not is_voucher and not exists (
         select from inaam.upi_request as newer
         where newer.campaign = $1 and newer.pseudonym = $2 and newer.id > $3)`,
    [campaign, pseudonym, request, new Date(now)],
  );
  return rowCount === 1;
}

const eventsMax = 1000;

/** @returns false: too many wait already */
export async function addEvent(
  database: Database,
  campaign: string,
  { sealed, now }: { sealed: Buffer; now: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into inaam.upi_event (campaign, at, sealed)
     select $1, $2, $3 where (
       select count(*) from (
         select from inaam.upi_event where campaign = $1 limit ${eventsMax}) as waiting) < ${eventsMax}`,
    [campaign, new Date(now), sealed],
  );
  return rowCount === 1;
}
