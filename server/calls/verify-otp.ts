// `users/verifyOTP/`: a right code makes a participant and an access token (OTP-3 to OTP-6). The
// try is counted and committed before the comparison, so that parallel guesses cannot have more
// than five.
import { isOtp } from '@inaam/contract/fields.ts';
import { notOpen, Refusal, refuse } from '../http/refusal.ts';
import type { Handler } from '../http/context.ts';
import { openRegistration, sealPersonalData } from '../keys/personal-data.ts';
import { accessTokenLifetimeMs } from '../rules/access-token.ts';
import { indianDay, phaseOf } from '../rules/period.ts';
import { admissionPoolOf } from '../rules/admission.ts';
import { fixedRewardOf } from '../rules/reward.ts';
import type { Counted } from '../storage/code-tries.ts';

/** Who lost a race asks again a moment later and is then answered as whoever lost the answer. */
const racedSeconds = 1;

export const verifyOtp: Handler<'verifyOtp'> = async ({ userKey, t, fields }, tools) => {
  const { campaign, clocks, keys, storage } = tools;
  const phase = phaseOf(campaign.programme, clocks.campaign());
  if (phase !== 'open') throw notOpen(phase);
  if (!isOtp(fields.otp)) throw refuse('invalidOtp');
  const pending = await storage.readRegistrations.one(userKey);
  if (pending === 'none') throw new Refusal(400, 'nothingPending', { messageId: 'invalidData' });

  const { mobileIndex } = pending;
  const codeHash = comparable(
    await storage.countTries.one({ userKey, mobileIndex, now: clocks.wall() }),
  );
  if (!keys.isSameHash(codeHash, keys.codeHash(fields.otp, userKey, mobileIndex))) {
    throw refuse('invalidOtp');
  }

  const accessToken = keys.newAccessToken();
  const now = clocks.wall();
  const today = indianDay(clocks.campaign());
  const registered = openRegistration(keys, pending, userKey);
  const verified = await storage.recordVerifications.one({
    userKey,
    mobileIndex,
    codeHash,
    t,
    now,
    state: registered.state,
    admissionPool: admissionPoolOf(campaign.fixed, registered.state, today),
    pseudonym: keys.newPseudonym(),
    sealFor: (pseudonym) => sealPersonalData(keys, registered, pseudonym),
    token: { hash: keys.tokenHash(accessToken), expiresAt: now + accessTokenLifetimeMs },
  });
  if (verified.kind === 'raced') throw refuse('tryAgain', racedSeconds);
  if (verified.kind === 'full') throw notOpen('ended');
  const fixed = fixedRewardOf(campaign.fixed, verified.state, today);
  return { accessToken, fromTN: fixed ? 1 : 0 };
};

function comparable(counted: Counted): Buffer {
  if (counted.kind === 'compare') return counted.codeHash;
  if (counted.messageId === 'tryAgain') throw refuse('tryAgain', counted.retryAfterSeconds);
  if (counted.messageId === 'invalidData') {
    throw new Refusal(400, 'nothingPending', { messageId: 'invalidData' });
  }
  throw refuse(counted.messageId);
}
