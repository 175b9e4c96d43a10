import type { Command } from 'commander';
import * as z from 'zod';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { readInviteConfig } from '../main/settings/operator-config.ts';
import { expectationsOf } from '../console/sign-in/invitation.ts';
import { hashOf, newToken } from '../console/sign-in/tokens.ts';
import { recordAudit } from '../database/audit-log.ts';
import {
  closeAccount,
  listAccounts,
  openAccount,
  writeInvitation,
} from '../console/sign-in/accounts.sql.ts';
import { endWaysIn, idleMs } from '../console/sign-in/sessions.sql.ts';
import { transaction } from '../database/database.ts';
import { formatTime, indianTime } from '../platform/format.ts';
import { addCommand } from './add-command.ts';
import { RefusedError, type Session } from './command-context.ts';
import { withDatabase, withOpenDatabase } from './with-database.ts';
import { addName, addRole } from './account-options.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from './change-options.ts';
import { addSingleSignOn, singleSignOn } from './single-sign-on-options.ts';
import { answerText } from './answer.ts';

const invitationMs = 24 * 3_600_000;

export function addConsoleInvite(parent: Command, session: Session): void {
  const command = 'console invite';
  addCommand(parent, session, {
    detail:
      "Whoever opens the link makes a passkey with it or signs in with the company's provider, once, within 24 hours: send it to nobody else. With --sso-email or --sso-subject it lets in this one person of the provider alone, and makes no passkey; neither is stored. For an account that is there, the link adds a way to sign in, as for another device; its earlier link ends. With --lost its passkeys, its single sign-on and its sessions end at once too, as after a device was lost or stolen. The role of an account stays: close it and invite under another name to change it.",
    examples: [
      `${command} --name "Asha Rao" --role support --why "joins support" --by ravi`,
      `${command} --name "Asha Rao" --role support --sso-email asha@tea.example --why "joins support"`,
      `${command} --name "Asha Rao" --role support --lost --why "lost her phone"`,
    ],
    add: (adding) => {
      addName(adding);
      addRole(adding);
      adding.option('--lost', 'end every way to sign in that the account has, and its sessions');
      addSingleSignOn(adding);
      addWhoAndWhy(adding);
    },
    shape: {
      ...whoAndWhy,
      name: z.string(),
      role: z.enum(consoleRoles),
      lost: z.boolean().default(false),
      ...singleSignOn,
    },
    run: async ({ name, role, lost, ssoEmail: email, ssoSubject: subject, ...who }) => {
      const config = readInviteConfig(session.context.variables);
      const { campaign, origin } = config;
      return withOpenDatabase(session.context, config, async ({ database, clocks }) => {
        const operator = operatorOf(who, clocks.wall());
        const { at } = operator;
        const token = newToken();
        const expiresAt = at + invitationMs;
        const [expects] = expectationsOf(token, { email, subject });
        const isNew = await transaction(database, async (connection) => {
          const account = await openAccount(connection, { campaign, name, role, at });
          if (account.isClosed) throw new RefusedError(refusalOf('closed'));
          if (account.role !== role) throw new RefusedError(refusalOf('role'));
          const tokenHash = hashOf(token);
          const invitation = { tokenHash, account: account.id, at, expiresAt, expects };
          await writeInvitation(connection, invitation);
          const ended = lost ? await endWaysIn(connection, account.id) : undefined;
          const details = {
            name,
            role,
            isNew: account.isNew,
            endedPasskeys: ended?.passkeys ?? 0,
            ...(ended?.identities ? { endedSingleSignOn: ended.identities } : {}),
            ...(expects ? { isForSingleSignOn: true } : {}),
          };
          await recordAudit(connection, { campaign, command, operator, details });
          return account.isNew;
        });
        const link = `${origin}/#/invitation/${token}`;
        const until = new Date(expiresAt).toISOString();
        return {
          text: `Send this link to ${name} alone, over a channel that nobody else reads. It works once, until ${indianTime(expiresAt)} IST, and is not shown again:\n\n  ${link}\n`,
          json: { campaign, result: isNew ? 'invited' : 'invitedAgain', name, role, link, until },
        };
      });
    },
  });
}

const refusalOf = (problem: 'closed' | 'role') =>
  problem === 'closed'
    ? 'Nothing was changed: the account of that name was closed. Invite under another name, so that the audit log stays clear.'
    : 'Nothing was changed: the account of that name has another role. Close it, and invite under another name.';

export function addConsoleList(parent: Command, session: Session): void {
  addCommand(parent, session, {
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
        const text =
          accounts.length === 0
            ? 'Nobody was invited yet: "console invite" makes a link.'
            : answerText(json);
        return { text, json };
      }),
  });
}

export function addConsoleClose(parent: Command, session: Session): void {
  const command = 'console close';
  addCommand(parent, session, {
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
