// `users/verifyOTP/` (OTP-3 to OTP-6).
import { claimsIn } from '@inaam/campaigns/loader/plugin-files.ts';
import { isOtp } from '@inaam/contract/fields.ts';
import {
  type CodeStorage,
  nothingPending,
  pendingMobile,
  senderOf,
} from '../codes/request-code.call.ts';
import { clientNetwork } from '../http/client-address.ts';
import { guardedTryAgain, notOpen, Refusal, refuse } from '../http/refusal.ts';
import type { ClaimVerdict } from '../codes/claims.rules.ts';
import { messageIds } from '@inaam/contract/message-ids.ts';
import type { Bound, CallContext, Handler } from '../http/context.ts';
import { openRegistration, sealPersonalData } from '../platform/personal-data.ts';
import { indianDay, phaseOf } from '../platform/period.rules.ts';
import { fixedRewardOf } from '../draw/promise.rules.ts';
import { typedCode } from '../codes/one-time-code.ts';
import { accessTokenLifetimeMs } from '@inaam/contract/limits.ts';
import type { SealedRegistration } from '../codes/code-facts.sql.ts';
import type { Verified, verifyCodes, VerifyingTry } from './verifications.sql.ts';

export type VerifyStorage = Bound<{ verifyCodes: typeof verifyCodes }>;

/** A call that lost a race succeeds when repeated, as after a lost answer. */
const retryAfterRaceSeconds = 1;

export const verifyOtp: Handler<'verifyOtp', CodeStorage & VerifyStorage> = async (
  call,
  context,
) => {
  const { userKey, t, fields, address } = call;
  const { campaign, clocks, keys } = context;
  const phase = phaseOf(campaign.programme, clocks.campaign());
  if (phase !== 'open') throw notOpen(phase);
  if (!isOtp(fields.otp)) throw refuse('invalidOtp');
  const { mobileIndex } = await pendingMobile({ userKey, mobile: fields.mobile }, context);
  const accessToken = keys.newAccessToken();
  const now = clocks.wall();
  const today = indianDay(clocks.campaign());
  const verificationOf = (sealed: SealedRegistration) => {
    const { purchase, ...registration } = openRegistration(
      keys,
      { mobileIndex, ...sealed },
      userKey,
    );
    // What is granted is granted for the purchase that the page names.
    if (context.entry?.isOther(purchase, fields, context)) return nothingPending();
    return {
      state: registration.state,
      today,
      pseudonymFor: (claim: number) => keys.pseudonymOf(mobileIndex, claim),
      sealFor: (pseudonym: Uint8Array) => sealPersonalData(keys, registration, pseudonym),
      token: { hash: keys.tokenHash(accessToken), expiresAt: now + accessTokenLifetimeMs },
      network: keys.sourceHash('network', clientNetwork(address).network),
      sender: senderOf(keys, address),
      purchase,
    };
  };
  const typed = { userKey, mobileIndex, otp: fields.otp, t, now, verificationOf };
  const verified = await verifyCode(typed, context);
  if (verified.kind === 'raced' || verified.kind === 'proven')
    throw refuse('tryAgain', retryAfterRaceSeconds);
  if (verified.kind === 'full') throw notOpen('ended');
  if (verified.kind === 'rewarded') throw claimRefusal(context, verified.again);
  if (verified.kind === 'blocked') throw refuse('invalidUser');
  if (verified.kind === 'refused') throw verified.refusal;
  const fixedReward = fixedRewardOf(campaign.fixed, verified.state, today);
  // A fixed reward remains fixed even if its law has ended since: there is no wheel for it.
  const fromTN = fixedReward || verified.promise === 'fixed' ? 1 : 0;
  return { accessToken, fromTN, ...(verified.isPurchaseUnused && context.entry?.unused) };
};

/** @public For plugins. A number has taken part as often as it may. */
export function claimRefusal(
  { campaign, clocks }: Pick<CallContext, 'campaign' | 'clocks'>,
  again: Extract<ClaimVerdict, { kind: 'limit' }>['again'],
): Refusal {
  const { programme } = campaign;
  if (!claimsIn(campaign)) return refuse('participationLimit');
  const isTomorrow = again === 'tomorrow' && indianDay(clocks.campaign()) < programme.to;
  const sentence = isTomorrow ? 'claimedToday' : 'claimedAll';
  return new Refusal(messageIds.participationLimit, sentence, { messageId: 'participationLimit' });
}

/** @throws Refusal unless the code is right */
export async function verifyCode(
  { otp, ...asked }: Omit<VerifyingTry, 'typed'> & { otp: string },
  { keys, storage }: CallContext<VerifyStorage>,
): Promise<Exclude<Verified, { kind: 'refuse' }>> {
  const { userKey, mobileIndex, t } = asked;
  const typed = typedCode(keys, { otp, t }, userKey, mobileIndex);
  const verified = await storage.verifyCodes.one({ ...asked, typed });
  if (verified.kind !== 'refuse') return verified;
  if (verified.messageId === 'tryAgain') {
    const { isGuarded, retryAfterSeconds } = verified;
    throw isGuarded ? guardedTryAgain(retryAfterSeconds) : refuse('tryAgain', retryAfterSeconds);
  }
  if (verified.messageId === 'invalidData') throw nothingPending();
  throw refuse(verified.messageId);
}
