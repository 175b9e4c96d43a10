// What devices and numbers have asked for lately: the times that the ceilings are counted by. Locked before a rule
// decides on them, noted in the same transaction. Decides nothing.
import { deviceMemoryMs } from '../rules/ceilings.ts';
import type { Connection } from './database.ts';
import { byKey, column, keyed, moment } from './rows.ts';

/** Locks devices in the order of their keys, making those that are new. */
export async function lockDevices(
  connection: Connection,
  campaign: string,
  userKeys: readonly string[],
) {
  await connection.query(
    `insert into inaam.device (campaign, user_key)
     select $1, user_key from unnest($2::text[]) as asked (user_key) order by user_key
     on conflict do nothing`,
    [campaign, userKeys],
  );
  const { rows } = await connection.query<{ user_key: string; sends: Date[]; tries: Date[] }>(
    `select user_key, sends, tries from inaam.device
     where campaign = $1 and user_key = any ($2::text[])
     order by user_key for update`,
    [campaign, userKeys],
  );
  return byKey(rows, (row) => row.user_key);
}

/** Locks numbers in the order of their indexes, making those that are new. */
export async function lockNumbers(
  connection: Connection,
  campaign: string,
  numbers: readonly Buffer[],
) {
  await connection.query(
    `insert into inaam.number (campaign, number_index)
     select $1, number_index from unnest($2::bytea[]) as asked (number_index) order by number_index
     on conflict do nothing`,
    [campaign, numbers],
  );
  const { rows } = await connection.query<{
    number_index: Buffer;
    sends: Date[];
    tries: Date[];
    blocked: boolean;
  }>(
    `select number_index, sends, tries, blocked from inaam.number
     where campaign = $1 and number_index = any ($2::bytea[])
     order by number_index for update`,
    [campaign, numbers],
  );
  return byKey(rows, (row) => keyed(row.number_index));
}

/** A code sent, or a code tried, by one device for one number. */
export type WindowEvent = { userKey: string; numberIndex: Buffer; now: number };

/**
 * Notes events in the rows that were locked. A number keeps all of its programme, a device what its longest ceiling
 * looks back on. No number and no device may stand twice: `many()`'s lanes see to it.
 */
export async function noteEvents(
  connection: Connection,
  campaign: string,
  kind: 'sends' | 'tries',
  events: readonly WindowEvent[],
): Promise<void> {
  const times = column(events, (event) => moment(event.now));
  await connection.query(
    `update inaam.number set ${kind} = ${kind} || asked.at
     from unnest($2::bytea[], $3::timestamptz[]) as asked (number_index, at)
     where campaign = $1 and number.number_index = asked.number_index`,
    [campaign, column(events, (event) => event.numberIndex), times],
  );
  await connection.query(
    `update inaam.device
     set ${kind} = array(select noted from unnest(${kind}) as noted where noted > asked.at - $4 * interval '1 ms') || asked.at
     from unnest($2::text[], $3::timestamptz[]) as asked (user_key, at)
     where campaign = $1 and device.user_key = asked.user_key`,
    [campaign, column(events, (event) => event.userKey), times, deviceMemoryMs],
  );
}
