// `users/getReward/`: the wheel's spin, and Tamil Nadu's fixed reward. The server alone decides; what it answered
// once it answers for ever (SES-6, WHL-3, CAM-1 to CAM-3).
import { notOpen, refuse, unavailable } from '../http/refusal.ts';
import type { Handler } from '../http/tools.ts';
import { indianDay, mayGrant } from '../rules/period.ts';

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
  if (granted.amount === undefined) {
    // The participant is owed a reward that the campaign has not planned for: a person must add to the reserve.
    tools.alarm(
      'The deck and its reserve are empty: a verified participant got no reward. Add blocks or reserve.',
    );
    throw unavailable();
  }
  return { winType: granted.amount };
};
