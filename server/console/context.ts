import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { plugins } from '@inaam/plugins/plugins.ts';
import type {
  AnswerOf,
  consoleCalls,
  ConsoleCallName,
  FieldsOf,
} from '@inaam/contract/console/calls.ts';
import type { ConsoleRole } from '@inaam/contract/console/roles.ts';
import type { numberKeysOf } from '../platform/keys.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../database/database.ts';
import type { Clocks } from '../database/clocks.ts';
import type { Account, CampaignRole } from './sign-in/accounts.sql.ts';
import type { Variables } from '../operator/settings/read-settings.ts';

/** @public Of the largest body that it reads. */
export const consoleBytesMax = Math.max(2 ** 20, ...plugins.map((one) => one.uploadBytesMax ?? 0));

type NumberKeys = ReturnType<typeof numberKeysOf>;

/** @public The company's provider of single sign-on, which a plugin asks. */
export type OpenIdProvider = {
  /** The company's name, for the button. */
  name: string;
  addressFor: (start: Start) => Promise<string>;
  identityIn: (response: string, start: Start) => Promise<{ issuer: string; subject: string }>;
};

type Start = Readonly<Record<'state' | 'nonce' | 'verifier', string>>;

export type ConsoleContext = {
  /** In the role `inaam_console`. */
  database: Database;
  clocks: Clocks;
  campaign: ServerCampaign;
  /** All of this console, with their keys; the first decides where sign-ins are counted. */
  campaigns: readonly { campaign: ServerCampaign; keys: NumberKeys }[];
  /** The last day in force; undefined before the commitment to the draw. */
  readLastDay: () => Promise<string | undefined>;
  /** Keys of numbers, personal data and voucher codes. */
  keys: NumberKeys;
  smsPaise: number;
  /** Facts and sentences contain no number, name, code or token. */
  log: Log;
  /** The page's origin, without a slash at the end: WebAuthn binds passkeys to it. */
  origin: string;
  publicOrigin?: string | undefined;
  openIdProvider?: OpenIdProvider | undefined;
  /** Otherwise the company's provider is the only way to sign in. */
  takesPasskeys: boolean;
  /** The settings of `console`, for plugins. */
  variables: Variables;
  /** Demo only: the link signs its holder in. */
  signInLink?: SignInLink | undefined;
};

/** By campaign, never empty. The first is the one of the setting CAMPAIGN. */
export type ConsoleContexts = readonly [ConsoleContext, ...ConsoleContext[]];

type SignInLink = {
  token: string;
  account: Account;
};

export type SignedIn = {
  id: string;
  /** `by` in the audit log. */
  name: string;
  /** In the campaign of the call. */
  role: ConsoleRole;
  roles: readonly CampaignRole[];
  /** SHA-256 of the session's token. */
  session: Buffer;
  /**
   * Only of somebody at the operator's command line, who has signed in to the system: the command,
   * as the audit log has it.
   */
  command?: string;
};

export type Visitor = {
  address: string;
  /** This browser's session, if any; it may have ended. */
  session: string | undefined;
  keepSession: (token: string) => void;
  forgetSession: () => void;
  /** What the browser keeps until the company's provider sends it back. */
  flow: string | undefined;
  keepFlow: (flow: string) => void;
  forgetFlow: () => void;
};

/** @throws ConsoleRefusal */
export type ConsoleHandler<Name extends ConsoleCallName> = (
  context: ConsoleContext,
  fields: FieldsOf<Name>,
  signedIn: (typeof consoleCalls)[Name]['may'] extends 'nobody' ? undefined : SignedIn,
  visitor: Visitor,
) => Promise<AnswerOf<Name>>;

export type ConsoleHandlers = { readonly [Name in ConsoleCallName]: ConsoleHandler<Name> };

/**
 * As a method, whose fields the compiler compares both ways: for a name known only at run time it
 * cannot see that these are its own.
 */
type AnyHandler = {
  call(
    context: ConsoleContext,
    fields: object,
    signedIn: SignedIn | undefined,
    visitor: Visitor,
  ): Promise<object>;
}['call'];

export const consoleHandlerOf = (handlers: ConsoleHandlers, name: ConsoleCallName): AnyHandler =>
  handlers[name];
