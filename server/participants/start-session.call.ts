// `POST /api/users` starts an anonymous session or resumes a device's (ENT-4 to ENT-9, Protocol:
// Keys). The keys only identify; only a device that sent a valid token gets one back.
import type { Fields } from '@inaam/contract/calls.ts';
import { entryKeys } from '@inaam/contract/core-calls.ts';
import { type CodeStorage, isFullFor, visitorNetworks } from '../codes/request-code.call.ts';
import type { Bound, CallContext, Handler, TokenStorage } from '../http/context.ts';
import { refuse } from '../http/refusal.ts';
import { pauseMsOf, validCodes } from '../codes/guarded-mobile.rules.ts';
import { openRegistration } from '../platform/personal-data.ts';
import { phaseOf } from '../platform/period.rules.ts';
import { noticeHash } from '@inaam/campaigns/loader/notice-hash.ts';
import type { recordConsents } from './consents.sql.ts';
import type { Visit, VisitLog } from './visit-log.sql.ts';

export type VisitStorage = {
  /** Without the location of the visit, so that no call can depend on it. */
  noteVisit: (visit: Omit<Visit, 'ipInfo'> & { address: string | undefined }) => number | undefined;
  noteConsent: VisitLog['noteConsent'];
};
type SessionStorage = CodeStorage & TokenStorage & VisitStorage;
type ConsentStorage = Bound<{ recordConsents: typeof recordConsents }> &
  Pick<VisitStorage, 'noteConsent'>;

export const startSession: Handler<'startSession', SessionStorage> = async (call, context) => {
  const { fields, accessToken, address, language, words } = call;
  const { clocks, keys, storage } = context;
  const now = clocks.wall();
  const phase = phaseOf(context.campaign.programme, clocks.campaign());
  if (fields.utm_source !== 'qrcode') {
    const none = { isValidToken: false, isLoggedIn: false, token: null, pending: null };
    return { ...none, serverTime: now, campaign: phase };
  }

  const session = await sessionOf(accessToken, context);
  const earlierKey = session?.userKey ?? knownKey(fields.masterKey, context);
  const userKey = earlierKey ?? keys.newUserKey();
  const { id } = fields;
  const pending = earlierKey === undefined ? null : await pendingOf(earlierKey, fields, context);
  const isClosed = phase === 'open' && (await isFullFor(context, userKey));
  // A shopper who was already sent a code may still use it.
  const isPaused = phase === 'open' && context.isPaused() && pending === null;
  const networks = visitorNetworks(context, address);
  const asking = { id, words, userKey, address, isNew: earlierKey === undefined };
  const { label, answer } = (await context.entry?.greet(asking, context)) ?? { label: id };
  const query = queryOf({ ...fields, id: label });
  const wait = storage.noteVisit({ userKey, now, query, address, language, networks });
  // A returning device may continue, because it stores nothing more.
  if (wait !== undefined && earlierKey === undefined) throw refuse('tryAgain', wait);

  return {
    isValidToken: true,
    isLoggedIn: session !== undefined,
    token: { userKey, dataKey: keys.dataKeyOf(userKey), accessToken: session?.accessToken ?? null },
    pending,
    serverTime: now,
    campaign: isClosed ? 'ended' : isPaused ? 'paused' : phase,
    ...answer,
  };
};

async function sessionOf(
  accessToken: string | undefined,
  { keys, storage, clocks }: CallContext<TokenStorage>,
) {
  if (accessToken === undefined) return undefined;
  const lookup = { hash: keys.tokenHash(accessToken), now: clocks.wall() };
  const token = await storage.readTokens.one(lookup);
  return token === 'none' ? undefined : { userKey: token.userKey, accessToken };
}

function knownKey(masterKey: string | undefined, { keys }: CallContext): string | undefined {
  return masterKey !== undefined && keys.isUserKey(masterKey) ? masterKey : undefined;
}

/**
 * The wait before Resend, if this device has a valid code to type (ENT-9). Its code is not of a
 * link with another purchase than the one it was sent for.
 */
async function pendingOf(
  userKey: string,
  fields: Fields<'startSession'>,
  context: CallContext<CodeStorage>,
) {
  const { storage, keys, clocks } = context;
  const registration = await storage.readRegistrations.one(userKey);
  if (registration === 'none') return null;
  const { purchase } = openRegistration(keys, registration, userKey);
  if (context.entry?.isOther(purchase, fields, context)) return null;
  const { code, lastSentAt, ...guarded } = registration;
  const now = clocks.wall();
  const hasOwn = code !== undefined && !code.isUsed && now < code.expiresAt;
  const mobileSends = lastSentAt === undefined ? [] : [lastSentAt];
  const facts = { now, mobileSends, ...guarded };
  if (!hasOwn && validCodes(facts).length === 0) return null;
  return { resendAfter: Math.ceil(pauseMsOf(facts, false) / 1000) };
}

/** With how the figures name a link's code in place of the code, which is stored nowhere. */
const queryOf = (fields: Fields<'startSession'>) =>
  Object.fromEntries(
    entryKeys.flatMap((key) => {
      const value = fields[key];
      return value === undefined ? [] : [[key, value.replaceAll('\u0000', '')]];
    }),
  );

// `users/getUserClick/` stores the consent with the hash of the notice shown (HOM-5, HOM-6).

export const recordConsent: Handler<'recordConsent', ConsentStorage> = async (call, context) => {
  const { storage, clocks } = context;
  const now = clocks.wall();
  const wait = storage.noteConsent({ now, networks: visitorNetworks(context, call.address) });
  if (wait !== undefined) throw refuse('tryAgain', wait);
  await storage.recordConsents.one({
    userKey: call.userKey,
    t: call.t,
    answer: call.fields.agree,
    noticeHash: noticeHash(call.words),
    now,
  });
  return {};
};

export const getStates: Handler<'getStates'> = async (_call, { campaign }) => ({
  states: [...campaign.states],
});

export const getCities: Handler<'getCities'> = async ({ fields }, { campaign }) => {
  if (!campaign.states.includes(fields.state)) throw refuse('invalidData');
  return { cities: [...(campaign.cities[fields.state] ?? [])] };
};
