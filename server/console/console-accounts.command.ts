import type { Command } from 'commander';
import type { Session } from '../operator/command-context.ts';
import { addConsoleClose } from './console-close.command.ts';
import { addConsoleInvite } from './console-invite.command.ts';
import { addConsoleList } from './console-list.command.ts';

export function addConsoleAccounts(program: Command, session: Session): void {
  const group = program.command('console').description('Who may sign in to the console.');
  addConsoleInvite(group, session);
  addConsoleList(group, session);
  addConsoleClose(group, session);
}
