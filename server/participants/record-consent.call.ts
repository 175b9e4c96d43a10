// `users/getUserClick/`: stores the consent with the hash of the notice shown (HOM-5, HOM-6).
import { noticeHash } from '@inaam/campaigns/loader/notice-hash.ts';
import type { Handler } from '../http/context.ts';
import { refuse } from '../http/refusal.ts';
import { visitorNetworks } from '../codes/visitor-networks.call.ts';

export const recordConsent: Handler<'recordConsent'> = async (call, context) => {
  const { storage, clocks } = context;
  const answer = await storage.recordConsents.one({
    userKey: call.userKey,
    t: call.t,
    answer: call.fields.agree,
    noticeHash: noticeHash(call.words),
    now: clocks.wall(),
    networks: visitorNetworks(context, call.address),
  });
  if (answer.kind === 'tooMany') throw refuse('tryAgain', answer.retryAfterSeconds);
  return {};
};
