// What the plugins declare. It loads none of their work, so that every program can import it.
import { webhooks } from './webhooks/plugin.ts';
import { webhookProblems, webhookVariables } from './webhooks/settings.ts';

export const plugins = [webhooks];

/** The settings of `deliver`, which their commands read, too. */
export const deliverVariables = { ...webhookVariables };
export const deliverProblems = [webhookProblems];
