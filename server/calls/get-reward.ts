// `users/getReward/`: the wheel's spin, and Tamil Nadu's fixed reward. The server alone decides;
// what it answered once it answers for ever (SES-6, WHL-3, CAM-1 to CAM-3).
import { notOpen, pacedOut, refuse, unavailable } from '../http/refusal.ts';
import type { Handler } from '../http/context.ts';
import { indianDay, mayGrant, untilTomorrow } from '../rules/period.ts';

export const getReward: Handler<'getReward'> = async ({ holder }, tools) => {
  const { campaign, clocks, storage } = tools;
  if (holder.blocked) throw refuse('invalidUser');
  const { pseudonym } = holder;
  const known = await storage.readRewards.one(pseudonym);
  if (known.amount !== undefined) return { winType: known.amount };

  const at = clocks.campaign();
  if (!mayGrant(campaign.programme, at)) throw notOpen('ended');
  const claim = { pseudonym, today: indianDay(at), now: clocks.wall() };
  const granted = await storage.grantRewards.one(claim);
  if (granted.amount !== undefined) return { winType: granted.amount };
  if (granted.why === 'revealed') throw notOpen('ended');
  if (granted.why === 'paced') throw pacedOut(Math.ceil(untilTomorrow(at) / 1000));
  // The participant is owed a reward that the campaign has not planned for. What was committed to
  // cannot be added to.
  tools.alarm(
    'Deck, reserve and fixed rewards are used up: a verified participant got no reward. Pay by hand, and close the campaign.',
  );
  throw unavailable();
};
