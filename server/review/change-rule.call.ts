import { writeSetting } from './settings.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { operatorOf } from '../console/audit-words.ts';
import { readOnly } from '../database/read-only.ts';
import { previewRule as countPreview } from './figures.sql.ts';
import { isThreshold, thresholdMin } from './review.rules.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { readCommitment } from '../draw/commitments.sql.ts';
import type { Queryable } from '../database/database.ts';
import { thresholdMax, type ReviewRule } from '@inaam/contract/console/review.ts';

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

const dayMs = 86_400_000;
const previewDays = 30;
/** Only this many people whom a rule has noticed are examined. */
const seenMax = 5000;

export const previewRule: ConsoleHandler<'previewRule'> = async (
  { database, clocks, campaign },
  { rule, threshold, windowHours },
) => {
  assertThreshold(rule, threshold);
  const since = clocks.wall() - previewDays * dayMs;
  const asked = { rule, threshold, windowHours, since, max: seenMax };
  const found = await readOnly(database, (connection) =>
    countPreview(connection, campaign.id, asked),
  );
  return { days: previewDays, ...found };
};

/** @throws ConsoleRefusal */
function assertThreshold(rule: ReviewRule, threshold: number): void {
  if (isThreshold(rule, threshold)) return;
  throw new ConsoleRefusal(
    'invalid',
    `This rule begins at ${thresholdMin[rule]} at the least and ${thresholdMax} at the most.`,
  );
}

/**
 * Whether the campaign has approvers (docs/decisions/0034). The committed document decides, so
 * neither an amendment nor the console can change it.
 */
export async function requiresTwoApprovers(
  database: Queryable,
  campaign: string,
): Promise<boolean> {
  const commitment = await readCommitment(database, campaign);
  return commitment?.document.approvers !== undefined;
}
