// Room in a campaign that closes with its deck: how many participants are promised something, counted under the head.
// A campaign with a reserve has no such rows, and everybody is admitted. Which promise it is, is the rule's matter.
import { admit } from '../rules/admission.ts';
import type { Connection, Database } from './database.ts';
import { many, type Many } from './many.ts';
import { byKey, column, keyed } from './rows.ts';

/**
 * Admits who is new, in order, while there is room, and counts the promises. The head must be held.
 * @returns who is admitted
 */
export async function admitNew<Item extends { promise: string }>(
  connection: Connection,
  campaign: string,
  items: readonly Item[],
): Promise<Item[]> {
  if (items.length === 0) return [];
  const { rows } = await connection.query<{ promise: string; room: string }>(
    'select promise, most - promised as room from inaam.admission where campaign = $1',
    [campaign],
  );
  if (rows.length === 0) return [...items];
  const room = new Map(rows.map((row) => [row.promise, Number(row.room)]));
  const verdicts = admit(
    items.map(({ promise }) => promise),
    room,
  );
  const admitted = items.filter((_, at) => verdicts[at]);
  const promises = Map.groupBy(admitted, ({ promise }) => promise);
  await connection.query(
    `update inaam.admission set promised = promised + asked.count
     from unnest($2::text[], $3::bigint[]) as asked (promise, count)
     where campaign = $1 and admission.promise = asked.promise`,
    [campaign, [...promises.keys()], column([...promises.values()], (those) => those.length)],
  );
  return admitted;
}

export type RoomQuestion = { numberIndex: Buffer; promise: string };

/** Whether a number may still come in: there is room, or it is a participant already. A look, not a promise. */
export function readRooms(
  database: Database,
  campaign: string,
): Many<RoomQuestion, 'room' | 'full'> {
  const keyOf = ({ numberIndex, promise }: RoomQuestion) => keyed(numberIndex, promise);
  return many(keyOf, async (questions) => {
    const { rows } = await database.query<{
      number_index: Buffer;
      promise: string;
      is_full: boolean;
    }>(
      `select asked.number_index, asked.promise,
         coalesce(promised >= most, false) and participant.pseudonym is null as is_full
       from unnest($2::bytea[], $3::text[]) as asked (number_index, promise)
       left join inaam.admission on admission.campaign = $1 and admission.promise = asked.promise
       left join inaam.participant
         on participant.campaign = $1 and participant.number_index = asked.number_index`,
      [
        campaign,
        column(questions, ({ numberIndex }) => numberIndex),
        column(questions, ({ promise }) => promise),
      ],
    );
    const found = byKey(rows, (row) => keyed(row.number_index, row.promise));
    return new Map(
      questions.map((question): [string, 'room' | 'full'] => [
        keyOf(question),
        found.get(keyOf(question))?.is_full ? 'full' : 'room',
      ]),
    );
  });
}

/**
 * Whether a device comes to a campaign that is full: all is promised, and no number that was registered on this device
 * waits for its reward.
 */
export function readClosed(database: Database, campaign: string): Many<string, 'open' | 'closed'> {
  return many(
    (userKey) => userKey,
    async (userKeys) => {
      const { rows } = await database.query<{ user_key: string; is_closed: boolean }>(
        `select user_key,
           coalesce((select bool_and(promised >= most) from inaam.admission where campaign = $1), false)
           and not exists (
             select from inaam.challenge
             join inaam.participant using (campaign, number_index)
             left join inaam.reward using (campaign, pseudonym)
             where challenge.campaign = $1 and challenge.user_key = asked.user_key and reward.pseudonym is null)
           as is_closed
         from unnest($2::text[]) as asked (user_key)`,
        [campaign, userKeys],
      );
      return new Map(rows.map((row) => [row.user_key, row.is_closed ? 'closed' : 'open']));
    },
  );
}
