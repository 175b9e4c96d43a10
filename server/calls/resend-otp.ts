// `users/resendOtp/` (OTP-2, OTP-6).
import { answerCodeRequest } from './code-request-answer.ts';
import { notOpen, Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/context.ts';
import { newOneTimeCode } from '../keys/one-time-code.ts';
import { phaseOf } from '../rules/period.ts';

export const resendOtp: Handler<'resendOtp'> = async ({ userKey, t }, context) => {
  const { campaign, clocks, keys, storage } = context;
  const phase = phaseOf(campaign.programme, clocks.campaign());
  if (phase !== 'open') throw notOpen(phase);

  const registration = await storage.readRegistrations.one(userKey);
  if (registration === 'none')
    throw new Refusal(400, 'nothingPending', { messageId: 'invalidData' });
  const { mobileIndex } = registration;
  const now = clocks.wall();
  const code = newOneTimeCode(keys, userKey, mobileIndex, now);
  const request = {
    call: 'resend',
    userKey,
    mobileIndex,
    t,
    now,
    registration: undefined,
    code,
  } as const;
  return answerCodeRequest(await storage.requestCodes.one(request));
};
