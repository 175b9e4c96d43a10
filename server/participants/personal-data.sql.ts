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
};

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
      }>(
        prepared(
          `select pseudonym, name_sealed, details_sealed,
             (select case when reason = $3 and state = 'settled' then 'refused' else state end from inaam.message
              where campaign = $1 and pseudonym = personal_data.pseudonym and kind = 'voucher') as voucher,
             (select day::text from inaam.reward
              where campaign = $1 and pseudonym = personal_data.pseudonym) as reward_day
           from inaam.personal_data
           where campaign = $1 and pseudonym = any ($2::bytea[])`,
          [campaign, pseudonyms, refusedReason],
        ),
      );
      const found = rowsByKey(rows, (row) => rowKey(row.pseudonym));
      return new Map(
        pseudonyms.map((pseudonym): [string, PersonalData | 'none'] => {
          const row = found.get(rowKey(pseudonym));
          if (!row) return [rowKey(pseudonym), 'none'];
          const { name_sealed: nameSealed, details_sealed, voucher, reward_day } = row;
          return [
            rowKey(pseudonym),
            {
              nameSealed,
              detailsSealed: details_sealed ?? undefined,
              voucher: voucher ?? undefined,
              rewardDay: reward_day ?? undefined,
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
