// Counting a try of a code before it is compared (OTP-5, OTP-6). The count is committed when the answer comes
// back: whoever compares afterwards has paid for it. Compares nothing.
import type { RateLimits } from '../rules/rate-limits.ts';
import { tryCode, type TryFacts, type TryVerdict } from '../rules/try-code.ts';
import { transaction, type Connection, type Database } from './database.ts';
import { batched, type Batched } from './batch.ts';
import { rowsByKey, rowKey } from './row-key.ts';
import { lockDevices, lockMobiles, recordEvents } from './rate-limit-events.ts';

export type Try = { userKey: string; mobileIndex: Buffer; now: number };

/** What may be compared with, or why nothing may. */
export type Counted =
  | { kind: 'compare'; codeHash: Buffer; usedAt: number | undefined }
  | Exclude<TryVerdict, { kind: 'compare' }>;

type Row = {
  user_key: string;
  mobile_index: Buffer;
  code_hash: Buffer | null;
  code_expires_at: Date | null;
  code_used_at: Date | null;
  tries: number;
};

/** Counts tries; 200 at once of one code are five `compare` and 195 refusals. */
export function countTries(
  database: Database,
  campaign: string,
  rateLimits: RateLimits,
): Batched<Try, Counted> {
  return batched(
    keyOfTry,
    (tries) =>
      transaction(database, async (connection) => {
        const locked = await lockFacts(connection, campaign, tries);
        const counted = tries.map((item) => {
          const { facts, row } = locked(item);
          const verdict = tryCode(facts, rateLimits);
          if (verdict.kind !== 'compare' || !row?.code_hash)
            return { item, answer: refusalOf(verdict) };
          const usedAt = row.code_used_at?.getTime();
          return { item, answer: { kind: 'compare' as const, codeHash: row.code_hash, usedAt } };
        });
        await count(
          connection,
          campaign,
          counted.filter(({ answer }) => answer.kind === 'compare').map(({ item }) => item),
        );
        return new Map(counted.map(({ item, answer }) => [keyOfTry(item), answer]));
      }),
    (item) => [`device|${item.userKey}`, rowKey('number', item.mobileIndex)],
  );
}

const keyOfTry = (item: Try) => rowKey(item.userKey, item.mobileIndex);

function refusalOf(verdict: TryVerdict): Counted {
  return verdict.kind === 'compare' ? { kind: 'refuse', messageId: 'expiredOtp' } : verdict;
}

async function lockFacts(connection: Connection, campaign: string, tries: readonly Try[]) {
  const userKeys = tries.map((item) => item.userKey);
  const numbers = tries.map((item) => item.mobileIndex);
  const devices = await lockDevices(connection, campaign, userKeys);
  const numberRows = await lockMobiles(connection, campaign, numbers);
  const { rows } = await connection.query<Row>(
    `select user_key, mobile_index, code_hash, code_expires_at, code_used_at, tries
     from inaam.challenge
     join unnest($2::text[], $3::bytea[]) as asked (user_key, mobile_index) using (user_key, mobile_index)
     where campaign = $1
     order by user_key, mobile_index for update of challenge`,
    [campaign, userKeys, numbers],
  );
  const challenges = rowsByKey(rows, (row) => rowKey(row.user_key, row.mobile_index));
  return (item: Try): { facts: TryFacts; row: Row | undefined } => {
    const number = numberRows.get(rowKey(item.mobileIndex));
    const row = challenges.get(keyOfTry(item));
    return {
      row,
      facts: {
        now: item.now,
        blocked: number?.isBlocked ?? false,
        code: codeOf(row),
        mobileTries: number?.tries ?? [],
        deviceTries: devices.get(item.userKey)?.tries ?? [],
      },
    };
  };
}

function codeOf(row: Row | undefined): TryFacts['code'] {
  if (!row) return undefined;
  if (!row.code_hash || !row.code_expires_at) return 'none';
  return {
    expiresAt: row.code_expires_at.getTime(),
    usedAt: row.code_used_at?.getTime(),
    tries: row.tries,
  };
}

async function count(connection: Connection, campaign: string, tries: readonly Try[]) {
  if (tries.length === 0) return;
  const userKeys = tries.map((item) => item.userKey);
  const numbers = tries.map((item) => item.mobileIndex);
  await recordEvents(connection, campaign, 'tries', tries);
  await connection.query(
    `update inaam.challenge set tries = tries + 1
     from unnest($2::text[], $3::bytea[]) as asked (user_key, mobile_index)
     where campaign = $1 and challenge.user_key = asked.user_key
       and challenge.mobile_index = asked.mobile_index`,
    [campaign, userKeys, numbers],
  );
}
