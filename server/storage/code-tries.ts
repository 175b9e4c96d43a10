// Counts a try before the code is compared (OTP-5, OTP-6), and commits it, so that parallel guesses
// get no more comparisons than tries.
import type { QueryConfig } from 'pg';
import type { RateLimits } from '../rules/rate-limits.ts';
import { tryCode, type TryFacts, type TryVerdict } from '../rules/try-code.ts';
import { batched, type Batched } from './batch.ts';
import { lockCodeFacts, type CodeFacts } from './code-facts.ts';
import type { Database } from './database.ts';
import { lockThenWrite } from './lock-then-write.ts';
import { prepared } from './prepared.ts';
import { deviceAndMobileKeys, recordEvents } from './rate-limit-events.ts';
import { rowKey } from './row-key.ts';

export type Try = {
  userKey: string;
  mobileIndex: Buffer;
  /** `t` of the signed call, ms. */
  t: number;
  /** Keyed hash of `t` and the typed code: a captured try is known again by it. */
  tryHash: Buffer;
  now: number;
};

export type Counted =
  | { kind: 'compare'; isCounted: boolean; codeHash: Buffer }
  | Exclude<TryVerdict, { kind: 'compare' }>;

/** Of 200 simultaneous tries of one code, five are `compare` and 195 are refused. */
export function countTries(
  database: Database,
  campaign: string,
  rateLimits: RateLimits,
): Batched<Try, Counted> {
  return batched(
    keyOf,
    (tries) =>
      lockThenWrite(
        database,
        (connection) => lockCodeFacts(connection, campaign, tries),
        (locked) => {
          const answered = locked.map(({ item, facts }) => {
            const verdict = tryCode(factsForRule(item, facts), rateLimits);
            return { item, answer: answerOf(verdict, facts) };
          });
          const counted = answered.filter(
            ({ answer }) => answer.kind === 'compare' && answer.isCounted,
          );
          return {
            result: new Map(answered.map(({ item, answer }) => [keyOf(item), answer])),
            write: writeOf(
              campaign,
              counted.map(({ item }) => item),
            ),
          };
        },
      ),
    deviceAndMobileKeys,
  );
}

const keyOf = (item: Try) => rowKey(item.userKey, item.mobileIndex);

function factsForRule({ now, t, tryHash }: Try, facts: CodeFacts): TryFacts {
  const { mobileTries, deviceTries, challenge } = facts;
  const code = challenge && (challenge.code ?? 'none');
  const requestedT = challenge?.requestedT;
  const isRepeat = challenge?.code?.tried.some((hash) => hash.equals(tryHash)) ?? false;
  return { now, t, requestedT, isRepeat, code, mobileTries, deviceTries };
}

function answerOf(verdict: TryVerdict, { challenge }: CodeFacts): Counted {
  if (verdict.kind !== 'compare') return verdict;
  if (!challenge?.code) return { kind: 'refuse', messageId: 'expiredOtp' };
  return { ...verdict, codeHash: challenge.code.hash };
}

// The device's keys again, apart from the join: an empty table's plan then still uses its index.
const writeText = `
  with tried as (
    select * from unnest($2::text[], $3::bytea[], $4::timestamptz[], $5::bytea[])
      as tried (user_key, mobile_index, at, try_hash)),
  ${recordEvents('tries', 'tried')}
  update inaam.challenge set tries = tries + 1, tried = challenge.tried || tried.try_hash
  from tried
  where campaign = $1 and challenge.user_key = any ($2::text[])
    and challenge.user_key = tried.user_key and challenge.mobile_index = tried.mobile_index`;

function writeOf(campaign: string, tries: readonly Try[]): QueryConfig | undefined {
  if (tries.length === 0) return undefined;
  return prepared(writeText, [
    campaign,
    tries.map(({ userKey }) => userKey),
    tries.map(({ mobileIndex }) => mobileIndex),
    tries.map(({ now }) => new Date(now)),
    tries.map(({ tryHash }) => tryHash),
  ]);
}
