// How many participants each pool of a closing campaign has admitted, counted under the head's
// lock. A campaign with a reserve has no admission rows and admits everybody.
import { admit } from '../rules/admission.ts';
import { batched, type Batched } from './batch.ts';
import type { Connection, Database } from './database.ts';
import { rowKey, rowsByKey } from './row-key.ts';

/** Admits in order while there is capacity. The head must be locked. @returns those admitted */
export async function admitNew<Item extends { admissionPool: string }>(
  connection: Connection,
  campaign: string,
  items: readonly Item[],
): Promise<Item[]> {
  if (items.length === 0) return [];
  const { rows } = await connection.query<{ pool: string; free: string }>(
    'select pool, capacity - admitted as free from inaam.admission where campaign = $1',
    [campaign],
  );
  if (rows.length === 0) return [...items];
  const isAdmitted = admit(
    items.map(({ admissionPool }) => admissionPool),
    new Map(rows.map((row) => [row.pool, Number(row.free)])),
  );
  const admitted = items.filter((_, place) => isAdmitted[place]);
  const byPool = Map.groupBy(admitted, ({ admissionPool }) => admissionPool);
  await connection.query(
    `update inaam.admission set admitted = admitted + new.count
     from unnest($2::text[], $3::bigint[]) as new (pool, count)
     where campaign = $1 and admission.pool = new.pool`,
    [campaign, [...byPool.keys()], [...byPool.values()].map(({ length }) => length)],
  );
  return admitted;
}

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
      `select question.mobile_index, question.pool,
         coalesce(admitted >= capacity, false) and participant.pseudonym is null as is_full
       from unnest($2::bytea[], $3::text[]) as question (mobile_index, pool)
       left join inaam.admission on admission.campaign = $1 and admission.pool = question.pool
       left join inaam.participant
         on participant.campaign = $1 and participant.mobile_index = question.mobile_index`,
      [
        campaign,
        questions.map(({ mobileIndex }) => mobileIndex),
        questions.map(({ pool }) => pool),
      ],
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
        `select user_key,
           coalesce((select bool_and(admitted >= capacity) from inaam.admission where campaign = $1), false)
           and not exists (
             select from inaam.challenge
             join inaam.participant using (campaign, mobile_index)
             left join inaam.reward using (campaign, pseudonym)
             where challenge.campaign = $1 and challenge.user_key = device.user_key and reward.pseudonym is null)
           as is_full
         from unnest($2::text[]) as device (user_key)`,
        [campaign, userKeys],
      );
      return new Map(rows.map((row) => [row.user_key, row.is_full ? 'full' : 'free']));
    },
  );
}
