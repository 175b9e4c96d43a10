import * as z from 'zod/mini';
import { consoleRoles } from './roles.ts';

const every = consoleRoles;
const nothing = z.object({});
const ofPerson = { may: every, isOfPerson: true, fields: nothing, answer: nothing } as const;
/** WebAuthn's own JSON, which the WebAuthn library checks. */
const webAuthn = z.record(z.string(), z.unknown());

/** Known to everybody who opens the site. `color`: `#rrggbb`, of the brand. */
const campaignLook = { name: z.string(), color: z.string() };

/** Where the company's provider sends the browser back to. */
export const signInReturnPath = '/sign-in/return';

export const signIn = {
  readSession: {
    path: 'session',
    may: every,
    isOfPerson: true,
    fields: nothing,
    answer: z.object({
      account: z.object({ id: z.string(), name: z.string(), role: z.enum(consoleRoles) }),
      /**
       * `hasPurchases`: purchases are proven or counted, and a plugin shows them. `files`: of
       * plugins, in the campaign's folder.
       */
      campaign: z.object({
        id: z.string(),
        hasPurchases: z.boolean(),
        files: z.array(z.string()),
        ...campaignLook,
      }),
      /** All of this console in which the account has a role. */
      campaigns: z.array(
        z.object({ id: z.string(), name: z.string(), role: z.enum(consoleRoles) }),
      ),
      /** The campaign clock's present time, ms; the demonstration's clock is shifted. */
      at: z.int(),
      isDemo: z.boolean(),
    }),
  },
  readSignInWays: {
    path: 'sign-in/ways',
    may: 'nobody',
    fields: nothing,
    answer: z.object({
      campaign: z.object(campaignLook),
      /** The company with single sign-on; null: none. */
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
  /** `token`: from the fragment of the invitation's link, so that it never reaches a log. */
  startInvitation: {
    path: 'invitation/start',
    may: 'nobody',
    fields: z.object({ token: z.string() }),
    answer: z.object({
      name: z.string(),
      role: z.enum(consoleRoles),
      /** Null: passkeys are not used. */
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
  /** Works in the demonstration only. `token`: from the link's fragment. */
  enterByLink: {
    path: 'sign-in/link',
    may: 'nobody',
    fields: z.object({ token: z.string() }),
    answer: nothing,
  },
  signOut: { path: 'sign-out', ...ofPerson },
  signOutEverywhere: { path: 'sign-out-everywhere', ...ofPerson },
} as const;
