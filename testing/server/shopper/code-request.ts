// Code requests to the storage functions, without a server.
import { otpDigits } from '@inaam/contract/limits.ts';
import { newOneTimeCode, typedCode } from '@inaam/server/codes/one-time-code.ts';
import { sealRegistration } from '@inaam/server/platform/personal-data.ts';
import { rateLimits, type RateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { unlimitedBudget } from '@inaam/server/sms/send-budget.rules.ts';
import type { CodeRequest } from '@inaam/server/codes/code-requests.sql.ts';
import { recordConsents } from '@inaam/server/participants/consents.sql.ts';
import type { TestServer } from '../app/test-server.ts';

/** Production's, without prices, for tests on real time. */
export const limitsAtAnyHour: RateLimits = {
  ...rateLimits,
  budget: unlimitedBudget,
  mobile: { ...rateLimits.mobile, nightSends: [] },
};

/** Client of all requests that do not come over HTTP. */
export const testSender = { site: 'address:test', provider: 'address:all' };

/** The user key of a new device that has consented. */
export async function consentedDevice(server: TestServer): Promise<string> {
  const userKey = server.keys.newUserKey();
  const now = server.time.wall;
  const consent = { userKey, t: now, answer: 'YES' as const, noticeHash: 'hash', now };
  await recordConsents(server.database, server.campaign.id).one(consent);
  return userKey;
}

/** A try of that request's code; `place` distinguishes several at one time. */
export function tryOf(
  { keys }: TestServer,
  { userKey, mobileIndex, t, now }: CodeRequest,
  place = 0,
) {
  const otp = String(place).padStart(otpDigits, '0');
  const typed = typedCode(keys, { otp, t }, userKey, mobileIndex);
  return { userKey, mobileIndex, t, now, typed };
}

export function codeRequest(
  { keys, time }: TestServer,
  userKey: string,
  mobile: string,
): CodeRequest {
  const mobileIndex = keys.mobileIndex(mobile);
  const person = { mobile, name: 'Asha', state: 'Goa' };
  return {
    call: 'register',
    userKey,
    mobileIndex,
    t: time.wall,
    now: time.wall,
    registration: sealRegistration(keys, person, userKey, mobileIndex),
    sender: testSender,
    proof: undefined,
    code: newOneTimeCode(keys, userKey, mobileIndex, time.wall),
  };
}
