import { hasPurchases, pluginFilesOf } from '@inaam/campaigns/loader/plugin-files.ts';
import { type Connection, transaction } from '../../database/database.ts';
import { recordAudit } from '../../database/audit-log.ts';
import {
  endSession,
  writeSession,
  continueSession,
  findSession,
  endSessionsOf,
} from './sessions.sql.ts';
import type { Account } from './accounts.sql.ts';
import type { FastifyRequest } from 'fastify';
import { campaignHeader, campaignParameter } from '@inaam/contract/console/calls.ts';
import type {
  ConsoleContext,
  ConsoleContexts,
  Visitor,
  SignedIn,
  ConsoleHandler,
} from '../context.ts';
import { hashOf, newToken, tokenOf } from './tokens.ts';
import { ConsoleRefusal } from '../refusal.ts';
import { timingSafeEqual } from 'node:crypto';
import { attemptFrom, countAttempt, forgetAttempts } from './guard.ts';

type Start = {
  account: Account;
  command: string;
  reason: string;
  details?: { passkeys: number };
  visitor: Pick<Visitor, 'session'>;
};

/**
 * Runs in the transaction that admits the person, and writes an audit row.
 * @returns the token, to give to the browser after the commit
 */
export async function startSession(
  { clocks }: Pick<ConsoleContext, 'clocks'>,
  connection: Connection,
  { account, command, reason, details = { passkeys: 0 }, visitor }: Start,
): Promise<string> {
  const token = newToken();
  const at = clocks.wall();
  // The browser forgets the old token, so nobody should be able to use it.
  if (visitor.session !== undefined) await endSession(connection, hashOf(visitor.session));
  await writeSession(connection, { tokenHash: hashOf(token), account: account.id, at });
  // Each campaign's log has who could act in it.
  for (const { campaign, role } of account.roles) {
    await recordAudit(connection, {
      campaign,
      command,
      operator: { by: account.name, reason, at },
      details: { role, newPasskeys: details.passkeys },
    });
  }
  return token;
}

export const idsOf = ({ campaigns }: Pick<ConsoleContext, 'campaigns'>): string[] =>
  campaigns.map(({ campaign }) => campaign.id);

/** The same for a campaign that is not there: nobody learns which ones there are. */
const noRoleHere = () =>
  new ConsoleRefusal('notAllowed', 'You have no role in a campaign of this name.');

/**
 * Who asks, before which campaign: a stranger learns of none.
 * @param isBackground true: the call does not extend the session
 * @throws ConsoleRefusal, also without a role in the campaign that the request names
 */
export async function enterCampaign(
  request: FastifyRequest,
  contexts: ConsoleContexts,
  isBackground: boolean,
): Promise<{ context: ConsoleContext; signedIn: SignedIn }> {
  const [first] = contexts;
  const token = tokenOf(request, first.origin.startsWith('https:'));
  const person = await personBy(token, first, isBackground);
  const context = contextOf(request, contexts);
  return { context, signedIn: inCampaign(person, context) };
}

/** @throws ConsoleRefusal without a role in the context's campaign */
export function inCampaign(
  person: Omit<SignedIn, 'role'>,
  { campaign }: Pick<ConsoleContext, 'campaign'>,
): SignedIn {
  const own = person.roles.find((one) => one.campaign === campaign.id);
  if (!own) throw noRoleHere();
  return { ...person, role: own.role };
}

/**
 * The context of the campaign that a request names. With one campaign it may name none.
 * @throws ConsoleRefusal
 */
export function contextOf(
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  contexts: ConsoleContexts,
): ConsoleContext {
  const named = headers[campaignHeader] ?? namedIn(query);
  const found = contexts.find(({ campaign }) => campaign.id === named);
  if (found) return found;
  if (named === undefined && contexts.length === 1) return contexts[0];
  throw named === undefined
    ? new ConsoleRefusal('invalid', 'The page names no campaign. Reload it.')
    : noRoleHere();
}

const namedIn = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && campaignParameter in query
    ? query[campaignParameter]
    : undefined;

/** The person who is signed in, in any campaigns. @throws ConsoleRefusal */
export async function personBy(
  token: string | undefined,
  context: Pick<ConsoleContext, 'database' | 'campaigns' | 'clocks'>,
  isBackground: boolean,
): Promise<Omit<SignedIn, 'role'>> {
  const session = hashOf(token ?? '');
  const look = isBackground ? findSession : continueSession;
  const looked = { campaigns: idsOf(context), tokenHash: session, at: context.clocks.wall() };
  const found = token === undefined ? undefined : await look(context.database, looked);
  if (!found) throw new ConsoleRefusal('signedOut', 'You are signed out. Sign in again.');
  return { ...found, session };
}

export const signOut: ConsoleHandler<'signOut'> = async (
  { database },
  _fields,
  { session },
  visitor,
) => {
  await endSession(database, session);
  visitor.forgetSession();
  return {};
};

export const signOutEverywhere: ConsoleHandler<'signOutEverywhere'> = async (
  { database, clocks },
  _fields,
  { id, name, roles },
  visitor,
) => {
  await transaction(database, async (connection) => {
    const sessions = await endSessionsOf(connection, id);
    for (const { campaign } of roles) {
      await recordAudit(connection, {
        campaign,
        command: 'console sign-out',
        operator: { by: name, reason: 'signed out everywhere', at: clocks.wall() },
        details: { sessions },
      });
    }
  });
  visitor.forgetSession();
  return {};
};

export const readSession: ConsoleHandler<'readSession'> = async (
  { campaign, campaigns, clocks, signInLink },
  _fields,
  { id, name, role, roles },
) => ({
  account: { id, name, role },
  campaign: {
    id: campaign.id,
    hasPurchases: hasPurchases(campaign),
    files: pluginFilesOf(campaign),
    ...lookOf(campaign),
  },
  campaigns: campaigns.flatMap(({ campaign: one }) =>
    roles
      .filter((held) => held.campaign === one.id)
      .map((held) => ({ id: one.id, name: one.name, role: held.role })),
  ),
  at: clocks.campaign(),
  isDemo: signInLink !== undefined,
});

/** Demo only: the link is printed at the start and ends with the process. */
export const enterByLink: ConsoleHandler<'enterByLink'> = async (
  context,
  { token },
  _signedIn,
  visitor,
) => {
  const { signInLink, database } = context;
  if (!signInLink) {
    throw new ConsoleRefusal('refused', 'Sign in with a passkey: there is no link here.');
  }
  const attempt = attemptFrom(context, visitor.address);
  await countAttempt(context, attempt);
  if (!timingSafeEqual(hashOf(token), hashOf(signInLink.token))) {
    throw new ConsoleRefusal(
      'refused',
      'This link has ended: open the one that the demonstration has printed last.',
    );
  }
  const session = await transaction(database, (connection) =>
    startSession(context, connection, {
      account: signInLink.account,
      command: 'console sign-in',
      reason: "signed in by the demonstration's link",
      visitor,
    }),
  );
  await forgetAttempts(context, [attempt]);
  visitor.keepSession(session);
  return {};
};

export const readSignInWays: ConsoleHandler<'readSignInWays'> = async ({
  campaign,
  openIdProvider,
  takesPasskeys,
}) => ({
  campaign: lookOf(campaign),
  company: openIdProvider?.name ?? null,
  hasPasskeys: takesPasskeys,
});

const lookOf = ({ name, theme }: ConsoleContext['campaign']) => ({
  name,
  color: theme.colours.brand,
});
