// Creates owed messages together with their jobs, in the caller's transaction.
import type { Connection } from './database.ts';
import { enqueueOwed } from './job-queue.ts';

/** One message per device, for the current code of its challenge. */
export async function oweCodes(
  connection: Pick<Connection, 'query'>,
  campaign: string,
  requests: readonly { userKey: string; mobileIndex: Buffer; now: number }[],
): Promise<void> {
  await connection.query(
    `with owed as (
       insert into inaam.message (campaign, kind, user_key, mobile_index, code_hash, owed_at)
       select $1, 'otp', request.user_key, request.mobile_index, challenge.code_hash, request.at
       from unnest($2::text[], $3::bytea[], $4::timestamptz[]) as request (user_key, mobile_index, at)
       join inaam.challenge on challenge.campaign = $1
         and challenge.user_key = request.user_key and challenge.mobile_index = request.mobile_index
       returning id, kind)
     ${enqueueOwed()}`,
    [
      campaign,
      requests.map(({ userKey }) => userKey),
      requests.map(({ mobileIndex }) => mobileIndex),
      requests.map(({ now }) => new Date(now)),
    ],
  );
}

export async function oweVouchers(
  connection: Pick<Connection, 'query'>,
  campaign: string,
  rewards: readonly { pseudonym: Buffer; now: number }[],
): Promise<void> {
  await connection.query(
    `with owed as (
       insert into inaam.message (campaign, kind, pseudonym, owed_at)
       select $1, 'voucher', * from unnest($2::bytea[], $3::timestamptz[])
       returning id, kind)
     ${enqueueOwed()}`,
    [campaign, rewards.map(({ pseudonym }) => pseudonym), rewards.map(({ now }) => new Date(now))],
  );
}
