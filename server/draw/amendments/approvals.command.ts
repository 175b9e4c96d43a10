import type { Command } from 'commander';
import { addCalls } from '../../operator/console-calls/add-calls.ts';
import type { Session } from '../../operator/command-context.ts';
import { addApprovalsConfirm } from './approvals-confirm.command.ts';
import { addApprovalsKey } from './approvals-key.command.ts';
import { addApprovalsList } from './approvals-list.command.ts';
import { addApprovalsReplace } from './approvals-replace.command.ts';
import { addApprovalsShow } from './approvals-show.command.ts';

export function addApprovals(program: Command, session: Session): void {
  const approvals = program
    .command('approvals')
    .description('Two people for what costs money: one proposes it, another confirms it.');
  addApprovalsKey(approvals, session);
  addApprovalsList(approvals, session);
  addApprovalsShow(approvals, session);
  addApprovalsConfirm(approvals, session);
  addCalls(approvals, session, 'approvals');
  addApprovalsReplace(approvals, session);
}
