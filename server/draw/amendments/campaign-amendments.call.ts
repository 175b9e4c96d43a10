// Shows the amendments, and prepares the command that makes one: the console lacks the secret.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { operatorOf } from '../../console/audit-words.ts';
import type { ConsoleContext, ConsoleHandler } from '../../console/context.ts';
import { toConsoleRefusal } from '../../console/refusal.ts';
import { campaignAheadMs, indianDay } from '../../platform/period.rules.ts';
import { readCommitment } from '../commitments.sql.ts';
import { describeAmendment } from './amendment-words.ts';
import { amendDraw, readAmendments } from './amendments.sql.ts';
import { amendmentFor, commandLine } from './plan-amendment.ts';

type Amendments = AnswerOf<'readCampaign'>['amendments'];

/** Each says what it changed relative to the state before. */
export async function readCampaignAmendments({
  database,
  campaign: { id },
  clocks,
}: ConsoleContext): Promise<Amendments> {
  const commitment = await readCommitment(database, id);
  if (!commitment) return [];
  const { document } = commitment;
  const aheadMs = campaignAheadMs(clocks);
  let lastDay: string = document.programme.to;
  return (await readAmendments(database, id)).map((amendment) => {
    const what = describeAmendment(document, amendment, lastDay);
    lastDay = amendment.to;
    return { entry: amendment.number, at: amendment.at + aheadMs, what };
  });
}

/** Applies the command's rules, as its dry run does. */
export const prepareAmendment: ConsoleHandler<'prepareAmendment'> = async (
  context,
  { wish, reason },
  signedIn,
) => {
  const { database, campaign, clocks } = context;
  operatorOf(context, signedIn, reason);
  const { amendment, before, document } = await toConsoleRefusal(
    amendDraw(database, campaign.id, {
      drawSecret: undefined,
      amendmentOf: amendmentFor(wish),
      today: () => indianDay(clocks.campaign()),
    }),
  );
  return {
    what: describeAmendment(document, amendment, before.lastDay),
    dryRun: commandLine(wish, { reason, isDryRun: true }),
    command: commandLine(wish, { reason }),
  };
};
