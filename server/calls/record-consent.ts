// `users/getUserClick/`: stores the consent with the hash of the notice shown (HOM-5, HOM-6).
import { noticeHash } from '@inaam/campaigns/loader/notice-hash.ts';
import type { Handler } from '../http/context.ts';

export const recordConsent: Handler<'recordConsent'> = async (call, { storage, clocks }) => {
  await storage.recordConsents.one({
    userKey: call.userKey,
    t: call.t,
    answer: call.fields.agree,
    noticeHash: noticeHash(call.words),
    now: clocks.wall(),
  });
  return {};
};
