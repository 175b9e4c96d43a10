import type { Command } from 'commander';
import type { Session } from '../../command-context.ts';
import { addApprovalsConfirm } from './approvals-confirm.ts';
import { addApprovalsKey } from './approvals-key.ts';
import { addApprovalsList } from './approvals-list.ts';
import { addApprovalsRefuse } from './approvals-refuse.ts';
import { addApprovalsReplace } from './approvals-replace.ts';
import { addApprovalsShow } from './approvals-show.ts';

export function addApprovals(program: Command, session: Session): void {
  const approvals = program
    .command('approvals')
    .description('Two people for what costs money: one proposes it, another confirms it.');
  addApprovalsKey(approvals, session);
  addApprovalsList(approvals, session);
  addApprovalsShow(approvals, session);
  addApprovalsConfirm(approvals, session);
  addApprovalsRefuse(approvals, session);
  addApprovalsReplace(approvals, session);
}
