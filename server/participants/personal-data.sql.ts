import { refusedHold } from '../messages/failure-reasons.rules.ts';
import {
  batched,
  batchedReads,
  type Batched,
  prepared,
  rowKey,
} from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';

export type PersonalData = {
  nameSealed: Buffer;
  detailsSealed: Buffer | null;
  /** Of all participations of the number that are not erased, the newest first. */
  rewards: {
    amount: number;
    /** `YYYY-MM-DD` in India, by the campaign's clock. */
    day: string;
    /** The state of the voucher's message, or `refused`. */
    voucher: string | null;
    /** Of this participation, for its right answer, or of another participation. */
    whose: 'own' | 'bonus' | 'other';
  }[];
};
type PersonalDataRow = PersonalData & { pseudonym: Buffer };

/** `none` if it was erased. */
export function readPersonalData(
  database: Database,
  campaign: string,
): Batched<Buffer, PersonalData | 'none'> {
  return batchedReads(
    (pseudonym) => rowKey(pseudonym),
    async (pseudonyms) => {
      const { rows } = await database.query<PersonalDataRow>(
        prepared(
          `select personal_data.pseudonym, name_sealed as "nameSealed",
             details_sealed as "detailsSealed", rewards
           from inaam.personal_data cross join lateral (
             select coalesce(json_agg(json_build_object('amount', amount, 'day', day,
                 'voucher', case when reason = $3 and message.state = 'settled' then 'refused' else message.state end,
                 'whose', case when each.pseudonym <> own.pseudonym then 'other' when reward.is_bonus then 'bonus' else 'own' end)
               order by granted_at desc), '[]') as rewards
             from inaam.participation as own
             join inaam.participation as each on each.campaign = $1 and each.mobile_index = own.mobile_index
             -- Without the limits, a plan for empty tables joins all rewards and vouchers.
             cross join lateral (
               select * from inaam.reward
               where campaign = $1 and reward.pseudonym = each.pseudonym limit 2) as reward
             left join lateral (
               select state, reason from inaam.message
               where campaign = $1 and message.pseudonym = each.pseudonym and kind = 'voucher'
                 and message.is_bonus = reward.is_bonus limit 1) as message on true
             where own.campaign = $1 and own.pseudonym = personal_data.pseudonym
               and exists (select from inaam.personal_data as kept where kept.campaign = $1
                 and kept.pseudonym = each.pseudonym)) as number
           where personal_data.campaign = $1 and personal_data.pseudonym = any ($2::bytea[])`,
          [campaign, pseudonyms, refusedHold],
        ),
      );
      const found = new Map(rows.map(({ pseudonym, ...data }) => [rowKey(pseudonym), data]));
      return new Map(
        pseudonyms.map((pseudonym) => [
          rowKey(pseudonym),
          found.get(rowKey(pseudonym)) ?? ('none' as const),
        ]),
      );
    },
  );
}

export type Edit = { pseudonym: Buffer; t: number; nameSealed: Buffer; detailsSealed: Buffer };

/** @returns false for an older or equal `t`, which changes nothing (Protocol: Order and repeats) */
export function writePersonalData(database: Database, campaign: string): Batched<Edit, boolean> {
  const keyOf = (edit: Edit) => rowKey(edit.pseudonym);
  return batched(keyOf, async (edits) => {
    // Find rows by their keys, not by a join: a plan made while the tables were empty would keep
    // scanning whole tables.
    const { rows } = await database.query<{ pseudonym: Buffer }>(
      prepared(
        `with newer as (
           update inaam.participation set details_t = ($3::bigint[])[array_position($2::bytea[], pseudonym)]
           where campaign = $1 and pseudonym = any ($2::bytea[])
             and details_t < ($3::bigint[])[array_position($2::bytea[], pseudonym)]
           returning pseudonym)
         update inaam.personal_data
         set name_sealed = ($4::bytea[])[array_position($2::bytea[], pseudonym)],
           details_sealed = ($5::bytea[])[array_position($2::bytea[], pseudonym)]
         where campaign = $1 and pseudonym = any (array(select pseudonym from newer))
         returning pseudonym`,
        [
          campaign,
          edits.map((edit) => edit.pseudonym),
          edits.map((edit) => edit.t),
          edits.map((edit) => edit.nameSealed),
          edits.map((edit) => edit.detailsSealed),
        ],
      ),
    );
    const written = new Set(rows.map((row) => rowKey(row.pseudonym)));
    return new Map(edits.map((edit) => [keyOf(edit), written.has(keyOf(edit))]));
  });
}
