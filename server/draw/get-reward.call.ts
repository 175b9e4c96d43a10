// `users/getReward/`: a granted reward never changes (SES-6, WHL-3, CAM-1 to CAM-3).
import { notOpen, pacedOut, refuse, unavailable } from '../http/refusal.ts';
import type { Bound, Handler } from '../http/context.ts';
import { indianDay, mayGrant, untilTomorrow } from '../platform/period.rules.ts';
import type { grantRewards } from './grants.sql.ts';

type DrawStorage = Bound<{ grantRewards: typeof grantRewards }>;

const outOfRewardsRetrySeconds = 3600;

export const getReward: Handler<'getReward', DrawStorage> = async ({ participant }, context) => {
  const { campaign, clocks, storage } = context;
  if (participant.blocked) throw refuse('invalidUser');
  const { pseudonym, drawNumber, rewardAmount } = participant;
  if (rewardAmount !== null) return { winType: rewardAmount };

  const at = clocks.campaign();
  if (!mayGrant(campaign.programme, at)) throw notOpen('ended');
  // The promise is kept until the campaign resumes.
  if (context.isPaused()) throw notOpen('paused');
  const claim = {
    pseudonym,
    today: indianDay(at),
    now: clocks.wall(),
    drawNumber: drawNumber ?? undefined,
  };
  const granted = await storage.grantRewards.one(claim);
  if (granted.amount !== undefined) return { winType: granted.amount };
  if (granted.reason === 'ended') throw notOpen('ended');
  // Paused since the check above.
  if (granted.reason === 'paused') throw notOpen('paused');
  if (granted.reason === 'paced') throw pacedOut(Math.ceil(untilTomorrow(at) / 1000));
  // The card was bound at the verification, so waiting loses nothing.
  if (granted.reason === 'drawDown') throw unavailable();
  context.alarm(
    'Deck, reserve and fixed rewards are used up: a verified participant got no reward. Add to the reserve, and let the participant play again.',
  );
  // Long, because a phone that retries soon would only repeat the alarm.
  throw unavailable(outOfRewardsRetrySeconds);
};
