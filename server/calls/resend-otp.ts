// `users/resendOtp/`: the code once more, for whom it has not reached (OTP-2, OTP-6).
import { answerAsked } from '../http/asked.ts';
import { notOpen, Refusal } from '../http/refusal.ts';
import { assertRoom } from '../http/room.ts';
import type { Handler } from '../http/context.ts';
import { freshCode } from '../keys/fresh-code.ts';
import { openRegistered } from '../keys/person.ts';
import { phaseOf } from '../rules/period.ts';

export const resendOtp: Handler<'resendOtp'> = async ({ userKey, t }, tools) => {
  const { campaign, clocks, keys, storage } = tools;
  const phase = phaseOf(campaign.programme, clocks.campaign());
  if (phase !== 'open') throw notOpen(phase);

  const pending = await storage.readPending.one(userKey);
  if (pending === 'none') throw new Refusal(400, 'nothingPending', { messageId: 'invalidData' });
  const { numberIndex } = pending;
  await assertRoom(tools, numberIndex, () => openRegistered(keys, pending, userKey).state);
  const now = clocks.wall();
  const fresh = freshCode(keys, userKey, numberIndex, now);
  const ask = { call: 'resend', userKey, numberIndex, t, now, person: undefined, fresh } as const;
  return answerAsked(await storage.askCodes.one(ask));
};
