import type { Command } from 'commander';
import type { Session } from '../../command-context.ts';
import { addWebhooksFailed } from './webhooks-failed.ts';
import { addWebhooksList } from './webhooks-list.ts';
import { addWebhooksOff, addWebhooksOn } from './webhooks-record.ts';
import { addWebhooksRetry } from './webhooks-retry.ts';
import { addWebhooksTry } from './webhooks-try.ts';

export function addWebhooks(program: Command, session: Session): void {
  const webhooks = program.command('webhooks').description('The events for a receiver of yours.');
  addWebhooksOn(webhooks, session);
  addWebhooksOff(webhooks, session);
  addWebhooksList(webhooks, session);
  addWebhooksFailed(webhooks, session);
  addWebhooksRetry(webhooks, session);
  addWebhooksTry(webhooks, session);
}
