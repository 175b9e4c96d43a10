// How many participants each pool of a closing campaign has admitted, counted under the head's
// lock. A campaign with a reserve has no admission rows and admits everybody.
import { batched, type Batched } from './batch.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import { rowKey, rowsByKey } from './row-key.ts';

export type CapacityQuestion = { mobileIndex: Buffer; pool: string };
export type Capacity = 'free' | 'full';

/** `full` unless there is capacity or the mobile is a participant already. Reserves nothing. */
export function readCapacity(
  database: Database,
  campaign: string,
): Batched<CapacityQuestion, Capacity> {
  const keyOf = ({ mobileIndex, pool }: CapacityQuestion) => rowKey(mobileIndex, pool);
  return batched(keyOf, async (questions) => {
    const { rows } = await database.query<{ mobile_index: Buffer; pool: string; is_full: boolean }>(
      prepared(
        `select question.mobile_index, question.pool,
           coalesce(admitted >= capacity, false) and (
             select true from inaam.participant
             where campaign = $1 and participant.mobile_index = question.mobile_index) is null as is_full
         from unnest($2::bytea[], $3::text[]) as question (mobile_index, pool)
         left join inaam.admission on admission.campaign = $1 and admission.pool = question.pool`,
        [
          campaign,
          questions.map(({ mobileIndex }) => mobileIndex),
          questions.map(({ pool }) => pool),
        ],
      ),
    );
    const found = rowsByKey(rows, (row) => rowKey(row.mobile_index, row.pool));
    return new Map(
      questions.map((question): [string, Capacity] => [
        keyOf(question),
        found.get(keyOf(question))?.is_full ? 'full' : 'free',
      ]),
    );
  });
}

/** `full` if the whole campaign is full and no mobile of this device is owed a reward. */
export function readDeviceCapacity(
  database: Database,
  campaign: string,
): Batched<string, Capacity> {
  return batched(
    (userKey) => userKey,
    async (userKeys) => {
      const { rows } = await database.query<{ user_key: string; is_full: boolean }>(
        // Subqueries that the planner cannot turn into joins of whole tables.
        prepared(
          `select user_key,
             coalesce((select bool_and(admitted >= capacity) from inaam.admission where campaign = $1), false)
             and (
               select true from inaam.challenge
               cross join lateral (
                 select pseudonym from inaam.participant
                 where campaign = $1 and mobile_index = challenge.mobile_index limit 1) as participant
               where challenge.campaign = $1 and challenge.user_key = device.user_key and (
                 select true from inaam.reward
                 where campaign = $1 and reward.pseudonym = participant.pseudonym) is null
               limit 1) is null as is_full
           from unnest($2::text[]) as device (user_key)`,
          [campaign, userKeys],
        ),
      );
      return new Map(rows.map((row) => [row.user_key, row.is_full ? 'full' : 'free']));
    },
  );
}
