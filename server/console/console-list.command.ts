import type { Command } from 'commander';
import { listAccounts } from './sign-in/accounts.sql.ts';
import { idleMs } from './sign-in/sessions.sql.ts';
import { addCommand } from '../operator/add-command.ts';
import type { Session } from '../operator/command-context.ts';
import { formatTime } from '../platform/format.ts';
import { table } from '../operator/table.ts';
import { withDatabase } from '../operator/with-database.ts';

export function addConsoleList(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'console list',
    summary: 'list the accounts of the console',
    examples: ['console list', 'console list --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, clocks, id: campaign }) => {
        const usedAfter = clocks.wall() - idleMs;
        const found = await listAccounts(database, { campaign, usedAfter });
        const accounts = found.map(({ id: _id, createdAt, closedAt, usedAt, ...account }) => ({
          ...account,
          invitedAt: formatTime(createdAt),
          usedAt: formatTime(usedAt ?? null),
          closedAt: formatTime(closedAt ?? null),
        }));
        const json = { campaign, accounts };
        if (accounts.length === 0) {
          return { text: 'Nobody was invited yet: "console invite" makes a link.', json };
        }
        const text = table(
          [
            'name',
            'role',
            'passkeys',
            'single sign-on',
            'sessions',
            'invited',
            'last used',
            'closed',
          ],
          accounts.map(
            ({ name, role, passkeys, identities, sessions, invitedAt, usedAt, closedAt }) => [
              name,
              role,
              passkeys,
              identities,
              sessions,
              invitedAt ?? '',
              usedAt ?? 'never',
              closedAt ?? '',
            ],
          ),
        );
        return { text, json };
      }),
  });
}
