// `users/resendOtp/` (OTP-2, OTP-6).
import { answerCodeRequest, senderOf } from './code-request-answer.call.ts';
import { notOpen } from '../http/refusal.ts';
import type { Handler } from '../http/context.ts';
import { newOneTimeCode } from '../platform/one-time-code.ts';
import { openRegistration } from '../platform/personal-data.ts';
import { readPendingRegistration } from './pending-registration.call.ts';
import { phaseOf } from '../platform/period.rules.ts';

export const resendOtp: Handler<'resendOtp'> = async (call, context) => {
  const { userKey, t, fields, address } = call;
  const { campaign, clocks, keys, storage } = context;
  const phase = phaseOf(campaign.programme, clocks.campaign());
  if (phase !== 'open') throw notOpen(phase);
  if (context.isPaused()) throw notOpen('paused');

  const registration = await readPendingRegistration({ userKey, mobile: fields.mobile }, context);
  const { mobileIndex } = registration;
  const now = clocks.wall();
  const purpose = { userKey, mobileIndex, call: 'resend' } as const;
  const { mobile } = openRegistration(keys, registration, userKey);
  const verdict = await storage.requestCodes.one({
    ...purpose,
    t,
    now,
    registration: undefined,
    sender: senderOf(context, address, mobile),
    proof: await keys.checkProof(fields.proof, purpose, now),
    code: newOneTimeCode(keys, userKey, mobileIndex, now),
  });
  return answerCodeRequest(context, verdict, purpose);
};
