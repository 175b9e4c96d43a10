import { refuseProposal as refuse } from './proposals.sql.ts';
import { readOneProposal } from './read-proposal.ts';
import type { ConsoleHandler } from '../../console/context.ts';
import { ConsoleRefusal } from '../../console/refusal.ts';
import { toConsoleRefusal } from '../../console/rule-refusal.ts';
import { operatorOf } from '../../console/audit-entry.ts';

export const refuseProposal: ConsoleHandler<'refuseProposal'> = async (
  context,
  { number, why },
  signedIn,
) => {
  const { database, campaign } = context;
  const operator = operatorOf(context, signedIn, why);
  await toConsoleRefusal(readOneProposal(database, campaign.id, number));
  const isClosed = await refuse(database, campaign.id, number, {
    campaign: campaign.id,
    command: 'console approvals refuse',
    operator,
    details: { proposal: number },
  });
  if (isClosed) return { message: `Refused: proposal ${number}. Nothing was changed.` };
  throw new ConsoleRefusal('refused', `Proposal ${number} has ended already. Nothing was changed.`);
};
