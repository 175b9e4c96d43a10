// `users/register/` (HOM-4, OTP-5, OTP-6, SES-6). The answer is the same for every mobile, except
// on a device that has proven that the mobile is its own.
import { isStorableName, mobileError, normalizeName } from '@inaam/contract/fields.ts';
import type { Fields } from '@inaam/contract/calls.ts';
import { answerCodeRequest, senderOf } from './code-request-answer.call.ts';
import { notOpen, Refusal, refuse } from '../http/refusal.ts';
import type { Handler, CallContext } from '../http/context.ts';
import { newOneTimeCode } from '../platform/one-time-code.ts';
import { sealRegistration } from '../platform/personal-data.ts';
import { phaseOf } from '../platform/period.rules.ts';

export const register: Handler<'register'> = async (call, context) => {
  const { userKey, t, fields, address } = call;
  const { campaign, clocks, keys, storage } = context;
  const phase = phaseOf(campaign.programme, clocks.campaign());
  if (phase !== 'open') throw notOpen(phase);
  if (context.isPaused()) throw notOpen('paused');
  assertValid(fields, context);

  const now = clocks.wall();
  const mobileIndex = keys.mobileIndex(fields.mobile);
  const { mobile, state } = fields;
  const registration = { mobile, state, name: normalizeName(fields.name) };
  const purpose = { userKey, mobileIndex, call: 'register' } as const;
  const verdict = await storage.requestCodes.one({
    ...purpose,
    t,
    now,
    registration: sealRegistration(keys, registration, userKey, mobileIndex),
    sender: senderOf(context, address, mobile),
    proof: await keys.checkProof(fields.proof, purpose, now),
    code: newOneTimeCode(keys, userKey, mobileIndex, now),
  });
  return answerCodeRequest(context, verdict, purpose);
};

function assertValid(fields: Fields<'register'>, { campaign }: CallContext): void {
  if (!isStorableName(fields.name)) throw refuse('invalidName');
  if (mobileError(fields.mobile)) throw refuse('invalidMobile');
  if (!campaign.states.includes(fields.state)) {
    throw new Refusal(400, 'stateUnknown', { messageId: 'invalidData' });
  }
  if (!fields.agree1) throw refuse('invalidData');
}
