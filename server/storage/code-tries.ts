// Counts a try before the code is compared (OTP-5, OTP-6), and commits it, so that parallel guesses
// get no more comparisons than tries.
import type { RateLimits } from '../rules/rate-limits.ts';
import { tryCode, type TryFacts, type TryVerdict } from '../rules/try-code.ts';
import { batched, type Batched } from './batch.ts';
import { transaction, type Connection, type Database } from './database.ts';
import {
  deviceAndMobileKeys,
  lockDevices,
  lockMobiles,
  recordEvents,
} from './rate-limit-events.ts';
import { rowKey, rowsByKey } from './row-key.ts';

export type Try = { userKey: string; mobileIndex: Buffer; now: number };

export type Counted =
  | { kind: 'compare'; codeHash: Buffer; usedAt: number | undefined }
  | Exclude<TryVerdict, { kind: 'compare' }>;

type ChallengeRow = {
  user_key: string;
  mobile_index: Buffer;
  code_hash: Buffer | null;
  code_expires_at: Date | null;
  code_used_at: Date | null;
  tries: number;
};

/** Of 200 simultaneous tries of one code, five are `compare` and 195 are refused. */
export function countTries(
  database: Database,
  campaign: string,
  rateLimits: RateLimits,
): Batched<Try, Counted> {
  return batched(
    keyOf,
    (tries) =>
      transaction(database, async (connection) => {
        const locked = await lockFacts(connection, campaign, tries);
        const answered = tries.map((item) => {
          const { facts, challenge } = locked(item);
          return { item, answer: answerOf(tryCode(facts, rateLimits), challenge) };
        });
        const counted = answered.filter(({ answer }) => answer.kind === 'compare');
        await recordTries(
          connection,
          campaign,
          counted.map(({ item }) => item),
        );
        return new Map(answered.map(({ item, answer }) => [keyOf(item), answer]));
      }),
    deviceAndMobileKeys,
  );
}

const keyOf = (item: Try) => rowKey(item.userKey, item.mobileIndex);

function answerOf(verdict: TryVerdict, challenge: ChallengeRow | undefined): Counted {
  if (verdict.kind !== 'compare') return verdict;
  if (!challenge?.code_hash) return { kind: 'refuse', messageId: 'expiredOtp' };
  const usedAt = challenge.code_used_at?.getTime();
  return { kind: 'compare', codeHash: challenge.code_hash, usedAt };
}

async function lockFacts(
  connection: Connection,
  campaign: string,
  tries: readonly Try[],
): Promise<(item: Try) => { facts: TryFacts; challenge: ChallengeRow | undefined }> {
  const userKeys = tries.map((item) => item.userKey);
  const mobileIndexes = tries.map((item) => item.mobileIndex);
  const devices = await lockDevices(connection, campaign, userKeys);
  const mobiles = await lockMobiles(connection, campaign, mobileIndexes);
  const { rows } = await connection.query<ChallengeRow>(
    `select user_key, mobile_index, code_hash, code_expires_at, code_used_at, tries
     from inaam.challenge
     join unnest($2::text[], $3::bytea[]) as item (user_key, mobile_index) using (user_key, mobile_index)
     where campaign = $1
     order by user_key, mobile_index for update of challenge`,
    [campaign, userKeys, mobileIndexes],
  );
  const challenges = rowsByKey(rows, (row) => rowKey(row.user_key, row.mobile_index));
  return (item) => {
    const mobile = mobiles.get(rowKey(item.mobileIndex));
    const challenge = challenges.get(keyOf(item));
    const facts = {
      now: item.now,
      blocked: mobile?.isBlocked ?? false,
      code: codeOf(challenge),
      mobileTries: mobile?.tries ?? [],
      deviceTries: devices.get(item.userKey)?.tries ?? [],
    };
    return { facts, challenge };
  };
}

function codeOf(challenge: ChallengeRow | undefined): TryFacts['code'] {
  if (!challenge) return undefined;
  if (!challenge.code_hash || !challenge.code_expires_at) return 'none';
  return {
    expiresAt: challenge.code_expires_at.getTime(),
    usedAt: challenge.code_used_at?.getTime(),
    tries: challenge.tries,
  };
}

async function recordTries(
  connection: Connection,
  campaign: string,
  tries: readonly Try[],
): Promise<void> {
  if (tries.length === 0) return;
  await recordEvents(connection, campaign, 'tries', tries);
  await connection.query(
    `update inaam.challenge set tries = tries + 1
     from unnest($2::text[], $3::bytea[]) as item (user_key, mobile_index)
     where campaign = $1 and challenge.user_key = item.user_key
       and challenge.mobile_index = item.mobile_index`,
    [campaign, tries.map((item) => item.userKey), tries.map((item) => item.mobileIndex)],
  );
}
