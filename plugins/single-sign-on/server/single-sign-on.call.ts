import { createHash, timingSafeEqual } from 'node:crypto';
import { readInvitation, useInvitation } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { transaction, type Connection } from '@inaam/server/database/database.ts';
import type {
  ConsoleContext,
  ConsoleHandler,
  OpenIdProvider,
  Visitor,
} from '@inaam/server/console/context.ts';
import { ConsoleRefusal } from '@inaam/server/console/refusal.ts';
import { newChallenge, spendChallenge } from '@inaam/server/console/sign-in/passkey.ts';
import {
  invitationEnded,
  assertInvitationToken,
} from '@inaam/server/console/sign-in/invitation.ts';
import {
  attemptFrom,
  countAttempt,
  forgetAttempts,
  invitationFrom,
  takeBackAttempt,
} from '@inaam/server/console/sign-in/guard.ts';
import { addIdentity, useIdentity } from './identities.sql.ts';
import { ProviderProblem } from './openid-provider.ts';
import { hashOf, signInFlowMs } from '@inaam/server/console/sign-in/tokens.ts';
import { idsOf, startSession } from '@inaam/server/console/sign-in/session.ts';

type Identity = Awaited<ReturnType<OpenIdProvider['identityIn']>>;

const notBegunHere =
  'This sign-in was begun in another browser or window, was used, or took longer than ten minutes. Begin again here.';

/** The same for every reason, so that nobody learns who is known. The log has the reason. */
const notAccepted = () =>
  new ConsoleRefusal(
    'refused',
    'This sign-in was not accepted. Open your invitation first, or ask for another one.',
  );

export const startSingleSignOn: ConsoleHandler<'startSingleSignOn'> = async (
  context,
  { token },
  _signedIn,
  visitor,
) => {
  const provider = providerOf(context);
  if (token !== null) await openInvitation(context, token, visitor);
  const invitation = token ?? undefined;
  const challenge = newChallenge(context, purposeOf({ invitation }), signInFlowMs);
  const flow = signInFlowOf(challenge, invitation);
  const address = await answered(context, () => provider.addressFor(flow));
  visitor.keepFlow(flow.cookie);
  return { address };
};

/** @throws ConsoleRefusal */
async function openInvitation(
  context: ConsoleContext,
  token: string,
  visitor: { address: string },
) {
  assertInvitationToken(token);
  const attempt = invitationFrom(context, visitor.address);
  await countAttempt(context, attempt);
  await invitedBy(context, token);
  await forgetAttempts(context, [attempt]);
}

/** @throws ConsoleRefusal */
async function invitedBy(context: ConsoleContext, token: string) {
  const { database, clocks } = context;
  const looked = { campaigns: idsOf(context), tokenHash: hashOf(token), at: clocks.wall() };
  const invited = await readInvitation(database, looked);
  if (invited) return invited;
  throw invitationEnded();
}

export const finishSingleSignOn: ConsoleHandler<'finishSingleSignOn'> = async (
  context,
  { response },
  _signedIn,
  visitor,
) => {
  const provider = providerOf(context);
  const flow = readSignInFlow(visitor.flow);
  // The response is of another flow, so this browser's own flow stays open. There is nothing to
  // guess, so nothing is counted: otherwise a malicious link would lock its victim and the office.
  if (!flow || !isReturnOf(flow, response)) throw new ConsoleRefusal('refused', notBegunHere);
  const attempt = attemptFrom(context, visitor.address);
  await countAttempt(context, attempt);
  visitor.forgetFlow();
  await spendChallenge(context, flow.challenge, purposeOf(flow), notBegunHere);
  const { invitation } = flow;
  if (invitation !== undefined) await invitedBy(context, invitation);
  const identity = await answered(
    context,
    () => provider.identityIn(response, flow),
    () => takeBackAttempt(context, attempt),
  );
  const session = await transaction(context.database, (connection) =>
    invitation === undefined
      ? enter(context, connection, identity, visitor)
      : accept(context, connection, { proven: identity, token: invitation, visitor }),
  );
  await forgetAttempts(context, [attempt]);
  visitor.keepSession(session);
  return {};
};

/** Only issuer and subject decide: an e-mail address can pass to another person. */
async function enter(
  context: ConsoleContext,
  connection: Connection,
  { issuer, subject }: Identity,
  visitor: Visitor,
): Promise<string> {
  const { clocks, log } = context;
  const account = await useIdentity(connection, {
    campaigns: idsOf(context),
    identities: identitiesOf(context, { issuer, subject }),
    at: clocks.wall(),
  });
  if (!account) {
    log.warn({}, 'A single sign-on was refused: the person has no open account.');
    throw notAccepted();
  }
  const audited = { command: 'console sign-in', reason: 'signed in by single sign-on', visitor };
  return startSession(context, connection, { account, ...audited });
}

/** By the key of each campaign: an account may be older than this console's list. */
const identitiesOf = ({ campaigns }: ConsoleContext, { issuer, subject }: Identity) =>
  campaigns.map(({ keys }) => keys.colleagueIndex(issuer, subject));

/** Binds the account to the identity; a refusal rolls everything back. */
async function accept(
  context: ConsoleContext,
  connection: Connection,
  { proven, token, visitor }: { proven: Identity; token: string; visitor: Visitor },
): Promise<string> {
  const { clocks, log } = context;
  const at = clocks.wall();
  const tokenHash = hashOf(token);
  const campaigns = idsOf(context);
  const account = await useInvitation(connection, { campaigns, tokenHash, at });
  if (!account) throw invitationEnded();
  const identities = identitiesOf(context, proven);
  if (!(await addIdentity(connection, { identities, account: account.id, at }))) {
    log.warn({}, 'A single sign-on was refused: the person has another account.');
    throw notAccepted();
  }
  const reason = 'accepted an invitation by single sign-on';
  return startSession(context, connection, { account, command: 'console accept', reason, visitor });
}

const purposeOf = ({ invitation }: Pick<SignInFlow, 'invitation'>) =>
  `single-sign-on|${invitation === undefined ? '' : hashOf(invitation).toString('hex')}`;

type SignInFlow = {
  cookie: string;
  /** Makes the flow count once. */
  challenge: string;
  invitation: string | undefined;
  /** Of OAuth 2.0, OpenID Connect and PKCE: what the provider sees does not reveal the others. */
  state: string;
  nonce: string;
  verifier: string;
};

/** Undefined if this browser has begun none. */
function readSignInFlow(cookie: string | undefined): SignInFlow | undefined {
  const [, challenge, invitation] = /^([\w-]{43})(?:\.([\w-]{1,100}))?$/.exec(cookie ?? '') ?? [];
  return challenge === undefined ? undefined : signInFlowOf(challenge, invitation);
}

/** @param invitation the token of its link, which no table and no script of the page keeps */
function signInFlowOf(challenge: string, invitation: string | undefined): SignInFlow {
  const derived = (purpose: string) =>
    createHash('sha256').update(`single-sign-on|${purpose}|${challenge}`).digest('base64url');
  return {
    cookie: invitation === undefined ? challenge : `${challenge}.${invitation}`,
    challenge,
    invitation,
    state: derived('state'),
    nonce: derived('nonce'),
    verifier: derived('verifier'),
  };
}

function isReturnOf({ state }: SignInFlow, response: string): boolean {
  const states = new URLSearchParams(response).getAll('state');
  return states.length === 1 && timingSafeEqual(hashOf(states[0] ?? ''), hashOf(state));
}

function providerOf({ openIdProvider }: ConsoleContext): OpenIdProvider {
  if (openIdProvider) return openIdProvider;
  throw new ConsoleRefusal('refused', 'There is no single sign-on here: use a passkey.');
}

/** @throws ConsoleRefusal */
async function answered<Answer>(
  { log, openIdProvider, takesPasskeys }: ConsoleContext,
  ask: () => Promise<Answer>,
  ifSilent: () => Promise<void> = () => Promise.resolve(),
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    const { kind, reason } = error;
    if (kind === 'silent') {
      log.error(
        { reason },
        "The company's provider of single sign-on did not answer as it should.",
      );
      await ifSilent();
      const other = takesPasskeys ? ', or use a passkey' : '';
      throw new ConsoleRefusal(
        'busy',
        `The sign-in of ${openIdProvider?.name ?? 'the company'} does not work just now. Try again later${other}.`,
      );
    }
    log.warn({ reason }, 'A single sign-on was refused.');
    if (kind === 'refused') throw notAccepted();
    throw new ConsoleRefusal(
      'refused',
      'The sign-in was cancelled. Begin again; an invitation is opened by its link again.',
    );
  }
}
