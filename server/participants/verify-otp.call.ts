// `users/verifyOTP/` (OTP-3 to OTP-6).
import { isOtp } from '@inaam/contract/fields.ts';
import {
  type CodeStorage,
  nothingPending,
  pendingMobile,
  senderOf,
} from '../codes/request-code.call.ts';
import { clientNetwork } from '../http/client-address.ts';
import { notOpen, refuse, guardedTryAgain } from '../http/refusal.ts';
import type { Bound, CallContext, Handler } from '../http/context.ts';
import { claimRefusal, isOfOtherPack, packRefusal } from '../packs/admit-pack.call.ts';
import { openRegistration, sealPersonalData } from '../platform/personal-data.ts';
import { indianDay, phaseOf } from '../platform/period.rules.ts';
import { fixedRewardOf } from '../draw/promise.rules.ts';
import { typedCode } from '../codes/one-time-code.ts';
import type { Counted, countTries, Try } from '../codes/code-tries.sql.ts';
import { accessTokenLifetimeMs } from '@inaam/contract/limits.ts';
import type { recordVerifications } from './verifications.sql.ts';

export type TryStorage = Bound<{ countTries: typeof countTries }>;
type VerifyStorage = CodeStorage &
  TryStorage &
  Bound<{ recordVerifications: typeof recordVerifications }>;

/** A call that lost a race succeeds when repeated, as after a lost answer. */
const retryAfterRaceSeconds = 1;

export const verifyOtp: Handler<'verifyOtp', VerifyStorage> = async (call, context) => {
  const { userKey, t, fields, address } = call;
  const { campaign, clocks, keys, storage } = context;
  const phase = phaseOf(campaign.programme, clocks.campaign());
  if (phase !== 'open') throw notOpen(phase);
  if (!isOtp(fields.otp)) throw refuse('invalidOtp');
  const { mobileIndex } = await pendingMobile({ userKey, mobile: fields.mobile }, context);
  const typed = { userKey, mobileIndex, otp: fields.otp, t, needsRegistration: true };
  const { codeHash, isCounted, registration: sealed } = await compareCode(typed, context);
  if (!sealed) throw nothingPending();

  const accessToken = keys.newAccessToken();
  const now = clocks.wall();
  const today = indianDay(clocks.campaign());
  const { pack, ...registration } = openRegistration(keys, { mobileIndex, ...sealed }, userKey);
  // What is granted is granted for the pack that the page names.
  if (fields.pack !== undefined && isOfOtherPack(pack, fields.pack, context))
    throw nothingPending();
  const verified = await storage.recordVerifications.one({
    userKey,
    mobileIndex,
    codeHash,
    t,
    isRepeat: !isCounted,
    now,
    state: registration.state,
    today,
    pseudonymFor: (claim) => keys.pseudonymOf(mobileIndex, claim),
    sealFor: (pseudonym) => sealPersonalData(keys, registration, pseudonym),
    token: { hash: keys.tokenHash(accessToken), expiresAt: now + accessTokenLifetimeMs },
    network: keys.reviewSource('network', clientNetwork(address).network),
    sender: senderOf(keys, address),
    pack: pack && { ...pack, id: Buffer.from(pack.id, 'hex') },
  });
  if (verified.kind === 'raced') throw refuse('tryAgain', retryAfterRaceSeconds);
  if (verified.kind === 'full') throw notOpen('ended');
  if (verified.kind === 'rewarded') throw claimRefusal(context, verified.again);
  if (verified.kind === 'blocked') throw refuse('invalidUser');
  if (verified.kind === 'noPack') throw packRefusal(verified.refusal);
  const fixedReward = fixedRewardOf(campaign.fixed, verified.state, today);
  // A fixed reward remains fixed even if its law has ended since: there is no wheel for it.
  const fromTN = fixedReward || verified.promise === 'fixed' ? 1 : 0;
  return { accessToken, fromTN, ...(verified.isPackUnused && { isPackUnused: true }) };
};

// A try is counted and committed before the code is compared, so that parallel guesses get no more
// than five comparisons.

type TypedCode = Pick<Try, 'userKey' | 'mobileIndex' | 't' | 'needsRegistration'> & { otp: string };
type Comparison = Extract<Counted, { kind: 'compare' }>;

/** @throws Refusal unless the code is right */
export async function compareCode(
  { otp, ...asked }: TypedCode,
  { clocks, keys, storage }: CallContext<TryStorage>,
): Promise<Comparison> {
  const { userKey, mobileIndex, t } = asked;
  const typed = typedCode(keys, { otp, t }, userKey, mobileIndex);
  const comparison = comparisonOf(
    await storage.countTries.one({ ...asked, now: clocks.wall(), typed }),
  );
  if (!keys.isSameHash(comparison.codeHash, typed.hash)) throw refuse('invalidOtp');
  return comparison;
}

function comparisonOf(counted: Counted): Comparison {
  if (counted.kind === 'compare') return counted;
  if (counted.messageId === 'tryAgain') {
    const { isGuarded, retryAfterSeconds } = counted;
    throw isGuarded ? guardedTryAgain(retryAfterSeconds) : refuse('tryAgain', retryAfterSeconds);
  }
  if (counted.messageId === 'invalidData') throw nothingPending();
  throw refuse(counted.messageId);
}
