// Rows are locked before a rule decides; the event is recorded in the same transaction.
import { deviceMemoryMs } from '../rules/rate-limits.ts';
import type { Connection } from './database.ts';
import { rowKey } from './row-key.ts';

/** Times in ms, oldest first. */
export type RecentEvents = { sends: number[]; tries: number[] };

type EventRow = { sends: Date[]; tries: Date[] };

/** Locks devices in the order of their keys, creating rows for new ones. */
export async function lockDevices(
  connection: Connection,
  campaign: string,
  userKeys: readonly string[],
): Promise<Map<string, RecentEvents>> {
  await connection.query(
    `insert into inaam.device_limits (campaign, user_key)
     select $1, user_key from unnest($2::text[]) as requested (user_key) order by user_key
     on conflict do nothing`,
    [campaign, userKeys],
  );
  const { rows } = await connection.query<EventRow & { user_key: string }>(
    `select user_key, sends, tries from inaam.device_limits
     where campaign = $1 and user_key = any ($2::text[])
     order by user_key for update`,
    [campaign, userKeys],
  );
  return new Map(rows.map((row) => [row.user_key, eventsOf(row)]));
}

/** Locks mobiles in the order of their indexes, creating rows for new ones. */
export async function lockMobiles(
  connection: Connection,
  campaign: string,
  mobileIndexes: readonly Buffer[],
): Promise<Map<string, RecentEvents & { isBlocked: boolean }>> {
  await connection.query(
    `insert into inaam.mobile_limits (campaign, mobile_index)
     select $1, mobile_index from unnest($2::bytea[]) as requested (mobile_index) order by mobile_index
     on conflict do nothing`,
    [campaign, mobileIndexes],
  );
  const { rows } = await connection.query<EventRow & { mobile_index: Buffer; blocked: boolean }>(
    `select mobile_index, sends, tries, blocked from inaam.mobile_limits
     where campaign = $1 and mobile_index = any ($2::bytea[])
     order by mobile_index for update`,
    [campaign, mobileIndexes],
  );
  return new Map(
    rows.map((row) => [rowKey(row.mobile_index), { ...eventsOf(row), isBlocked: row.blocked }]),
  );
}

const eventsOf = ({ sends, tries }: EventRow): RecentEvents => ({
  sends: sends.map((time) => time.getTime()),
  tries: tries.map((time) => time.getTime()),
});

export type RateLimitEvent = { userKey: string; mobileIndex: Buffer; now: number };

/** No device and no mobile may appear twice in a batch that records events. */
export const deviceAndMobileKeys = (event: Pick<RateLimitEvent, 'userKey' | 'mobileIndex'>) => [
  rowKey('device', event.userKey),
  rowKey('mobile', event.mobileIndex),
];

/** Rows must be locked. A device's events are deleted after its longest limit, a mobile's never. */
export async function recordEvents(
  connection: Connection,
  campaign: string,
  kind: 'sends' | 'tries',
  events: readonly RateLimitEvent[],
): Promise<void> {
  const times = events.map((event) => new Date(event.now));
  await connection.query(
    `update inaam.mobile_limits set ${kind} = ${kind} || new.at
     from unnest($2::bytea[], $3::timestamptz[]) as new (mobile_index, at)
     where campaign = $1 and mobile_limits.mobile_index = new.mobile_index`,
    [campaign, events.map((event) => event.mobileIndex), times],
  );
  await connection.query(
    `update inaam.device_limits
     set ${kind} = array(select time from unnest(${kind}) as time where time > new.at - $4 * interval '1 ms') || new.at
     from unnest($2::text[], $3::timestamptz[]) as new (user_key, at)
     where campaign = $1 and device_limits.user_key = new.user_key`,
    [campaign, events.map((event) => event.userKey), times, deviceMemoryMs],
  );
}
