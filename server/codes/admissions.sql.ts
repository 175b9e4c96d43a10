// How many participants each pool has admitted, in a campaign that closes with its deck; counted
// under the head's lock. A campaign with a reserve has no admission rows and admits everybody.
import { batchedReads, type Batched } from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';
import { prepared } from '../database/batches/prepared.ts';

export type Capacity = 'free' | 'full';

/**
 * `full` if the campaign is full and no mobile that was verified on this device is owed a reward.
 */
export function readDeviceCapacity(
  database: Database,
  campaign: string,
): Batched<string, Capacity> {
  return batchedReads(
    (userKey) => userKey,
    async (userKeys) => {
      const { rows } = await database.query<{ user_key: string; is_full: boolean }>(
        // Written as subqueries, which the planner cannot turn into joins of whole tables.
        prepared(
          `select user_key,
             coalesce((select bool_and(admitted >= capacity) from inaam.admission where campaign = $1), false)
             and (
               select true from inaam.challenge
               cross join lateral (
                 select pseudonym from inaam.participant
                 where campaign = $1 and mobile_index = challenge.mobile_index limit 1) as participant
               where challenge.campaign = $1 and challenge.user_key = device.user_key
                 and challenge.verified_at is not null and (
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
