import type { Command } from 'commander';
import { readWebhookConfig } from '../../main/settings/operator-config.ts';
import { recordAudit } from '../../database/audit-log.ts';
import { post, signatureOf } from './post.ts';
import { addCommand } from '../../operator/add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../operator/change-options.ts';
import type { Session } from '../../operator/command-context.ts';
import { withOpenDatabase } from '../../operator/with-database.ts';

const limitMs = 5000;

export function addWebhooksTry(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: 'webhooks try',
    summary: 'send one signed test event to the receiver, and say what it answered',
    detail:
      'Its type is "test" and it is about nobody. Run it with the WEBHOOK_ variables of `deliver`.',
    examples: ['webhooks try --why "before the launch"'],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    run: (who) => {
      const config = readWebhookConfig(context.variables);
      return withOpenDatabase(context, config, async ({ database, clocks }) => {
        const { campaign, receiver } = config;
        const operator = operatorOf(who, clocks.wall());
        const timestamp = new Date(operator.at).toISOString();
        const body = JSON.stringify({ type: 'test', timestamp, data: { campaign } });
        const headers = signatureOf(crypto.randomUUID(), body, receiver.secrets, operator.at);
        const details = { host: receiver.url.hostname };
        await recordAudit(database, { campaign, command: 'webhooks try', operator, details });
        const { isTaken, reason } = await post(receiver, body, headers, limitMs);
        const host = receiver.url.host;
        return {
          text: `${host} ${isTaken ? 'took' : 'did not take'} the test event: ${reason}.`,
          json: { campaign, receiver: host, isTaken, reason },
          failed: !isTaken,
        };
      });
    },
  });
}
