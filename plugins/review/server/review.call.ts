import { lateDays } from '@inaam/server/messages/delivery-limits.rules.ts';
import { thresholdMin, reasonInWords, isThreshold } from './review.rules.ts';
import { readOnly } from '@inaam/server/database/read-only.ts';
import { readSettings, writeSetting } from './settings.sql.ts';
import type { ConsoleHandler } from '@inaam/server/console/context.ts';
import { campaignAheadMs, dayMs } from '@inaam/server/platform/period.rules.ts';
import {
  countHeld,
  membersMax,
  readCluster as readOne,
  readClusters as readPage,
  membersAmong,
} from './clusters.sql.ts';
import { ConsoleRefusal } from '@inaam/server/console/refusal.ts';
import { withoutNumbers, operatorOf } from '@inaam/server/console/audit-words.ts';
import { actionsFor, statusOf, countChanged, detailsOf, outcomesInWords } from './review-words.ts';
import { reviewRules, thresholdMax, type ReviewRule } from '../contract.ts';
import { holdVouchers, refuseVouchers, releaseVouchers } from '@inaam/server/vouchers/holds.sql.ts';

const heldMax = 1000;

export const readReview: ConsoleHandler<'readReview'> = async ({ database, clocks, campaign }) => {
  const now = clocks.wall();
  const found = await readOnly(database, async (connection) => ({
    held: await countHeld(connection, campaign.id, heldMax + 1),
    settings: await readSettings(connection, campaign.id),
  }));
  const { held, rupees, oldestAt } = found.held;
  return {
    at: Math.round(clocks.campaign()),
    held: {
      count: Math.min(held, heldMax),
      isMore: held > heldMax,
      rupees,
      oldestDays: oldestAt && Math.max(0, Math.floor((now - oldestAt.getTime()) / dayMs)),
    },
    days: lateDays,
    rules: reviewRules.map((rule) => ({ rule, ...found.settings[rule], min: thresholdMin[rule] })),
  };
};

export const readCluster: ConsoleHandler<'readCluster'> = async (
  { database, clocks, campaign },
  { number },
  { role },
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
      state: member.region,
      place: member.place,
      status: statusOf(member),
      reason: member.reason && withoutNumbers(member.reason),
      others: member.others,
      may: role === 'manager' ? actionsFor(member) : [],
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

const effects = {
  off: 'The rule is off. What it has held stays held.',
  watch: 'The rule lists suspicious groups and holds nothing.',
  hold: 'From now on the rule holds the next vouchers that it notices, before they are sent.',
} as const;

export const changeRule: ConsoleHandler<'changeRule'> = async (
  context,
  { rule, reason, ...setting },
  signedIn,
) => {
  const { database, campaign } = context;
  assertThreshold(rule, setting.threshold);
  const operator = operatorOf(context, signedIn, reason);
  await writeSetting(database, campaign.id, rule, setting, {
    campaign: campaign.id,
    command: 'console review rule',
    operator,
    details: { rule, ...setting },
  });
  return { message: effects[setting.mode] };
};

/** @throws ConsoleRefusal */
function assertThreshold(rule: ReviewRule, threshold: number): void {
  if (isThreshold(rule, threshold)) return;
  throw new ConsoleRefusal(
    'invalid',
    `This rule takes a number from ${thresholdMin[rule]} to ${thresholdMax}.`,
  );
}

const decisions = { hold: holdVouchers, release: releaseVouchers, refuse: refuseVouchers };

export const decideVouchers: ConsoleHandler<'decideVouchers'> = async (
  context,
  { cluster, pseudonyms, action, reason },
  signedIn,
) => {
  const { database, campaign } = context;
  const operator = operatorOf(context, signedIn, reason);
  // Nobody is held who is not on the page that the person has looked at.
  const members = await membersAmong(database, campaign.id, cluster, pseudonyms);
  if (members.length === 0) {
    throw new ConsoleRefusal('notFound', 'These are not in the group any more. Load it again.');
  }
  const outcomes = await decisions[action](database, campaign.id, {
    pseudonyms: members,
    by: operator.by,
    reason,
    now: operator.at,
    auditOf: (all) => ({
      campaign: campaign.id,
      command: `console review ${action}`,
      operator,
      details: detailsOf(cluster, all),
    }),
  });
  const count = countChanged(outcomes);
  const message = outcomesInWords(outcomes);
  if (count === 0) throw new ConsoleRefusal('refused', `Nothing was changed. ${message}`);
  return { count, message };
};
