import { campaignAheadMs } from '../platform/clock-offset.rules.ts';
import { reasonInWords } from './review.rules.ts';
import { readOnly } from '../database/read-only.sql.ts';
import { membersMost, readCluster as readOne } from './clusters.sql.ts';
import { readSettings } from './settings.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { withoutNumbers } from '../console/audit-entry.ts';
import { actionsFor, statusOf } from './review-words.ts';

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
    throw new ConsoleRefusal(
      'notFound',
      'This cluster is not there any more. Load the page again.',
    );
  }
  return {
    number,
    rule: found.rule,
    reason: reasonInWords(found.rule, found.measured, settings[found.rule].windowHours),
    lastAt: found.lastAt + aheadMs,
    members: found.members.map((member) => {
      const { pseudonym, amount, verifiedAt, others, hold } = member;
      const why = hold?.proposal?.why ?? hold?.why;
      return {
        pseudonym,
        amount,
        verifiedAt: verifiedAt + aheadMs,
        status: statusOf(member),
        why: why === undefined ? null : withoutNumbers(why),
        others,
        may: role === 'manager' ? actionsFor(member, name) : [],
      };
    }),
    isMore: found.members.length === membersMost,
  };
};
