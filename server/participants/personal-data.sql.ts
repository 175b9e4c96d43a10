import { refusedReason } from '../review/review.rules.ts';
import {
  batched,
  batchedReads,
  type Batched,
  prepared,
  rowKey,
  rowsByKey,
} from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';

export type PersonalData = {
  nameSealed: Buffer;
  detailsSealed: Buffer | undefined;
  /** The state of the voucher's message, or `refused`; undefined before the reward. */
  voucher: string | undefined;
  /** `YYYY-MM-DD` in India, by the campaign's clock. */
  rewardDay: string | undefined;
  /** Of a right answer: its amount, and the state of its voucher likewise. */
  bonus: { amount: number; voucher: string } | undefined;
};

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
      const { rows } = await database.query<{
        pseudonym: Buffer;
        name_sealed: Buffer;
        details_sealed: Buffer | null;
        voucher: string | null;
        reward_day: string | null;
        bonus_amount: number | null;
        bonus_voucher: string | null;
      }>(
        prepared(
          `select personal_data.pseudonym, name_sealed, details_sealed,
             ${voucherOf('personal_data')} as voucher,
             (select day::text from inaam.reward
              where campaign = $1 and pseudonym = personal_data.pseudonym) as reward_day,
             (select amount from inaam.reward
              where campaign = $1 and pseudonym = bonus.pseudonym) as bonus_amount,
             ${voucherOf('bonus')} as bonus_voucher
           from inaam.personal_data
           left join lateral (
             select pseudonym from inaam.participant
             where campaign = $1 and bonus_of = personal_data.pseudonym limit 1) as bonus on true
           where personal_data.campaign = $1 and personal_data.pseudonym = any ($2::bytea[])`,
          [campaign, pseudonyms, refusedReason],
        ),
      );
      const found = rowsByKey(rows, (row) => rowKey(row.pseudonym));
      return new Map(
        pseudonyms.map((pseudonym): [string, PersonalData | 'none'] => {
          const row = found.get(rowKey(pseudonym));
          if (!row) return [rowKey(pseudonym), 'none'];
          const { name_sealed: nameSealed, details_sealed, voucher, reward_day } = row;
          const { bonus_amount: amount, bonus_voucher: bonusVoucher } = row;
          return [
            rowKey(pseudonym),
            {
              nameSealed,
              detailsSealed: details_sealed ?? undefined,
              voucher: voucher ?? undefined,
              rewardDay: reward_day ?? undefined,
              bonus:
                amount === null || bonusVoucher === null
                  ? undefined
                  : { amount, voucher: bonusVoucher },
            },
          ];
        }),
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
