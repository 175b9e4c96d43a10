// Each try is compared under the locks under which it is counted, and answered after the commit
// (OTP-5, OTP-6), so that parallel guesses get no more comparisons than tries.
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
import { prepared } from '../database/batches/batch.ts';
import { otherTriesMax, type CodeFacts, recordDeviceEvents } from './code-facts.sql.ts';

export type Try = {
  userKey: string;
  mobileIndex: Buffer;
  /** `t` of the signed call, ms. */
  t: number;
  now: number;
  typed: {
    /** Hash of the typed code, as a code of this device. */
    hash: Buffer;
    isOwnCode: (hash: Buffer) => boolean;
    /** Keyed hash of `t` and the typed code, which identifies a captured try. */
    tryHash: Buffer;
    isGuardedCode: (sentAt: number) => boolean;
  };
};

/** @property isCounted false for a repeat of a counted try */
export type TryOutcome =
  | { kind: 'right'; isCounted: boolean; usedAt: number | undefined }
  | Extract<TryVerdict, { kind: 'refuse' }>;

export type DecidedTry<Item extends Try> = {
  item: Item;
  facts: CodeFacts;
  verdict: TryVerdict;
  isProven: boolean;
  isRemembered: boolean;
  outcome: TryOutcome;
};

/** @param facts read under the locks that are held until the try is written */
export function decideTry<Item extends Try>(
  item: Item,
  facts: CodeFacts,
  rateLimits: RateLimits,
): DecidedTry<Item> {
  const known = factsForRule(item, facts);
  const verdict = tryCode(known, rateLimits);
  return {
    item,
    facts,
    verdict,
    isProven: isProof(known, verdict),
    isRemembered: isRefusalRemembered(known),
    outcome: outcomeOf(known, verdict),
  };
}

function factsForRule({ now, t, typed }: Try, facts: CodeFacts): TryFacts {
  const { codeRequest } = facts;
  const isThis = (hash: Buffer) => hash.equals(typed.tryHash);
  return {
    ...facts,
    now,
    t,
    requestedT: codeRequest?.requestedT,
    isRepeat: codeRequest?.code?.tried.some(isThis) ?? false,
    isRefusedRepeat: [...(codeRequest?.guardedTried ?? []), ...facts.otherTried].some(isThis),
    code: codeRequest && (codeRequest.code ?? 'none'),
    guardedTyped: codeRequest?.guardedTyped ?? [],
    isOwnCode: codeRequest?.code !== undefined && typed.isOwnCode(codeRequest.code.hash),
    isGuardedCode: typed.isGuardedCode,
  };
}

function outcomeOf({ code, isOwnCode }: TryFacts, verdict: TryVerdict): TryOutcome {
  switch (verdict.kind) {
    case 'refuse':
      return verdict;
    case 'guarded': {
      const { isPassed, isRight, retryAfterSeconds } = verdict;
      // The last guarded code becomes the device's own code and is then used like any other.
      if (isPassed) return { kind: 'right', isCounted: true, usedAt: undefined };
      if (!isRight) return { kind: 'refuse', messageId: 'invalidOtp' };
      return { kind: 'refuse', messageId: 'tryAgain', retryAfterSeconds, isGuarded: true };
    }
    case 'compare':
      if (!isOwnCode || typeof code !== 'object')
        return { kind: 'refuse', messageId: 'invalidOtp' };
      return { kind: 'right', isCounted: verdict.isCounted, usedAt: code.usedAt };
    default:
      return verdict satisfies never;
  }
}

type Change = DecidedTry<Try> & { isCounted: boolean; guarded: Guarded | undefined };
type Guarded = Extract<TryVerdict, { kind: 'guarded' }>;

function changeOf(decided: DecidedTry<Try>): Change[] {
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
  update inaam.code_request set
    tries = case when passed_hash is not null then 1
                 else code_request.tries + case when is_counted then 1 else 0 end end,
    tried = case when passed_hash is not null then array[try_hash]
                 when is_counted then code_request.tried || try_hash else code_request.tried end,
    guarded_tried = case when passed_hash is not null
                         then (code_request.tried || code_request.guarded_tried)[:${otherTriesMax}]
                         when is_counted and rights is null then code_request.guarded_tried
                         else (try_hash || code_request.guarded_tried)[:${otherTriesMax}] end,
    guarded_tried_at = case when rights is null then code_request.guarded_tried_at else tried.guarded_tried_at end,
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
  where campaign = $1 and code_request.user_key = any ($2::text[])
    and code_request.user_key = tried.user_key and code_request.mobile_index = tried.mobile_index`;

export function triesWrite(
  campaign: string,
  decided: readonly DecidedTry<Try>[],
): QueryConfig | undefined {
  const changes = decided.flatMap(changeOf);
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
