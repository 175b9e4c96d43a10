// Commits each counted try before answering it (OTP-5, OTP-6), so that parallel guesses get no more
// comparisons than tries.
import type { QueryConfig } from 'pg';
import { codeLifetimeMs, type RateLimits } from './rate-limits.rules.ts';
import {
  isProof,
  isRefusalRemembered,
  tryCode,
  type TryFacts,
  type TryVerdict,
} from './try-code.rules.ts';
import { provenBy } from './guarded-mobile.rules.ts';
import {
  batched,
  type Batched,
  prepared,
  rowKey,
  lockThenWrite,
} from '../database/batches/batch.ts';
import {
  lockCodeFacts,
  otherTriesMax,
  type CodeFacts,
  type SealedRegistration,
  deviceAndMobileKeys,
  findHeldCodes,
  recordDeviceEvents,
} from './code-facts.sql.ts';
import type { Database } from '../database/database.ts';

export type Try = {
  userKey: string;
  mobileIndex: Buffer;
  /** `t` of the signed call, ms. */
  t: number;
  now: number;
  /** Only a device that has registered the mobile may participate with its code. */
  needsRegistration: boolean;
  typed: {
    /** Hash of the typed code, as a code of this device. */
    hash: Buffer;
    /** Keyed hash of `t` and the typed code, which identifies a captured try. */
    tryHash: Buffer;
    isGuardedCode: (sentAt: number) => boolean;
  };
};

export type Counted =
  | {
      kind: 'compare';
      isCounted: boolean;
      codeHash: Buffer;
      registration: SealedRegistration | undefined;
    }
  | Extract<TryVerdict, { kind: 'refuse' }>;

/** Of 200 simultaneous tries of one code, 5 are `compare` and 195 are refused. */
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
          const decided = locked.map(({ item, facts }) => {
            const known = factsForRule(item, facts);
            const verdict = tryCode(known, rateLimits);
            const isProven = isProof(known, verdict);
            return { item, facts, verdict, isProven, isRemembered: isRefusalRemembered(known) };
          });
          return {
            result: new Map(decided.map((each) => [keyOf(each.item), answerOf(each)])),
            write: writeOf(campaign, decided.flatMap(changeOf)),
          };
        },
      ),
    deviceAndMobileKeys,
    undefined,
    findHeldCodes(database, campaign),
  );
}

const keyOf = (item: Try) => rowKey(item.userKey, item.mobileIndex);

function factsForRule(item: Try, facts: CodeFacts): TryFacts {
  const { now, t, typed, needsRegistration } = item;
  const { registration, ...times } = facts;
  const codeRequest = needsRegistration && !registration ? undefined : facts.codeRequest;
  const isThis = (hash: Buffer) => hash.equals(typed.tryHash);
  return {
    ...times,
    now,
    t,
    requestedT: codeRequest?.requestedT,
    isRepeat: codeRequest?.code?.tried.some(isThis) ?? false,
    isRefusedRepeat: [...(codeRequest?.guardedTried ?? []), ...facts.otherTried].some(isThis),
    code: codeRequest && (codeRequest.code ?? 'none'),
    guardedTyped: codeRequest?.guardedTyped ?? [],
    isOwnCode: codeRequest?.code?.hash.equals(typed.hash) ?? false,
    isGuardedCode: typed.isGuardedCode,
  };
}

type Decided = {
  item: Try;
  facts: CodeFacts;
  verdict: TryVerdict;
  isProven: boolean;
  isRemembered: boolean;
};

/** The last guarded code becomes the device's own code and is then used like any other. */
function answerOf({ item, facts: { codeRequest, registration }, verdict }: Decided): Counted {
  switch (verdict.kind) {
    case 'refuse':
      return verdict;
    case 'guarded': {
      const { isPassed, isRight, retryAfterSeconds } = verdict;
      const { hash: codeHash } = item.typed;
      if (isPassed) return { kind: 'compare', isCounted: true, codeHash, registration };
      if (!isRight) return { kind: 'refuse', messageId: 'invalidOtp' };
      return { kind: 'refuse', messageId: 'tryAgain', retryAfterSeconds, isGuarded: true };
    }
    case 'compare':
      return codeRequest?.code
        ? { ...verdict, codeHash: codeRequest.code.hash, registration }
        : { kind: 'refuse', messageId: 'expiredOtp' };
    default:
      return verdict satisfies never;
  }
}

type Change = Decided & { isCounted: boolean; guarded: Guarded | undefined };
type Guarded = Extract<TryVerdict, { kind: 'guarded' }>;

function changeOf(decided: Decided): Change[] {
  const { verdict, isRemembered } = decided;
  if (verdict.kind === 'refuse') {
    return isRemembered ? [{ ...decided, isCounted: false, guarded: undefined }] : [];
  }
  if (verdict.kind === 'compare') {
    return verdict.isCounted ? [{ ...decided, isCounted: true, guarded: undefined }] : [];
  }
  return [{ ...decided, isCounted: verdict.isCounted, guarded: verdict }];
}

// The device's keys are repeated outside the join, so that a plan made for an empty table still
// uses the index.
const writeText = `
  with tried as (
    select * from unnest($2::text[], $3::bytea[], $4::timestamptz[], $5::boolean[], $6::timestamptz[],
                         $7::integer[], $8::timestamptz[], $9::integer[], $10::bytea[], $11::bytea[],
                         $12::text[], $13::text[])
      as tried (user_key, mobile_index, at, is_counted, guarded_tried_at,
                rights, since, misses, passed_hash, try_hash,
                proven_sends, proven_tries)),
  counted as (select * from tried where is_counted or rights is not null),
  ${recordDeviceEvents('tries', 'counted')},
  mobile_event as (
    insert into inaam.mobile_limits as mobile (campaign, mobile_index, tries,
      proven_sends, proven_tries, guarded_misses, guarded_used_at)
    select $1, mobile_index, case when is_counted then array[at] else '{}' end,
      proven_sends::timestamptz[], proven_tries::timestamptz[], coalesce(misses, 0),
      case when passed_hash is not null then at end
    from counted
    on conflict (campaign, mobile_index) do update set
      tries = mobile.tries || excluded.tries,
      proven_sends = mobile.proven_sends || excluded.proven_sends,
      proven_tries = mobile.proven_tries || excluded.proven_tries,
      guarded_misses = mobile.guarded_misses + excluded.guarded_misses,
      guarded_used_at = coalesce(excluded.guarded_used_at, mobile.guarded_used_at))
  update inaam.challenge set
    tries = case when passed_hash is not null then 1
                 else challenge.tries + case when is_counted then 1 else 0 end end,
    tried = case when passed_hash is not null then array[try_hash]
                 when is_counted then challenge.tried || try_hash else challenge.tried end,
    guarded_tried = case when passed_hash is not null
                         then (challenge.tried || challenge.guarded_tried)[:${otherTriesMax}]
                         when is_counted and rights is null then challenge.guarded_tried
                         else (try_hash || challenge.guarded_tried)[:${otherTriesMax}] end,
    guarded_tried_at = case when rights is null then challenge.guarded_tried_at else tried.guarded_tried_at end,
    guarded_rights = coalesce(rights, guarded_rights),
    guarded_since = case when rights is null then guarded_since else since end,
    is_guarded_pass = passed_hash is not null or is_guarded_pass,
    code_hash = coalesce(passed_hash, code_hash),
    code_sealed = case when passed_hash is null then code_sealed end,
    code_at = case when passed_hash is null then code_at else at end,
    code_expires_at = case when passed_hash is null then code_expires_at
                           else at + interval '${codeLifetimeMs} ms' end,
    code_used_at = case when passed_hash is null then code_used_at end
  from tried
  where campaign = $1 and challenge.user_key = any ($2::text[])
    and challenge.user_key = tried.user_key and challenge.mobile_index = tried.mobile_index`;

function writeOf(campaign: string, changes: readonly Change[]): QueryConfig | undefined {
  if (changes.length === 0) return undefined;
  const guarded = changes.map((change) => change.guarded);
  const proven = changes.map(({ item, facts, isProven }) => {
    const { mobileSends, provenSends, mobileTries, provenTries } = facts;
    if (!isProven) return { sends: [], tries: [] };
    return {
      sends: provenBy(mobileSends, provenSends, facts.deviceSends),
      tries: [...provenBy(mobileTries, provenTries, facts.deviceTries), item.now],
    };
  });
  return prepared(writeText, [
    campaign,
    changes.map(({ item }) => item.userKey),
    changes.map(({ item }) => item.mobileIndex),
    changes.map(({ item }) => new Date(item.now)),
    changes.map(({ isCounted }) => isCounted),
    guarded.map((tried) => timeOf(tried?.typed.at(-1))),
    guarded.map((tried) => tried?.typed.length),
    guarded.map((tried) => timeOf(tried?.typed[0])),
    guarded.map((tried) => tried?.misses),
    changes.map(({ item, guarded: tried }) => (tried?.isPassed ? item.typed.hash : undefined)),
    changes.map(({ item }) => item.typed.tryHash),
    proven.map(({ sends }) => arrayOf(sends)),
    proven.map(({ tries }) => arrayOf(tries)),
  ]);
}

const arrayOf = (times: readonly number[]) =>
  `{${times.map((time) => new Date(time).toISOString()).join(',')}}`;

const timeOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms));
