// The calls that request a code.
import { clientNetwork } from '../http/client-address.ts';
import type { Bound, CallContext, Handler } from '../http/context.ts';
import { guardedTryAgain, Refusal, refuse, notOpen } from '../http/refusal.ts';
import type { ProofPurpose } from '../platform/proof-of-work.ts';
import type { readDeviceCapacity } from './code-facts.sql.ts';
import type { CodeRequest, CodeRequestAnswer, requestCodes } from './code-requests.sql.ts';
import type { readRegistrations } from './registrations.sql.ts';
import { isStorableName, mobileError, normalizeName } from '@inaam/contract/fields.ts';
import type { Fields } from '@inaam/contract/calls.ts';
import { newOneTimeCode } from './one-time-code.ts';
import { openRegistration, sealRegistration, type Purchase } from '../platform/personal-data.ts';
import { sealContexts } from '../platform/seal.ts';
import { phaseOf } from '../platform/period.rules.ts';
import type { Sender, VisitorNetwork } from './send-counters.sql.ts';

export type CodeStorage = Bound<{
  readDeviceCapacity: typeof readDeviceCapacity;
  readRegistrations: typeof readRegistrations;
  requestCodes: typeof requestCodes;
}>;

type SignedCall = {
  userKey: string;
  t: number;
  /** The client's address, as far as the proxies are trusted. */
  address: string | undefined;
  fields: { proof?: string | undefined };
};

type Asked = Pick<CodeRequest, 'call' | 'mobileIndex' | 'registration' | 'purchase'>;

/** @throws Refusal */
async function requestCode(
  { userKey, t, address, fields }: SignedCall,
  context: CallContext<CodeStorage>,
  request: Asked,
) {
  const { clocks, keys, storage } = context;
  const { call, mobileIndex } = request;
  const now = clocks.wall();
  const purpose = { userKey, mobileIndex, call };
  const verdict = await storage.requestCodes.one({
    ...request,
    userKey,
    t,
    now,
    sender: senderOf(keys, address),
    proof: await keys.checkProof(fields.proof, purpose, now),
    code: newOneTimeCode(keys, userKey, mobileIndex, now),
  });
  return answerCodeRequest(context, verdict, purpose);
}

/** @throws Refusal */
async function answerCodeRequest(
  { keys, clocks }: CallContext,
  verdict: CodeRequestAnswer,
  purpose: ProofPurpose,
): Promise<{ resendAfter: number; isElsewhere?: true }> {
  switch (verdict.kind) {
    case 'send':
      return { resendAfter: verdict.resendAfterSeconds };
    case 'wait':
      return {
        resendAfter: verdict.resendAfterSeconds,
        ...(verdict.isElsewhere && { isElsewhere: true }),
      };
    case 'overBudget': {
      const { isProofAsked, retryAfterSeconds } = verdict;
      if (!isProofAsked) throw refuse('tryAgain', retryAfterSeconds);
      const challenge = await keys.newChallenge(purpose, clocks.wall());
      throw refuse('tryAgain', retryAfterSeconds, challenge);
    }
    case 'refuse':
      if (verdict.messageId === 'tryAgain') {
        const { isGuarded, retryAfterSeconds } = verdict;
        throw isGuarded
          ? guardedTryAgain(retryAfterSeconds)
          : refuse('tryAgain', retryAfterSeconds);
      }
      if (verdict.messageId === 'invalidData') {
        throw new Refusal(400, verdict.reason, { messageId: 'invalidData' });
      }
      throw refuse(verdict.messageId);
    default:
      return verdict satisfies never;
  }
}

/** @throws Refusal */
function assertOpen({ campaign, clocks, isPaused }: CallContext): void {
  const phase = phaseOf(campaign.programme, clocks.campaign());
  if (phase !== 'open') throw notOpen(phase);
  if (isPaused()) throw notOpen('paused');
}

// `users/register/` (HOM-4, OTP-5, OTP-6, SES-6). The answer is the same for every mobile, except
// on a device that has proven its own mobile.

export const register: Handler<'register', CodeStorage> = async (call, context) => {
  const { userKey, address, fields } = call;
  const { keys, entry } = context;
  assertOpen(context);
  assertValid(fields, context);
  const { mobile } = fields;
  const mobileIndex = keys.mobileIndex(mobile);
  const purchase = await entry?.admit({ userKey, address, mobileIndex, fields }, context);
  const typed = { ...fields, name: normalizeName(fields.name), purchase };
  const registration = sealRegistration(keys, typed, userKey, mobileIndex);
  const asked = { mobileIndex, registration, purchase: countersOf(purchase, mobileIndex) };
  return requestCode(call, context, { call: 'register', ...asked });
};

function assertValid(fields: Fields<'register'>, { campaign }: CallContext): void {
  if (!isStorableName(fields.name)) throw refuse('invalidName');
  if (mobileError(fields.mobile)) throw refuse('invalidMobile');
  if (!campaign.states.includes(fields.state)) {
    throw new Refusal(400, 'stateUnknown', { messageId: 'invalidData' });
  }
  if (!fields.agree1) throw refuse('invalidData');
}

// `users/resendOtp/` (OTP-2, OTP-6).

export const resendOtp: Handler<'resendOtp', CodeStorage> = async (call, context) => {
  const { userKey, fields } = call;
  assertOpen(context);
  const { mobileIndex } = await pendingMobile({ userKey, mobile: fields.mobile }, context);
  const purchase = countersOf(await registered({ userKey, mobileIndex }, context), mobileIndex);
  const asked = { mobileIndex, registration: undefined, purchase };
  return requestCode(call, context, { call: 'resend', ...asked });
};

// `users/proveNumber/` sends a code to a person without a session who only wants to be erased
// (docs/decisions/0024). It works at any time, even after the programme and without consent, but
// lets nobody participate. The answer is the same for every mobile.

export const proveNumber: Handler<'proveNumber', CodeStorage> = async (call, context) => {
  const { userKey, fields } = call;
  const { mobile } = fields;
  const { keys } = context;
  if (mobileError(mobile)) throw refuse('invalidMobile');
  const mobileIndex = keys.mobileIndex(mobile);
  const mobileSealed = keys.seal(mobile, sealContexts.codeRequestMobile(userKey, mobileIndex));
  const registration = { mobileSealed, registrationSealed: undefined };
  return requestCode(call, context, { call: 'prove', mobileIndex, registration });
};

// A campaign that closes with its deck admits nobody it cannot pay (docs/decisions/0013). Shoppers
// who were admitted at verification may return until their reward is drawn.

/** Whether the campaign is full and owes no reward to a mobile that was verified on this device. */
export async function isFullFor(
  { campaign, storage }: CallContext<CodeStorage>,
  userKey: string,
): Promise<boolean> {
  if (campaign.draw.whenDeckEnds.kind !== 'close') return false;
  return (await storage.readDeviceCapacity.one(userKey)) === 'full';
}

/** By whom codes are counted: an address of IPv4, thousands of phones or one; a /48 of IPv6. */
export function senderOf(
  { addressCounter }: CallContext['keys'],
  address: string | undefined,
): Sender {
  const { kind, network, around } = clientNetwork(address);
  return {
    site: addressCounter(kind === 'ipv4' ? network : around.network),
    provider: addressCounter(around.provider),
  };
}

const countersOf = (purchase: Purchase | undefined, mobileIndex: Buffer) =>
  purchase && {
    all: `codes:${purchase.id}`,
    number: `codes:${purchase.id}:${mobileIndex.toString('hex')}`,
  };

/** The purchase that the device has registered for this number. */
async function registered(
  { userKey, mobileIndex }: { userKey: string; mobileIndex: Buffer },
  { entry, keys, storage }: CallContext<CodeStorage>,
): Promise<Purchase | undefined> {
  if (!entry) return undefined;
  const newest = await storage.readRegistrations.one(userKey);
  if (newest === 'none' || !newest.mobileIndex.equals(mobileIndex)) return undefined;
  return openRegistration(keys, newest, userKey).purchase;
}

/**
 * The networks by which a visitor is counted: the address, or for IPv6 its /64 and its /48.
 * @param address the client's address, as far as the proxies are trusted
 */
export function visitorNetworks(
  { keys }: Pick<CallContext, 'keys'>,
  address: string | undefined,
): VisitorNetwork[] {
  const { kind, network, around } = clientNetwork(address);
  const own = { kind, name: keys.addressCounter(network) };
  if (kind === 'ipv4') return [own];
  return [own, { kind: 'ipv6Site', name: keys.addressCounter(around.network) }];
}

/**
 * The mobile that the call names: two tabs of one phone may wait for the codes of two numbers, and
 * neither may use up the other's tries. Without one, as in Spec 7, that of the device's newest
 * registration, which is read.
 * @throws Refusal
 */
export async function pendingMobile(
  { userKey, mobile }: { userKey: string; mobile: string | undefined },
  { keys, storage }: CallContext<CodeStorage>,
): Promise<{ mobile: string; mobileIndex: Buffer }> {
  if (mobile !== undefined) {
    if (mobileError(mobile)) throw refuse('invalidMobile');
    return { mobile, mobileIndex: keys.mobileIndex(mobile) };
  }
  const newest = await storage.readRegistrations.one(userKey);
  if (newest === 'none') throw nothingPending();
  return {
    mobile: openRegistration(keys, newest, userKey).mobile,
    mobileIndex: newest.mobileIndex,
  };
}

export const nothingPending = () =>
  new Refusal(400, 'nothingPending', { messageId: 'invalidData' });
