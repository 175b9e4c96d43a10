import type { Command } from 'commander';
import type { Session } from '../../operator/command-context.ts';
import { addWebhooksFailed } from './webhooks-failed.command.ts';
import { addWebhooksList } from './webhooks-list.command.ts';
import { addWebhooksOff, addWebhooksOn } from './webhooks-record.command.ts';
import { addWebhooksRetry } from './webhooks-retry.command.ts';
import { addWebhooksTry } from './webhooks-try.command.ts';

export function addWebhooks(program: Command, session: Session): void {
  const webhooks = program.command('webhooks').description('The events for a receiver of yours.');
  addWebhooksOn(webhooks, session);
  addWebhooksOff(webhooks, session);
  addWebhooksList(webhooks, session);
  addWebhooksFailed(webhooks, session);
  addWebhooksRetry(webhooks, session);
  addWebhooksTry(webhooks, session);
}
