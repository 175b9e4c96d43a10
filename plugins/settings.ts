// The settings that the plugins add to programs. Their commands read the same.
import { webhookProblems, webhookVariables } from './webhooks/settings.ts';

export const deliverVariables = { ...webhookVariables };
/** What is missing or wrong, so that it is listed with all others. */
export const deliverProblems = [webhookProblems];
