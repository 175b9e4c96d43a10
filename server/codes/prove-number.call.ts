// `users/proveNumber/`: sends a code to a person without a session who only wants to be erased
// (docs/decisions/0024). Works at any time, also after the programme and without consent, but lets
// nobody participate. The answer is the same for every mobile.
import { mobileError } from '@inaam/contract/fields.ts';
import { answerCodeRequest, senderOf } from './code-request-answer.call.ts';
import { refuse } from '../http/refusal.ts';
import type { Handler } from '../http/context.ts';
import { newOneTimeCode } from '../platform/one-time-code.ts';
import { sealMobile } from '../platform/personal-data.ts';

export const proveNumber: Handler<'proveNumber'> = async (call, context) => {
  const { userKey, t, fields, address } = call;
  const { mobile } = fields;
  const { clocks, keys, storage } = context;
  if (mobileError(mobile)) throw refuse('invalidMobile');

  const now = clocks.wall();
  const mobileIndex = keys.mobileIndex(mobile);
  const purpose = { userKey, mobileIndex, call: 'prove' } as const;
  const verdict = await storage.requestCodes.one({
    ...purpose,
    t,
    now,
    registration: {
      mobileSealed: sealMobile(keys, mobile, userKey, mobileIndex),
      registrationSealed: undefined,
    },
    sender: senderOf(context, address, mobile),
    proof: await keys.checkProof(fields.proof, purpose, now),
    code: newOneTimeCode(keys, userKey, mobileIndex, now),
  });
  return answerCodeRequest(context, verdict, purpose);
};
