// What a call file is given: the campaign, the clocks, the keys, the storage. No request and no reply.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Words } from '@inaam/campaigns/public/words.ts';
import type { Answer, CallName, calls, Fields } from '@inaam/contract/calls.ts';
import type { Clocks } from '../time/clocks.ts';
import type { Keys } from '../keys/keys.ts';
import type { Storage } from '../storage/storage.ts';
import type { TokenHolder } from '../storage/tokens.ts';
import type { Visit } from '../storage/visit-log.ts';

export type CallContext = {
  campaign: ServerCampaign;
  clocks: Clocks;
  keys: Keys;
  storage: Storage;
  /** Keeps a visit with the place of its address. Answers nothing: no call learns the place, so none decides by it. */
  visits: { note: (visit: Omit<Visit, 'ipInfo'> & { address: string | undefined }) => void };
  /** Says that something needs a person: a sentence, never a number, name, code or key. */
  alarm: (sentence: string) => void;
};

/** A call that has passed its checks: signature, freshness, token, shape of the fields. */
type Call<Name extends CallName> = {
  fields: Fields<Name>;
  /** Words in the language asked for. */
  words: Words;
} & ((typeof calls)[Name]['kind'] extends 'open'
  ? { accessToken: string | undefined; address: string | undefined }
  : { userKey: string }) &
  ((typeof calls)[Name]['kind'] extends 'signed' ? { t: number } : unknown) &
  ((typeof calls)[Name]['bearer'] extends true ? { holder: TokenHolder } : unknown);

/** What a call file exports: it answers, or throws a Refusal. */
export type Handler<Name extends CallName> = (
  call: Call<Name>,
  tools: CallContext,
) => Promise<Omit<Answer<Name>, 'statusCode'>>;

/** A handler for every row of the contract's table: the compiler names what is missing. */
export type CallHandlers = { readonly [Name in CallName]: Handler<Name> };
