import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Words } from '@inaam/campaigns/public/words.ts';
import type { Answer, CallName, calls, Fields } from '@inaam/contract/calls.ts';
import type { Clocks } from '../database/clocks.ts';
import type { Keys } from '../platform/keys.ts';
import type { Storage } from './storage.ts';
import type { AuthenticatedParticipant } from '../participants/tokens.sql.ts';
import type { Visit } from '../participants/visit-log.sql.ts';

export type CallContext = {
  campaign: ServerCampaign;
  clocks: Clocks;
  keys: Keys;
  storage: Storage;
  /** No call gets the location of the visit, so that none can depend on it. */
  visits: {
    note: (visit: Omit<Visit, 'ipInfo'> & { address: string | undefined }) => number | undefined;
  };
  /** Follows the database within a second or two. Grants are checked by the database itself. */
  isPaused: () => boolean;
  /** Logs an error. The sentence must contain no number, name, code or key. */
  alarm: (sentence: string) => void;
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
export type Handler<Name extends CallName> = (
  call: Call<Name>,
  context: CallContext,
) => Promise<Omit<Answer<Name>, 'statusCode'>>;

export type CallHandlers = { readonly [Name in CallName]: Handler<Name> };
