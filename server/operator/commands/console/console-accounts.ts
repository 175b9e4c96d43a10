import type { Command } from 'commander';
import type { Session } from '../../command-context.ts';
import { addConsoleClose } from './console-close.ts';
import { addConsoleInvite } from './console-invite.ts';
import { addConsoleList } from './console-list.ts';

export function addConsoleAccounts(program: Command, session: Session): void {
  const group = program.command('console').description('Who may sign in to the console.');
  addConsoleInvite(group, session);
  addConsoleList(group, session);
  addConsoleClose(group, session);
}
