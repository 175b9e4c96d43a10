import { loadLaunched } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import { readInviteConfig } from '../../operator/settings/operator-config.ts';
import { hashOf, invitationMs, newToken } from './tokens.ts';
import { recordAudit } from '../../database/audit-log.ts';
import {
  changeFurtherRole,
  closeAccount,
  everywhere,
  listAccounts,
  lockNames,
  openAccount,
  writeInvitation,
} from './accounts.sql.ts';
import { endWaysIn, idleMs } from './sessions.sql.ts';
import { transaction } from '../../database/database.ts';
import { formatTime, indianTime } from '../../platform/format.ts';
import { commandOf, flagOption } from '../../operator/add-command.ts';
import { RefusedError, type CommandResult, type Session } from '../../operator/command-context.ts';
import { withDatabase, withOpenDatabase } from '../../operator/with-database.ts';
import { operatorOf, whoAndWhy } from '../../operator/options.ts';
import { answerText } from '../../operator/answer.ts';
import { campaignOption, nameOption, roleOption } from './account-options.ts';

const inviteDetail =
  "Whoever opens the link makes a passkey with it or signs in with the company's provider, once, within 24 hours: send it to nobody else. For an account that is there, the link adds a way to sign in, as for another device; its earlier link ends. With --lost its passkeys, its single sign-on and its sessions end at once too, as after a device was lost or stolen. The role of an account stays: close it and invite under another name to change it. With --campaign an account that is there also gets a role in that further campaign of the same database, and no link; --campaign everywhere means each, those that are added later too.";

export const addConsoleInvite = commandOf({
  detail: inviteDetail,
  examples: [
    'console invite --name "Asha Rao" --role support --why "joins support" --by ravi',
    'console invite --name "Asha Rao" --role support --lost --why "lost her phone"',
    'console invite --name "Asha Rao" --role viewer --campaign goli-soda-2026 --why "helps there too"',
  ],
  shape: {
    name: nameOption,
    role: roleOption,
    lost: flagOption('--lost', 'end every way to sign in that the account has, and its sessions'),
    campaign: campaignOption('give the role in this further campaign'),
    ...whoAndWhy,
  },
  run: async ({ name, role, lost, campaign: further, ...who }, session) => {
    if (further !== undefined) return changeRole(session, { name, role, further, who });
    const { context, command: own } = session;
    const command = own.name;
    const config = readInviteConfig(context.variables);
    const { campaign, consoleOrigin } = config;
    return withOpenDatabase(context, config, async ({ database, clocks }) => {
      const operator = operatorOf(who, clocks.wall());
      const { at } = operator;
      const token = newToken();
      const expiresAt = at + invitationMs;
      const isNew = await transaction(database, async (connection) => {
        await lockNames(connection);
        const account = await openAccount(connection, { campaign, name, role, at });
        const { home } = account;
        if (account.isClosed) throw new RefusedError(refusals.closed);
        if (home !== campaign) throw new RefusedError(ofAnother(name, home));
        if (account.role !== role) throw new RefusedError(refusals.role);
        const tokenHash = hashOf(token);
        const invitation = { tokenHash, account: account.id, at, expiresAt };
        await writeInvitation(connection, invitation);
        const ended = lost ? await endWaysIn(connection, account.id) : undefined;
        const details = { name, role, isNew: account.isNew, ...endedOf(ended) };
        await recordAudit(connection, { campaign, command, operator, details });
        return account.isNew;
      });
      const link = `${consoleOrigin}/#/invitation/${token}`;
      const until = new Date(expiresAt).toISOString();
      return {
        text: `Send this link to ${name} alone, over a channel that nobody else reads. It works once, until ${indianTime(expiresAt)} IST, and is not shown again:\n\n  ${link}\n`,
        json: { campaign, result: isNew ? 'invited' : 'invitedAgain', name, role, link, until },
      };
    });
  },
});

const endedOf = (ended: Awaited<ReturnType<typeof endWaysIn>> | undefined) => ({
  endedPasskeys: ended?.passkeys ?? 0,
  ...(ended?.identities ? { endedSingleSignOn: ended.identities } : {}),
});

type RoleChange = {
  name: string;
  /** Null: takes it back. */
  role: ConsoleRole | null;
  further: string;
  who: Parameters<typeof operatorOf>[0];
};

/** In a further campaign, whose audit log records it. */
async function changeRole(
  { context, command: { name: command } }: Session,
  { name, role, further, who }: RoleChange,
): Promise<CommandResult> {
  // Who mistypes it would give a role in a campaign that is not there.
  const campaign = further === 'everywhere' ? everywhere : (await loadLaunched(further)).id;
  return withDatabase(context, async ({ database, clocks, id: home }) => {
    if (campaign === home) {
      throw new RefusedError('Nothing was changed: --campaign is the campaign of CAMPAIGN itself.');
    }
    const operator = operatorOf(who, clocks.wall());
    const { at } = operator;
    const result = await transaction(database, async (connection) => {
      const changed = await changeFurtherRole(connection, { home, campaign, name, role, at });
      if (changed === 'changed') {
        const given = role === null ? { isTakenBack: true } : { role };
        const details = { name, ...given, from: home, in: further };
        const place = campaign === everywhere ? home : campaign;
        await recordAudit(connection, { campaign: place, command, operator, details });
      }
      return changed;
    });
    if (result !== 'changed' && result !== 'already') {
      throw new RefusedError(`Nothing was changed: ${roleRefusals[result]}`);
    }
    const what = role === null ? 'has no role' : `has the role ${role}`;
    const where = campaign === everywhere ? 'in each campaign' : `in ${campaign}`;
    const since = result === 'already' ? ', as before' : '';
    return {
      text: `${name} ${what} ${where}${since}.`,
      json: { campaign, result, name, role },
    };
  });
}

const roleRefusals = {
  unknown: 'there is no account of that name. Invite it first, without --campaign.',
  closed: 'the account of that name was closed. Invite under another name.',
  taken:
    'that campaign has an account of that name, or this one with another role. Take a role back by `console close --campaign`.',
} as const;

const refusals = {
  closed:
    'Nothing was changed: the account of that name was closed. Invite under another name, so that the audit log stays clear.',
  role: 'Nothing was changed: the account of that name has another role. Close it, and invite under another name.',
} as const;

const ofAnother = (name: string, home: string) =>
  `Nothing was changed: ${name} has an account of "${home}". Only with CAMPAIGN=${home} is it invited again.`;

export const addConsoleList = commandOf({
  examples: ['console list', 'console list --json'],
  shape: {},
  run: (_options, { context }) =>
    withDatabase(context, async ({ database, clocks, id: campaign }) => {
      const usedAfter = clocks.wall() - idleMs;
      const found = await listAccounts(database, { campaign, usedAfter });
      const accounts = found.map(
        ({ id: _id, createdAt, closedAt, usedAt, furtherCampaigns, ...account }) => ({
          ...account,
          ...(furtherCampaigns.length > 0 ? { alsoIn: furtherCampaigns.join(', ') } : {}),
          invitedAt: formatTime(createdAt),
          usedAt: formatTime(usedAt),
          closedAt: formatTime(closedAt),
        }),
      );
      const json = { campaign, accounts };
      const text =
        accounts.length === 0
          ? 'Nobody was invited yet: "console invite" makes a link.'
          : answerText(json);
      return { text, json };
    }),
});

export const addConsoleClose = commandOf({
  detail:
    'It ends in all campaigns, and its name is not given again, so that the audit log stays clear. In a further campaign, and with --campaign, only the role there ends.',
  examples: [
    'console close --name "Asha Rao" --why "has left the team" --by ravi',
    'console close --name "Asha Rao" --campaign goli-soda-2026 --why "helps there no more"',
  ],
  shape: {
    name: nameOption,
    campaign: campaignOption('take back only the role in this further campaign'),
    ...whoAndWhy,
  },
  run: async ({ name, campaign: further, ...who }, session) => {
    if (further !== undefined) return changeRole(session, { name, role: null, further, who });
    const { context, command: own } = session;
    const command = own.name;
    return withDatabase(context, async ({ database, clocks, id: campaign }) => {
      const operator = operatorOf(who, clocks.wall());
      const { result, home } = await transaction(database, async (connection) => {
        const closed = await closeAccount(connection, { campaign, name, at: operator.at });
        for (const one of closed.campaigns) {
          const details = { name, ...(closed.result === 'roleEnded' && { isTakenBack: true }) };
          await recordAudit(connection, { campaign: one, command, operator, details });
        }
        return closed;
      });
      if (result === 'unknown') {
        throw new RefusedError(
          'Nothing was changed: there is no account of that name. "console list" shows them.',
        );
      }
      const text = {
        closed: 'Closed: it cannot sign in any more, and its sessions have ended.',
        already: 'It was closed before. Nothing was changed.',
        roleEnded: `${name} has no role in ${campaign} any more. Its account is of "${home}": only there it is closed.`,
      }[result];
      return { text, json: { campaign, result, name } };
    });
  },
});
