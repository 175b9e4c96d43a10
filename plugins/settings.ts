// The settings of programs that plugins read. Their commands read those of `deliver`.
import { mailProblems, mailVariables } from './alerts/settings.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { packKeyRings } from './packs/settings.ts';
import { singleSignOnProblems, singleSignOnVariables } from './single-sign-on/settings.ts';
import { upiProblems, upiVariables } from './upi/settings.ts';
import { webhookProblems, webhookVariables } from './webhooks/settings.ts';
import * as whatsapp from './whatsapp/settings.ts';

type ProblemsOf = (variables: Readonly<Record<string, string | undefined>>) => string[];

type KeyRing = {
  about: string;
  isNeeded: (campaign: ServerCampaign) => boolean;
  /** Why it is needed. */
  because: string;
  /** What was done with a key that is missing, and what to do. */
  lacking: string;
};

/** Of `serve` and `deliver`, with keys as in `SEAL_KEYS`. `init` makes the first one. */
export const keyRings: Readonly<Record<string, KeyRing>> = { ...packKeyRings };
export const serveVariables = { ...whatsapp.hookVariables };
export const deliverVariables = {
  ...mailVariables,
  ...upiVariables,
  ...webhookVariables,
  ...whatsapp.variables,
};
export const deliverProblems: readonly ProblemsOf[] = [
  mailProblems,
  upiProblems,
  webhookProblems,
  whatsapp.problems,
];
export const consoleVariables = { ...mailVariables, ...singleSignOnVariables };
export const consoleProblems: readonly ProblemsOf[] = [mailProblems, singleSignOnProblems];
