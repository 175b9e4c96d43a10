import { writeSetting } from './settings.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { assertThreshold } from './assert-threshold.call.ts';
import { operatorOf } from '../console/audit-entry.ts';

const effects = {
  off: 'The rule is off. What it has held stays held.',
  watch: 'The rule shows its clusters, and holds nothing by itself.',
  hold: 'From now on the rule holds the vouchers of who comes next, before they are sent.',
} as const;

export const changeRule: ConsoleHandler<'changeRule'> = async (
  context,
  { rule, why, ...setting },
  signedIn,
) => {
  const { database, campaign } = context;
  assertThreshold(rule, setting.threshold);
  const operator = operatorOf(context, signedIn, why);
  await writeSetting(database, campaign.id, rule, setting, {
    campaign: campaign.id,
    command: 'console review rule',
    operator,
    details: { rule, ...setting },
  });
  return { message: effects[setting.mode] };
};
