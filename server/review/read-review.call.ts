import { lateDays } from '../messages/delivery-limits.rules.ts';
import { thresholdMin, reasonInWords } from './review.rules.ts';
import { readOnly } from '../database/read-only.ts';
import { countHeld } from './figures.sql.ts';
import { readSettings } from './settings.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { requiresTwoApprovers } from './change-rule.call.ts';
import { campaignAheadMs } from '../platform/period.rules.ts';
import { membersMax, readCluster as readOne, readClusters as readPage } from './clusters.sql.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { withoutNumbers } from '../console/audit-words.ts';
import { actionsFor, statusOf } from './review-words.ts';
import { reviewRules } from '@inaam/contract/console/review.ts';

const dayMs = 86_400_000;
const heldMax = 1000;

export const readReview: ConsoleHandler<'readReview'> = async ({ database, clocks, campaign }) => {
  const now = clocks.wall();
  const found = await readOnly(database, async (connection) => ({
    held: await countHeld(connection, campaign.id, heldMax + 1),
    settings: await readSettings(connection, campaign.id),
    needsTwo: await requiresTwoApprovers(connection, campaign.id),
  }));
  const { held, rupees, proposed, oldestAt } = found.held;
  return {
    at: Math.round(clocks.campaign()),
    held: {
      count: Math.min(held, heldMax),
      isMore: held > heldMax,
      rupees,
      proposed,
      oldestDays: oldestAt && Math.max(0, Math.floor((now - oldestAt.getTime()) / dayMs)),
    },
    days: lateDays,
    needsTwo: found.needsTwo,
    rules: reviewRules.map((rule) => ({ rule, ...found.settings[rule], min: thresholdMin[rule] })),
  };
};

export const readCluster: ConsoleHandler<'readCluster'> = async (
  { database, clocks, campaign },
  { number },
  { name, role },
) => {
  const aheadMs = campaignAheadMs(clocks);
  const { settings, found } = await readOnly(database, async (connection) => ({
    settings: await readSettings(connection, campaign.id),
    found: await readOne(connection, campaign.id, number),
  }));
  if (!found) {
    throw new ConsoleRefusal('notFound', 'This group is not there any more. Load the page again.');
  }
  return {
    number,
    rule: found.rule,
    reason: reasonInWords(found.rule, found, settings[found.rule].windowHours),
    lastAt: found.lastAt.getTime() + aheadMs,
    members: found.members.map((member) => ({
      pseudonym: member.pseudonym,
      amount: member.amount,
      verifiedAt: member.verifiedAt.getTime() + aheadMs,
      status: statusOf(member),
      reason: member.reason && withoutNumbers(member.reason),
      others: member.others,
      may: role === 'manager' ? actionsFor(member, name) : [],
    })),
    isMore: found.members.length === membersMax,
  };
};

/** Per page, because the members of each cluster are counted. */
const clustersMax = 20;

export const readClusters: ConsoleHandler<'readClusters'> = async (
  { database, clocks, campaign },
  { before },
) => {
  const aheadMs = campaignAheadMs(clocks);
  const { settings, found } = await readOnly(database, async (connection) => {
    const inForce = await readSettings(connection, campaign.id);
    const page = {
      before: before ? { ...before, lastAt: before.lastAt - aheadMs } : undefined,
      max: clustersMax + 1,
    };
    return {
      settings: inForce,
      found: await readPage(connection, campaign.id, inForce, page),
    };
  });
  return {
    clusters: found.slice(0, clustersMax).map(({ lastAt, inHour, inDay, inWeek, ...one }) => ({
      ...one,
      reason: reasonInWords(one.rule, { inHour, inDay, inWeek }, settings[one.rule].windowHours),
      lastAt: lastAt.getTime() + aheadMs,
      isMore: one.members === membersMax,
    })),
    hasMore: found.length > clustersMax,
  };
};
