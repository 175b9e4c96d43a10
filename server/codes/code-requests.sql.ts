// One short transaction per batch: lock, read, decide, then write registrations, codes, rate-limit
// events and SMS in one statement.
import type { QueryConfig } from 'pg';
import type { RateLimits } from './rate-limits.rules.ts';
import {
  checkSendBudget,
  type BudgetVerdict,
  type Priority,
  type SendBudget,
  SendTally,
} from '../sms/send-budget.rules.ts';
import {
  isSpent,
  orderAfter,
  requestCode,
  type CodeRequestVerdict,
  type RequestOrder,
} from './request-code.rules.ts';
import {
  batched,
  type Batched,
  withNamedValues,
  rowKey,
  lockThenWrite,
} from '../database/batches/batch.ts';
import {
  lockCodeFacts,
  otherTriesMax,
  type CodeFacts,
  deviceAndMobileKeys,
  findHeldCodes,
  recordDeviceEvents,
  rareWrites,
} from './code-facts.sql.ts';
import type { Database } from '../database/database.ts';
import { notifyDue } from '../messages/outbox.sql.ts';
import {
  addToCounters,
  retryIfBudgetSpent,
  countersOf,
  counterValues,
  countsOf,
  readSendState,
  type PurchaseCounters,
  type Sender,
} from './send-counters.sql.ts';

type Code = { hash: Buffer; sealed: Buffer; expiresAt: number; sealGuarded: () => Buffer };

export type CodeRequest = {
  call: 'register' | 'resend' | 'prove';
  userKey: string;
  mobileIndex: Buffer;
  /** `t` of the signed call, ms. */
  t: number;
  /** Wall time, ms. */
  now: number;
  /**
   * Undefined keeps the stored values: `resend` keeps them all, `prove` an earlier registration.
   */
  registration: { mobileSealed: Buffer; registrationSealed: Buffer | undefined } | undefined;
  sender: Sender;
  /** Undefined unless an unused one is named. */
  purchase?: PurchaseCounters | undefined;
  proof: Proof | undefined;
  /** Used only if the verdict is to send a new code. */
  code: Code;
};

/** A correct proof of work; `id` has 32 bytes. */
type Proof = { id: Buffer; expiresAt: number };

export type CodeRequestAnswer = CodeRequestVerdict | Extract<BudgetVerdict, { kind: 'overBudget' }>;

type Decided = {
  request: CodeRequest;
  verdict: CodeRequestAnswer;
  order: RequestOrder;
  dropsCode: boolean;
  priority: Priority;
  /** Of a code that is sent. */
  counters: string[];
};

/** @param needsPurchase `Entry` refuses who has none, or has taken part too often */
export function requestCodes(
  database: Database,
  campaign: string,
  rateLimits: RateLimits,
  needsPurchase = false,
): Batched<CodeRequest, CodeRequestAnswer> {
  return batched(
    keyOf,
    (requests) =>
      retryIfBudgetSpent(() =>
        lockThenWrite(
          database,
          (connection) => lockCodeFacts(connection, campaign, requests, readSendState(requests)),
          (locked) => {
            const decided = decide(locked, rateLimits, needsPurchase);
            return {
              result: new Map(decided.map(({ request, verdict }) => [keyOf(request), verdict])),
              write: writeOf(campaign, decided, rateLimits.budget),
            };
          },
        ),
      ),
    // Otherwise two devices that request a code for one mobile would get two codes.
    deviceAndMobileKeys,
    undefined,
    findHeldCodes(database, campaign),
  );
}

const keyOf = (request: CodeRequest) => rowKey(request.userKey, request.mobileIndex);

/** Decides the requests in sequence, because each spends what is left for the next. */
function decide(
  locked: readonly { item: CodeRequest; facts: CodeFacts }[],
  rateLimits: RateLimits,
  needsPurchase: boolean,
): Decided[] {
  const stored = locked.flatMap(({ facts }) => facts.sendState.counters ?? []);
  const tally = new SendTally(new Map(stored.map((counter) => [counter.name, counter])));
  return locked.map(({ item: request, facts }) => {
    const order = orderAfter(request, facts.codeRequest);
    const known = { ...factsForRule(request, facts), mayClaimAgain: needsPurchase };
    const dropsCode = request.registration !== undefined && isSpent(known);
    const refused = { request, order, dropsCode, priority: 0 as const, counters: [] };
    const verdict = requestCode(known, rateLimits);
    if (verdict.kind !== 'send') return { ...refused, verdict };
    const asked = {
      isProve: request.call === 'prove',
      hasProof: request.proof !== undefined && !facts.sendState.isProofUsed,
      needsPurchase,
    };
    const budgetVerdict = checkSendBudget(
      countsOf(tally, request, facts),
      asked,
      rateLimits.budget,
    );
    if (budgetVerdict.kind === 'overBudget') return { ...refused, verdict: budgetVerdict };
    if (facts.areCodesStopped) {
      // Answered like any other request, so that a stranger learns nothing.
      const { resendAfterSeconds } = verdict;
      return {
        ...refused,
        verdict: { kind: 'wait', resendAfterSeconds, keep: true, isElsewhere: false },
      };
    }
    const { priority, isEarned } = budgetVerdict;
    const counters = countersOf(request, { isEarned, needsPurchase });
    tally.add(counters);
    return { ...refused, verdict, priority, counters };
  });
}

function factsForRule({ now, t, call }: CodeRequest, facts: CodeFacts) {
  const { registration, isRewarded: rewarded, isBlocked: blocked, ...others } = facts;
  // A resend needs what was typed: after `prove`, or once it is wiped, there is none.
  const codeRequest = call === 'resend' && !registration ? undefined : facts.codeRequest;
  return {
    ...others,
    now,
    t,
    call,
    rewarded,
    blocked,
    codeRequest,
  };
}

/** An undefined `code` keeps the device's present code. */
type Change = Decided & { code: Code | undefined; guardedSealed: Buffer | undefined };

/** A call that repeats an older one changes nothing. */
function changeOf(decided: Decided): Change[] {
  const { request, verdict } = decided;
  if (verdict.kind === 'send') {
    const code = verdict.code === 'new' ? request.code : undefined;
    const guardedSealed = verdict.code === 'guarded' ? request.code.sealGuarded() : undefined;
    return [{ ...decided, code, guardedSealed }];
  }
  const isNewest = verdict.kind === 'wait' && verdict.keep;
  // Remember a resend that came too early, so that replaying it later sends no SMS. A refused
  // registration is not remembered; docs/decisions/0019 says what follows.
  const isTooEarly =
    request.call === 'resend' &&
    (verdict.kind === 'overBudget' ||
      (verdict.kind === 'refuse' && verdict.messageId === 'tryAgain'));
  return isNewest || isTooEarly ? [{ ...decided, code: undefined, guardedSealed: undefined }] : [];
}

/** `code_used_at` without a code marks that the registration drops the code, which is spent. */
const keepsCode = 'excluded.code_hash is null and excluded.code_used_at is null';

/**
 * A new code replaces the old one and resets the tries. A resend of the same code is only recorded.
 * A guarded code belongs to the mobile and leaves the device's code unchanged.
 */
const writeText = (rare: string) => `
  with request as (
    select * from unnest($userKeys::text[], $mobileIndexes::bytea[], $requestedTs::bigint[],
                         $times::timestamptz[], $sealedMobiles::bytea[], $registrations::bytea[],
                         $codeHashes::bytea[], $sealedCodes::bytea[], $codeExpiries::timestamptz[],
                         $areSent::boolean[], $guardedCodes::bytea[], $priorities::integer[],
                         $orderedTs::bigint[], $aheadTs::text[], $dropsCodes::boolean[])
      as request (user_key, mobile_index, t, at, mobile_sealed, registration_sealed, code_hash,
                  code_sealed, code_expires_at, is_sent, guarded_sealed, priority,
                  ordered_t, ahead_ts, drops_code)),
  sent as (select * from request where is_sent and guarded_sealed is null),
  ${recordDeviceEvents('sends', 'sent')},
  mobile_event as (
    insert into inaam.mobile_limits as mobile (campaign, mobile_index, sends)
    select $1, mobile_index, array[at] from sent
    on conflict (campaign, mobile_index) do update set sends = mobile.sends || excluded.sends),
  ${rare}${addToCounters},
  written as (
    insert into inaam.code_request as old (campaign, user_key, mobile_index, requested_t, registered_at,
      mobile_sealed, registration_sealed, code_hash, code_sealed, code_at, code_expires_at,
      ordered_t, ahead_ts, code_used_at)
    select $1, user_key, mobile_index, t, at, mobile_sealed, registration_sealed,
      code_hash, code_sealed, case when code_hash is not null then at end, code_expires_at,
      ordered_t, ahead_ts::bigint[], case when drops_code and code_hash is null then at end
    from request
    on conflict (campaign, user_key, mobile_index) do update set
      requested_t = greatest(old.requested_t, excluded.requested_t),
      ordered_t = excluded.ordered_t,
      ahead_ts = excluded.ahead_ts,
      registered_at = case when excluded.mobile_sealed is null then old.registered_at else excluded.registered_at end,
      mobile_sealed = coalesce(excluded.mobile_sealed, old.mobile_sealed),
      registration_sealed = coalesce(excluded.registration_sealed, old.registration_sealed),
      code_hash = case when ${keepsCode} then old.code_hash else excluded.code_hash end,
      code_sealed = case when ${keepsCode} then old.code_sealed else excluded.code_sealed end,
      code_at = case when ${keepsCode} then old.code_at else excluded.code_at end,
      code_expires_at = case when ${keepsCode} then old.code_expires_at else excluded.code_expires_at end,
      code_used_at = case when ${keepsCode} then old.code_used_at end,
      tries = case when ${keepsCode} then old.tries else 0 end,
      tried = case when ${keepsCode} then old.tried else '{}' end,
      guarded_tried = case when ${keepsCode} then old.guarded_tried
                           else (old.tried || old.guarded_tried)[:${otherTriesMax}] end,
      is_guarded_pass = (${keepsCode}) and old.is_guarded_pass
    returning user_key, mobile_index, code_hash),
  owed as (
    insert into inaam.message (campaign, kind, user_key, mobile_index, code_hash, guarded_at, code_sealed, owed_at, priority)
    select $1, 'otp', user_key, mobile_index, case when guarded_sealed is null then written.code_hash end,
      case when guarded_sealed is not null then at end, guarded_sealed, at, priority
    from written join request using (user_key, mobile_index) where is_sent
    returning id)
  select ${notifyDue('otp')} where exists (select from owed)`;
const usualQuery = withNamedValues(writeText(''));
const anyQuery = withNamedValues(writeText(rareWrites));

function writeOf(
  campaign: string,
  decided: readonly Decided[],
  budget: SendBudget,
): QueryConfig | undefined {
  const changes = decided.flatMap(changeOf);
  if (changes.length === 0) return undefined;
  const requests = changes.map(({ request }) => request);
  const isSent = ({ verdict }: Decided) => verdict.kind === 'send';
  const sent = changes.filter(isSent);
  const counts = sent.flatMap(({ request: { now }, counters }) =>
    counters.map((name) => ({ name, now })),
  );
  const proofs = sent.flatMap(({ request: { proof } }) => (proof ? [proof] : []));
  const changed = new Set(requests);
  const unchanged = decided.filter(({ request }) => !changed.has(request));
  const values = {
    userKeys: requests.map(({ userKey }) => userKey),
    mobileIndexes: requests.map(({ mobileIndex }) => mobileIndex),
    requestedTs: requests.map(({ t }) => t),
    times: requests.map(({ now }) => new Date(now)),
    sealedMobiles: requests.map(({ registration }) => registration?.mobileSealed),
    registrations: requests.map(({ registration }) => registration?.registrationSealed),
    codeHashes: changes.map(({ code }) => code?.hash),
    sealedCodes: changes.map(({ code }) => code?.sealed),
    codeExpiries: changes.map(({ code }) => code && new Date(code.expiresAt)),
    areSent: changes.map(isSent),
    guardedCodes: changes.map(({ guardedSealed }) => guardedSealed),
    priorities: changes.map(({ priority }) => priority),
    orderedTs: changes.map(({ order }) => order.requestedT),
    aheadTs: changes.map(({ order }) => `{${order.aheadTs.join(',')}}`),
    dropsCodes: changes.map(({ dropsCode }) => dropsCode),
    ...counterValues(counts, budget),
  };
  const isUsual =
    unchanged.length + proofs.length === 0 && changes.every((change) => !change.guardedSealed);
  if (isUsual) return usualQuery(campaign, values);
  return anyQuery(campaign, {
    ...values,
    unchangedKeys: unchanged.map(({ request }) => request.userKey),
    unchangedMobiles: unchanged.map(({ request }) => request.mobileIndex),
    proofs: proofs.map(({ id }) => id),
    proofExpiries: proofs.map(({ expiresAt }) => new Date(expiresAt)),
  });
}
