// The calls of the operator's console, and who may make them. A new one compiles only once the
// server handles it.
import * as z from 'zod/mini';
import { consolePluginCalls } from '@inaam/plugins/contract.ts';
import type { ConsoleRole } from './roles.ts';
import { deliveries } from './deliveries.ts';
import { campaign } from './campaign.ts';
import { audit } from './audit.ts';
import { draw } from './draw.ts';
import { person } from './person.ts';
import { signIn } from './sign-in.ts';
import { overview } from './overview.ts';

export type ConsoleCall = {
  /** Follows `/api/`. All calls are POST, so that no URL contains their fields. */
  path: string;
  /** `nobody`: works without a session, to begin one. */
  may: readonly ConsoleRole[] | 'nobody';
  /** It only reads. With the header it does not extend a session. */
  isRefreshed?: true;
  /** It concerns the person, so it works before the page knows any campaign. */
  isOfPerson?: true;
  /** Of its body; absent: 64 kB. */
  bodyBytesMax?: number;
  fields: z.ZodMiniType;
  answer: z.ZodMiniType;
};

export const consoleCalls = {
  ...signIn,
  ...overview,
  ...person,
  ...draw,
  ...audit,
  ...deliveries,
  ...campaign,
  ...consolePluginCalls,
} as const satisfies Record<string, ConsoleCall>;

export type ConsoleCallName = keyof typeof consoleCalls;
export type FieldsOf<Name extends ConsoleCallName> = z.infer<(typeof consoleCalls)[Name]['fields']>;
export type AnswerOf<Name extends ConsoleCallName> = z.infer<(typeof consoleCalls)[Name]['answer']>;

/** The body of every answer that is not 200. */
export const consoleRefusal = z.object({
  /** For the program. */
  code: z.enum([
    'invalid',
    'signedOut',
    'notAllowed',
    'refused',
    'locked',
    'notFound',
    'busy',
    'fault',
  ]),
  /** For the person: what was wrong, and what to do. */
  message: z.string(),
});

/** Names the campaign of a call, once a console has several. */
export const campaignHeader = 'x-campaign';

/** The same for a GET, which a link makes. */
export const campaignParameter = 'campaign';

/** The value 1 means that the page repeats the call without a click. */
export const refreshHeader = 'x-refresh';

export const isRefreshed = (name: ConsoleCallName): boolean => {
  const call: ConsoleCall = consoleCalls[name];
  return call.isRefreshed === true;
};
