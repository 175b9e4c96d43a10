import type { Command } from 'commander';
import * as z from 'zod';
import { recordAudit } from '../database/audit-log.ts';
import { closeAccount } from './sign-in/accounts.sql.ts';
import { transaction } from '../database/database.ts';
import { addName } from '../operator/account-options.ts';
import { addCommand } from '../operator/add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../operator/change-options.ts';
import { RefusedError, type Session } from '../operator/command-context.ts';
import { withDatabase } from '../operator/with-database.ts';

export function addConsoleClose(parent: Command, session: Session): void {
  const command = 'console close';
  addCommand(parent, session, {
    name: command,
    summary: 'close an account of the console, and end its sessions at once',
    detail: 'Its name is not given again, so that the audit log stays clear.',
    examples: [`${command} --name "Asha Rao" --why "has left the team" --by ravi`],
    add: (adding) => {
      addName(adding);
      addWhoAndWhy(adding);
    },
    shape: { ...whoAndWhy, name: z.string() },
    run: ({ name, ...who }) =>
      withDatabase(session.context, async ({ database, clocks, id: campaign }) => {
        const operator = operatorOf(who, clocks.wall());
        const result = await transaction(database, async (connection) => {
          const closed = await closeAccount(connection, { campaign, name, at: operator.at });
          if (closed === 'closed') {
            await recordAudit(connection, { campaign, command, operator, details: { name } });
          }
          return closed;
        });
        if (result === 'unknown') {
          throw new RefusedError(
            'Nothing was changed: there is no account of that name. "console list" shows them.',
          );
        }
        const text =
          result === 'closed'
            ? 'Closed: it cannot sign in any more, and its sessions have ended.'
            : 'It was closed before. Nothing was changed.';
        return { text, json: { campaign, result, name } };
      }),
  });
}
