// One sign-in at the company's provider, from its start to its return, in one browser.
import { createHash } from 'node:crypto';
import { newToken } from './tokens.ts';

/** With a second factor it takes longer than a passkey. */
export const signInFlowMs = 10 * 60_000;

export type SignInFlow = {
  /** What the browser keeps in its cookie, until the flow ends. */
  cookie: string;
  /** Of the row that makes it count once. */
  challenge: string;
  /** Of an invitation that is accepted by it. */
  invitation: string | undefined;
  /** Of OAuth 2.0, OpenID Connect and PKCE: what the provider sees does not reveal the others. */
  state: string;
  nonce: string;
  verifier: string;
};

/** @param invitation the token of its link, which no table and no script of the page keeps */
export function newSignInFlow(invitation?: string): SignInFlow {
  return flowOfToken(newToken(), invitation);
}

/** Undefined where the browser has begun none. */
export function readSignInFlow(cookie: string | undefined): SignInFlow | undefined {
  const [, token, invitation] = /^([\w-]{43})(?:\.([\w-]{1,100}))?$/.exec(cookie ?? '') ?? [];
  return token === undefined ? undefined : flowOfToken(token, invitation);
}

function flowOfToken(token: string, invitation: string | undefined): SignInFlow {
  const derived = (purpose: string) =>
    createHash('sha256').update(`single-sign-on|${purpose}|${token}`).digest('base64url');
  return {
    cookie: invitation === undefined ? token : `${token}.${invitation}`,
    // No challenge of a passkey, which has other characters.
    challenge: `single-sign-on|${token}`,
    invitation,
    state: derived('state'),
    nonce: derived('nonce'),
    verifier: derived('verifier'),
  };
}
