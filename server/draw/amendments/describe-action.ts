import { gainsOf } from './amendment.rules.ts';
import type { Action, AmendmentProposal, Approver } from './approval.rules.ts';
import { plannedRupees, type DrawDocument } from '../commitment.rules.ts';
import { blockSize } from '../draw.rules.ts';
import { rupees } from '../../platform/format.ts';

/** So that whoever confirms can compare the key with the one that its owner has. */
export const nameAndKey = ({ name, key }: Approver) => `${name} (${key})`;

/** Says what will happen, only from what was signed. */
export function describeAction(action: Action, document: DrawDocument, lastDay: string): string {
  if (action.kind === 'amended') return describeAmendment(action, document, lastDay);
  if (action.kind === 'settled') {
    return `The voucher of message ${action.message} will be closed as paid by hand.`;
  }
  return `${rupees(action.codes)} codes of batch ${action.batch}, or those that are free by then, will be withdrawn and never given.`;
}

function describeAmendment(
  action: AmendmentProposal['action'],
  document: DrawDocument,
  lastDay: string,
): string {
  const { approvers, blocks, fixed, reserve, to } = action;
  const added = plannedRupees(gainsOf(document, action));
  const parts = [
    ...(blocks > 0
      ? [`${rupees(blocks)} blocks with ${rupees(blocks * blockSize(document.deck))} cards`]
      : []),
    ...(reserve > 0 ? [`${rupees(reserve)} rewards of the reserve`] : []),
    ...document.fixed.flatMap(({ state }, index) => {
      const rewards = fixed[index] ?? 0;
      return rewards > 0 ? [`${rupees(rewards)} fixed rewards of ${state}`] : [];
    }),
  ];
  const sentences = [
    ...(parts.length > 0
      ? [`The budget will grow by Rs ${rupees(added)}: ${parts.join(', ')}.`]
      : []),
    ...(to === lastDay ? [] : [`The last day will be ${to} instead of ${lastDay}.`]),
    ...(approvers ? [`The approvers will be ${approvers.map(nameAndKey).join(', ')}.`] : []),
  ];
  return sentences.join(' ');
}
