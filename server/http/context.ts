import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Words } from '@inaam/campaigns/public/words.ts';
import type { Answer, CallName, calls, Fields } from '@inaam/contract/calls.ts';
import type { Batched } from '../database/batches/batch.ts';
import type { Clocks } from '../database/clocks.ts';
import type { Keys } from '../platform/keys.ts';

/** `Storage`: what the call reads and writes, and no more. */
export type CallContext<Storage = unknown> = {
  campaign: ServerCampaign;
  clocks: Clocks;
  keys: Keys;
  storage: Storage;
  /** Follows the database within a second or two. The database checks each grant. */
  isPaused: () => boolean;
  /** Logs an error. The sentence must contain no number, name, code or key. */
  alarm: (sentence: string) => void;
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

export type CallHandlers<Storage> = { readonly [Name in CallName]: Handler<Name, Storage> };
