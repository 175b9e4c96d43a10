// Shared by withdrawal and erasure. A session or the code of `proveNumber` proves the number.
// Repeating a call whose answer was lost gets the same answer.
import type { Answer, Fields } from '@inaam/contract/calls.ts';
import { isOtp, mobileError } from '@inaam/contract/fields.ts';
import { senderOf } from '../codes/request-code.call.ts';
import { verifyCode, type VerifyStorage } from './verify-otp.call.ts';
import { refuse, sessionExpired } from '../http/refusal.ts';
import type { Bound, CallContext, Handler, TokenStorage } from '../http/context.ts';
import type * as erasures from './own-erasure.sql.ts';

type ErasureStorage = TokenStorage &
  VerifyStorage &
  Bound<Pick<typeof erasures, 'eraseProven' | 'readErasures' | 'stopCodes'>>;

type ErasureCall = {
  userKey: string;
  t: number;
  address: string | undefined;
  fields: Fields<'eraseData'>;
  accessToken: string | undefined;
};
type CodeProof = { mobile: string; otp: string; stopCodes: true | undefined };
type Erased = Omit<Answer<'eraseData'>, 'statusCode'>;

const retryAfterRaceSeconds = 1;

/** @throws Refusal */
function eraseProven(
  call: ErasureCall,
  context: CallContext<ErasureStorage>,
  options: { isForfeited: boolean },
): Promise<Erased> {
  const { mobile, otp, stopCodes } = call.fields;
  if (mobile === undefined && otp === undefined) return eraseBySession(call, context, options);
  if (mobile === undefined || mobileError(mobile)) throw refuse('invalidMobile');
  if (otp === undefined || !isOtp(otp)) throw refuse('invalidOtp');
  return eraseByCode({ ...call, mobile, otp, stopCodes }, context, options);
}

async function eraseBySession(
  { userKey, accessToken }: ErasureCall,
  { clocks, keys, storage }: CallContext<ErasureStorage>,
  { isForfeited }: { isForfeited: boolean },
): Promise<Erased> {
  if (accessToken === undefined) throw sessionExpired();
  const proof = keys.tokenHash(accessToken);
  const now = clocks.wall();
  // Erasures run one at a time, so verify the token before joining their queue.
  const session = await storage.readTokens.one({ hash: proof, now });
  if (session === 'none' || session.userKey !== userKey) {
    const earlier = await storage.readErasures.one(proof);
    if (earlier === 'none') throw sessionExpired();
    return { erased: earlier };
  }
  const erasure = { userKey, proof, mobileIndex: undefined, isForfeited, now, sender: undefined };
  const erased = await storage.eraseProven.one(erasure);
  if (erased === 'unproven') throw sessionExpired();
  return { erased };
}

async function eraseByCode(
  { userKey, t, address, mobile, otp, stopCodes }: ErasureCall & CodeProof,
  context: CallContext<ErasureStorage>,
  { isForfeited }: { isForfeited: boolean },
): Promise<Erased> {
  const { clocks, keys, storage } = context;
  const mobileIndex = keys.mobileIndex(mobile);
  // The code is erased with everything else, so only the stored proof can recognize it.
  const proof = keys.codeHash(otp, userKey, mobileIndex);
  const earlier = await storage.readErasures.one(proof);
  if (earlier !== 'none') return { erased: earlier };
  const now = clocks.wall();
  await verifyCode({ userKey, mobileIndex, otp, t, now }, context);
  if (stopCodes) await storage.stopCodes.one(mobileIndex);
  const sender = senderOf(keys, address);
  const erasure = { userKey, proof, mobileIndex, isForfeited, now, sender };
  const erased = await storage.eraseProven.one(erasure);
  if (erased === 'unproven') throw refuse('tryAgain', retryAfterRaceSeconds);
  return { erased };
}

// `users/eraseData/` erases at once. A voucher that has not been sent is forfeited
// (docs/decisions/0024).

export const eraseData: Handler<'eraseData', ErasureStorage> = (call, context) =>
  eraseProven(call, context, { isForfeited: true });

// `users/withdrawConsent/` erases everything after sending the owed voucher (docs/decisions/0024).

export const withdrawConsent: Handler<'withdrawConsent', ErasureStorage> = (call, context) =>
  eraseProven(call, context, { isForfeited: false });
