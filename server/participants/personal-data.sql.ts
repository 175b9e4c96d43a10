import { refusedReason } from '../review/review.rules.ts';
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
  /** The state of the voucher's message, or `refused`; null before the reward. */
  voucher: string | null;
  /** `YYYY-MM-DD` in India, by the campaign's clock. */
  rewardDay: string | null;
  /** Of a right answer: its amount, and the state of its voucher likewise. */
  bonus: { amount: number; voucher: string } | null;
};
type PersonalDataRow = PersonalData & { pseudonym: Buffer };

const voucherOf = (whose: 'personal_data' | 'bonus') => `
  (select case when reason = $3 and state = 'settled' then 'refused' else state end from inaam.message
   where campaign = $1 and pseudonym = ${whose}.pseudonym and kind = 'voucher')`;

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
             details_sealed as "detailsSealed", ${voucherOf('personal_data')} as voucher,
             (select day::text from inaam.reward
              where campaign = $1 and pseudonym = personal_data.pseudonym) as "rewardDay",
             (select json_build_object('amount', amount, 'voucher', ${voucherOf('bonus')})
              from inaam.reward where campaign = $1 and reward.pseudonym = bonus.pseudonym) as bonus
           from inaam.personal_data
           left join lateral (
             select pseudonym from inaam.participant
             where campaign = $1 and bonus_of = personal_data.pseudonym limit 1) as bonus on true
           where personal_data.campaign = $1 and personal_data.pseudonym = any ($2::bytea[])`,
          [campaign, pseudonyms, refusedReason],
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
           update inaam.participant set details_t = ($3::bigint[])[array_position($2::bytea[], pseudonym)]
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
