import { indianDay } from '../../platform/period.rules.ts';
import { amendDraw } from './amendments.sql.ts';
import { describeAction } from './describe-action.ts';
import { amendmentFor, commandLine } from './plan-amendment.ts';
import type { ConsoleHandler } from '../../console/context.ts';
import { operatorOf } from '../../console/audit-entry.ts';
import { toConsoleRefusal } from '../../console/rule-refusal.ts';

/** By the rules of the command, as its dry run: the secret that it needs is not here. */
export const prepareAmendment: ConsoleHandler<'prepareAmendment'> = async (
  context,
  { wish, why },
  signedIn,
) => {
  const { database, campaign, clocks } = context;
  operatorOf(context, signedIn, why);
  const planned = await toConsoleRefusal(
    amendDraw(database, campaign.id, {
      drawSecret: undefined,
      amendmentOf: amendmentFor(wish),
      today: () => indianDay(clocks.campaign()),
      isDryRun: true,
      auditOf: () => {
        throw new Error('a dry run changes nothing');
      },
    }),
  );
  const { amendment, approval, before, document } = planned;
  const action = { kind: 'amended', approvers: null, ...amendment } as const;
  const needsTwo = approval.approvers !== undefined;
  return {
    what: describeAction(action, document, before.lastDay),
    needsTwo,
    dryRun: commandLine(wish, { why, isDryRun: true }),
    command: commandLine(wish, { why, ...(needsTwo ? { key: 'your.key' } : {}) }),
  };
};
