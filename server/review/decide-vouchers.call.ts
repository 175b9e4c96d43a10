import { membersAmong } from './clusters.sql.ts';
import {
  holdVouchers,
  refuseVouchers,
  releaseVouchers,
  type Decision,
  type Outcomes,
} from './holds.sql.ts';
import type { FieldsOf } from '@inaam/contract/console/calls.ts';
import type { ConsoleContext, ConsoleHandler } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { requiresTwoApprovers } from './change-rule.call.ts';
import { operatorOf } from '../console/audit-words.ts';
import { commandOf, countChanged, detailsOf, outcomesInWords } from './review-words.ts';

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
  const outcomes = await decided(context, action, {
    pseudonyms: members,
    account: signedIn.id,
    by: operator.by,
    reason,
    now: operator.at,
    auditOf: (all) => ({
      campaign: campaign.id,
      command: commandOf(action),
      operator,
      details: detailsOf(cluster, all),
    }),
  });
  const count = countChanged(outcomes);
  const message = outcomesInWords(outcomes);
  if (count === 0) throw new ConsoleRefusal('refused', `Nothing was changed. ${message}`);
  return { count, message };
};

async function decided(
  { database, campaign }: ConsoleContext,
  action: FieldsOf<'decideVouchers'>['action'],
  decision: Decision,
): Promise<Outcomes> {
  switch (action) {
    case 'hold':
      return holdVouchers(database, campaign.id, decision);
    case 'release':
      return releaseVouchers(database, campaign.id, decision);
    case 'refuse':
    case 'confirm':
      return refuseVouchers(database, campaign.id, {
        ...decision,
        action,
        needsTwo: await requiresTwoApprovers(database, campaign.id),
      });
    default:
      return action satisfies never;
  }
}
