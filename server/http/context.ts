import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Words } from '@inaam/campaigns/public/words.ts';
import type { Answer, CallName, calls, Fields, PluginCallName } from '@inaam/contract/calls.ts';
import type { Batched } from '../database/batches/batch.ts';
import type { Clocks } from '../database/clocks.ts';
import type { Keys } from '../platform/keys.ts';
import type { Purchase } from '../platform/personal-data.ts';

/** `Storage`: what the call reads and writes, and no more. */
export type CallContext<Storage = unknown> = {
  campaign: ServerCampaign;
  clocks: Clocks;
  keys: Keys;
  storage: Storage;
  entry: Entry | undefined;
  /** Follows the database within a second or two. The database checks each grant. */
  isPaused: () => boolean;
  /** Logs an error. The sentence must contain no number, name, code or key. */
  alarm: (sentence: string) => void;
};

type Asking = { userKey: string; address: string | undefined };

/** What a plugin asks of a shopper beside the number: proof of a purchase. */
export type Entry = {
  /** Before a code is paid for. @returns what is registered @throws Refusal */
  admit(
    asking: Asking & { mobileIndex: Buffer; fields: Fields<'register'> },
    context: CallContext,
  ): Promise<Purchase | undefined>;
  /** What the page says of a link at once, and how the figures name it. */
  greet(
    asking: Asking & { id: string | undefined; words: Words; isNew: boolean },
    context: CallContext,
  ): Promise<{ label: string | undefined; answer?: Partial<Answer<'startSession'>> }>;
  /** Whether the registration is of another one: another tab may have made it. */
  isOther(
    purchase: Purchase | undefined,
    fields: Fields<'startSession'> | Fields<'verifyOtp'>,
    context: CallContext,
  ): boolean;
  /** The answer to a verification that used none. */
  unused: Partial<Answer<'verifyOtp'>>;
};

/** Functions of a `*.sql.ts` as they are bound to one database and one campaign. */
export type Bound<Functions extends object> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...given: never[]) => infer Result
    ? Result
    : never;
};

export type TokenQuestion = { hash: Buffer; now: number };
export type AuthenticatedParticipant = {
  pseudonym: Buffer;
  state: string;
  /** Of the promised card, if there is one. */
  drawNumber: number | null;
  userKey: string;
  blocked: boolean;
  /** Null before the first spin. */
  rewardAmount: number | null;
};

export type TokenStorage = {
  readTokens: Batched<TokenQuestion, AuthenticatedParticipant | 'none'>;
};

type Call<Name extends CallName> = {
  fields: Fields<Name>;
  words: Words;
} & ((typeof calls)[Name]['kind'] extends 'open'
  ? { accessToken: string | undefined; address: string | undefined; language: string }
  : { userKey: string }) &
  ((typeof calls)[Name]['kind'] extends 'signed'
    ? { t: number; address: string | undefined }
    : unknown) &
  ((typeof calls)[Name]['bearer'] extends true
    ? { participant: AuthenticatedParticipant }
    : unknown) &
  ((typeof calls)[Name]['bearer'] extends 'optional'
    ? { accessToken: string | undefined }
    : unknown);

/** @throws Refusal */
export type Handler<Name extends CallName, Storage = unknown> = (
  call: Call<Name>,
  context: CallContext<Storage>,
) => Promise<Omit<Answer<Name>, 'statusCode'>>;

export type CallHandlers<Storage> = PluginHandlers & {
  readonly [Name in Exclude<CallName, PluginCallName>]: Handler<Name, Storage>;
};
/** Without the plugin, the call is not found. */
export type PluginHandlers = { readonly [Name in PluginCallName]?: Handler<Name> };
