import { reviewRules } from '@inaam/contract/console/review-rules.ts';
import { lateDays } from '../messages/delivery-limits.rules.ts';
import { leastOf } from './review.rules.ts';
import { readOnly } from '../database/read-only.sql.ts';
import { countHeld } from './figures.sql.ts';
import { readSettings } from './settings.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { requiresTwoApprovers } from './requires-two-approvers.call.ts';

const dayMs = 86_400_000;
const heldMost = 1000;

export const readReview: ConsoleHandler<'readReview'> = async ({ database, clocks, campaign }) => {
  const now = clocks.wall();
  const found = await readOnly(database, async (connection) => ({
    held: await countHeld(connection, campaign.id, heldMost + 1),
    settings: await readSettings(connection, campaign.id),
    needsTwo: await requiresTwoApprovers(connection, campaign.id),
  }));
  const { held, rupees, proposed, oldestAt } = found.held;
  return {
    at: Math.round(clocks.campaign()),
    held: {
      count: Math.min(held, heldMost),
      isMore: held > heldMost,
      rupees,
      proposed,
      oldestDays: oldestAt === undefined ? null : Math.max(0, Math.floor((now - oldestAt) / dayMs)),
    },
    days: lateDays,
    needsTwo: found.needsTwo,
    rules: reviewRules.map((rule) => ({ rule, ...found.settings[rule], least: leastOf[rule] })),
  };
};
