// The settings of `deliver` that plugins read. Their commands read the same.
import { webhookProblems, webhookVariables } from './webhooks/settings.ts';

export const deliverVariables = { ...webhookVariables };
export const deliverProblems = [webhookProblems];
