import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const nothing = z.object({});
/** WebAuthn's own JSON, which its library checks. */
const webAuthn = z.record(z.string(), z.unknown());

/** Of the page to which the company's provider sends the browser back. */
export const signInReturnPath = '/sign-in/return';

export const signIn = {
  /** Who is signed in, and for which campaign. */
  readSession: {
    path: 'session',
    may: every,
    fields: nothing,
    answer: z.object({
      account: z.object({ id: z.string(), name: z.string(), role: z.enum(consoleRoles) }),
      campaign: z.object({ id: z.string(), name: z.string() }),
      /** Now by the campaign's clock, ms: the demonstration's is shifted. */
      at: z.int(),
      /** ms; the session ends then unless a call is made before. */
      expiresAt: z.int(),
      isDemo: z.boolean(),
    }),
  },
  /** What the sign-in page offers. */
  readSignInWays: {
    path: 'sign-in/ways',
    may: 'nobody',
    fields: nothing,
    answer: z.object({
      /** Whose provider of single sign-on there is. */
      company: z.nullable(z.string()),
      hasPasskeys: z.boolean(),
    }),
  },
  startSignIn: { path: 'sign-in/start', may: 'nobody', fields: nothing, answer: webAuthn },
  finishSignIn: {
    path: 'sign-in/finish',
    may: 'nobody',
    fields: z.object({ response: webAuthn }),
    answer: nothing,
  },
  /** `token` of the invitation's link, from its fragment: it never reaches a log. */
  startInvitation: {
    path: 'invitation/start',
    may: 'nobody',
    fields: z.object({ token: z.string() }),
    answer: z.object({
      name: z.string(),
      role: z.enum(consoleRoles),
      /** Null: it is for single sign-on alone. */
      options: z.nullable(webAuthn),
      company: z.nullable(z.string()),
    }),
  },
  finishInvitation: {
    path: 'invitation/finish',
    may: 'nobody',
    fields: z.object({ token: z.string(), response: webAuthn }),
    answer: nothing,
  },
  /** `token`: of an invitation that is accepted by it. `address`: of the company's provider. */
  startSingleSignOn: {
    path: 'sign-in/company/start',
    may: 'nobody',
    fields: z.object({ token: z.nullable(z.string()) }),
    answer: z.object({ address: z.string() }),
  },
  /** `response`: the parameters with which the provider sent the browser back. */
  finishSingleSignOn: {
    path: 'sign-in/company/finish',
    may: 'nobody',
    fields: z.object({ response: z.string().check(z.maxLength(8000)) }),
    answer: nothing,
  },
  /** Of the demonstration alone; elsewhere it is refused. `token` from the link's fragment. */
  enterByLink: {
    path: 'sign-in/link',
    may: 'nobody',
    fields: z.object({ token: z.string() }),
    answer: nothing,
  },
  signOut: { path: 'sign-out', may: every, fields: nothing, answer: nothing },
  signOutEverywhere: { path: 'sign-out-everywhere', may: every, fields: nothing, answer: nothing },
} as const;
