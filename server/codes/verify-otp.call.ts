// `users/verifyOTP/` (OTP-3 to OTP-6).
import { isOtp } from '@inaam/contract/fields.ts';
import { compareCode } from './compare-code.call.ts';
import { readPendingRegistration } from './pending-registration.call.ts';
import { clientNetwork } from '../http/client-network.ts';
import { notOpen, refuse } from '../http/refusal.ts';
import type { Handler } from '../http/context.ts';
import { openRegistration, sealPersonalData } from '../platform/personal-data.ts';
import { accessTokenLifetimeMs } from '../participants/access-token.rules.ts';
import { indianDay, phaseOf } from '../platform/period.rules.ts';
import { admissionPoolOf } from '../draw/admission.rules.ts';
import { fixedRewardOf } from '../draw/promise.rules.ts';

/** A call that lost a race succeeds when it is repeated, as after a lost answer. */
const retryAfterRaceSeconds = 1;

export const verifyOtp: Handler<'verifyOtp'> = async (call, context) => {
  const { userKey, t, fields, address } = call;
  const { campaign, clocks, keys, storage } = context;
  const phase = phaseOf(campaign.programme, clocks.campaign());
  if (phase !== 'open') throw notOpen(phase);
  if (!isOtp(fields.otp)) throw refuse('invalidOtp');
  const asked = { userKey, mobile: fields.mobile };
  const sealedRegistration = await readPendingRegistration(asked, context);
  const { mobileIndex } = sealedRegistration;
  const typed = { userKey, mobileIndex, otp: fields.otp, t };
  const { codeHash, isCounted } = await compareCode(typed, context);

  const accessToken = keys.newAccessToken();
  const now = clocks.wall();
  const today = indianDay(clocks.campaign());
  const registration = openRegistration(keys, sealedRegistration, userKey);
  const verified = await storage.recordVerifications.one({
    userKey,
    mobileIndex,
    codeHash,
    t,
    isRepeat: !isCounted,
    now,
    state: registration.state,
    today,
    admissionPool: admissionPoolOf(campaign.fixed, registration.state, today),
    pseudonym: keys.pseudonymOf(mobileIndex),
    sealFor: (pseudonym) => sealPersonalData(keys, registration, pseudonym),
    token: { hash: keys.tokenHash(accessToken), expiresAt: now + accessTokenLifetimeMs },
    network: keys.reviewSource('network', clientNetwork(address).network),
  });
  if (verified.kind === 'raced') throw refuse('tryAgain', retryAfterRaceSeconds);
  if (verified.kind === 'full') throw notOpen('ended');
  if (verified.kind === 'rewarded') throw refuse('participationLimit');
  if (verified.kind === 'blocked') throw refuse('invalidUser');
  const fixedReward = fixedRewardOf(campaign.fixed, verified.state, today);
  // A fixed reward stays one even if its law has ended since: there is no wheel for it either.
  return { accessToken, fromTN: fixedReward || verified.promise === 'fixed' ? 1 : 0 };
};
