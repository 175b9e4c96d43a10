// Each message is handed to WhatsApp once: what is written before decides, and the web hook says
// what became of it.
import {
  batched,
  batchedReads,
  prepared,
  type Batched,
} from '@inaam/server/database/batches/batch.ts';
import type { Database } from '@inaam/server/database/database.ts';
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import type { Known } from './cloud-answer.rules.ts';

export type SendState = 'wanted' | 'begun' | 'unknown' | 'accepted' | 'refused';
export type Asked = { id: string; kind: SmsKind; mobileIndex: Buffer };
export type Standing = { wants: boolean; state: SendState | null };

const none: Standing = { wants: false, state: null };
const idOf = ({ id }: { id: string }) => id;

/** For how long a number that WhatsApp does not reach gets SMS. */
const unreachableDays = 30;

/** SQL: the choice is in force: the device agrees to the notice, and the number is reached. */
const isInForce = `(unreachable_at is null or unreachable_at < $5::timestamptz - interval '${unreachableDays} days')
  and coalesce((
    select answer = 'YES' from inaam.consent
    where consent.campaign = $1 and consent.user_key = choice.user_key order by t desc limit 1), false)`;

/**
 * Whether a message may go by WhatsApp, and how far it got there. A code is of the device that asks
 * for it; a voucher of any device that has proven the number.
 */
export const readStandings = (
  database: Database,
  campaign: string,
  now: () => number,
): Batched<Asked, Standing> =>
  batchedReads<Asked, Standing>(idOf, async (asked) => {
    const { rows } = await database.query<Standing & { id: string }>(
      prepared(
        `select asked.id, send.state,
           case asked.kind when 'otp' then coalesce((
             select true from inaam.message
             cross join lateral (
               select * from inaam.whatsapp_opt_in
               where whatsapp_opt_in.campaign = $1 and whatsapp_opt_in.user_key = message.user_key
                 and whatsapp_opt_in.mobile_index = message.mobile_index offset 0) as choice
             where message.id = asked.id and ${isInForce} limit 1), false)
           else coalesce((
             select true from inaam.whatsapp_opt_in as choice
             where choice.mobile_index = asked.mobile_index and choice.campaign = $1
               and (verified_at is not null or exists (
                 select from inaam.code_request as request
                 where request.campaign = $1 and request.user_key = choice.user_key
                   and request.mobile_index = choice.mobile_index
                   and request.verified_at is not null))
               and ${isInForce} limit 1), false) end as wants
         from unnest($2::uuid[], $3::text[], $4::bytea[]) as asked (id, kind, mobile_index)
         left join lateral (
           select state from inaam.whatsapp_send where id = asked.id) as send on true`,
        [
          campaign,
          asked.map(idOf),
          asked.map(({ kind }) => kind),
          asked.map(({ mobileIndex }) => mobileIndex),
          new Date(now()),
        ],
      ),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return new Map(asked.map(({ id }) => [id, found.get(id) ?? none]));
  });

/** `mine`: nobody has handed it over, and nobody else will. */
export type Claim = 'mine' | { state: SendState; reason: string | null };

/** Written and kept before anything is handed over. */
export const claimSends = (
  database: Database,
  campaign: string,
): Batched<{ id: string; at: number }, Claim> =>
  batched<{ id: string; at: number }, Claim>(idOf, async (sends) => {
    const { rows } = await database.query<{
      id: string;
      mine: boolean;
      state: SendState | null;
      reason: string | null;
    }>(
      prepared(
        `with asked as (select * from unnest($2::uuid[], $3::timestamptz[]) as asked (id, at)),
         claimed as (
           insert into inaam.whatsapp_send as old (id, campaign, state, at)
           select id, $1, 'begun', at from asked
           on conflict (id) do update set state = 'begun', at = excluded.at where old.state = 'wanted'
           returning id)
         select asked.id, claimed.id is not null as mine, send.state, send.reason
         from asked left join claimed using (id)
         left join lateral (
           select state, reason from inaam.whatsapp_send where id = asked.id) as send on true`,
        [campaign, sends.map(idOf), sends.map(({ at }) => new Date(at))],
      ),
    );
    return new Map(
      rows.map(({ id, mine, state, reason }): [string, Claim] => [
        id,
        mine ? 'mine' : { state: state ?? 'begun', reason },
      ]),
    );
  });

export type SendOutcome = { id: string } & (
  | { state: 'accepted'; wamid: string }
  | { state: 'unknown' | 'refused'; reason: string }
  /** Certainly not sent, and may be tried here again. */
  | { state: 'none' }
);

/** A status may have come first, and told more. */
export const recordSends = (database: Database): Batched<SendOutcome, 'done'> =>
  batched<SendOutcome, 'done'>(idOf, async (outcomes) => {
    const undone = outcomes.filter(({ state }) => state === 'none').map(idOf);
    if (undone.length > 0) {
      await database.query(
        prepared(
          `delete from inaam.whatsapp_send where id = any ($1::uuid[]) and state = 'begun'`,
          [undone],
        ),
      );
    }
    await database.query(
      prepared(
        `update inaam.whatsapp_send set state = outcome.state, reason = outcome.reason,
           wamid = coalesce(outcome.wamid, whatsapp_send.wamid)
         from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
           as outcome (id, state, reason, wamid)
         where whatsapp_send.id = any ($1::uuid[]) and whatsapp_send.id = outcome.id
           and outcome.state <> 'none' and whatsapp_send.state in ('begun', 'unknown')`,
        [
          outcomes.map(idOf),
          outcomes.map(({ state }) => state),
          outcomes.map((one) => ('reason' in one ? one.reason : null)),
          outcomes.map((one) => ('wamid' in one ? one.wamid : null)),
        ],
      ),
    );
    return new Map(outcomes.map(({ id }) => [id, 'done']));
  });

export const readFates = (database: Database): Batched<{ id: string }, readonly Known[]> =>
  batchedReads(idOf, async (sends) => {
    const { rows } = await database.query<Known & { id: string }>(
      prepared('select id, status, code from inaam.whatsapp_status where id = any ($1::uuid[])', [
        sends.map(idOf),
      ]),
    );
    const byId = Map.groupBy(rows, idOf);
    return new Map(sends.map(({ id }) => [id, byId.get(id) ?? []]));
  });

export type StoredStatus = Known & { id: string; category: string | null; at: number };

/** Each once, however often it comes. */
export const storeStatuses =
  (database: Database, campaign: string) =>
  async (statuses: readonly StoredStatus[]): Promise<void> => {
    await database.query(
      prepared(
        `insert into inaam.whatsapp_status (campaign, id, status, code, category, at)
         select $1, * from unnest($2::uuid[], $3::text[], $4::integer[], $5::text[], $6::timestamptz[])
         on conflict do nothing`,
        [
          campaign,
          statuses.map(idOf),
          statuses.map(({ status }) => status),
          statuses.map(({ code }) => code ?? null),
          statuses.map(({ category }) => category),
          statuses.map(({ at }) => new Date(at)),
        ],
      ),
    );
  };

/** By category, in this campaign: what was delivered and has a price. */
export async function countPaid(
  database: Database,
  campaign: string,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.query<{ category: string; count: string }>(
    `select category, count(distinct id) as count from inaam.whatsapp_status
     where campaign = $1 and category is not null and status <> 'failed' group by category`,
    [campaign],
  );
  return Object.fromEntries(rows.map(({ category, count }) => [category, Number(count)]));
}
