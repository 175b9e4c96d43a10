import { checkOf, type Finding } from '@inaam/server/platform/finding.ts';
import type { Database } from '@inaam/server/database/database.ts';
import type { Variables } from '@inaam/server/operator/settings/read-settings.ts';
import type { ServerPlugin } from '../server-plugin.ts';
import { readWebhook } from './settings.ts';
import { readRecording, readWebhookState } from './events.sql.ts';
import { startWebhooks } from './send-events.job.ts';

export const webhooks = {
  deliver: startWebhooks,
  check: { name: 'webhooks', run: checkWebhooks },
  gauge: {
    name: 'webhook_events',
    help: 'Events of the webhooks; waiting: to be sent; failed: given up after three days.',
    label: 'state',
    read: async (database, campaign) => {
      const { waiting, failed } = await readWebhookState(database, campaign);
      return { waiting, failed };
    },
  },
} satisfies ServerPlugin;

async function checkWebhooks(
  database: Database,
  campaign: string,
  variables: Variables,
): Promise<Finding> {
  const webhooks = checkOf('webhooks');
  const { receiver } = readWebhook(variables);
  const recording = await readRecording(database, campaign);
  if (recording && !receiver) {
    return webhooks.warning(
      'Events are recorded, and the settings of `deliver` here have no WEBHOOK_URL.',
      'At least one `deliver` needs it. If there is no receiver any more, run `webhooks off`.',
    );
  }
  if (receiver && !recording) {
    return webhooks.warning(
      'WEBHOOK_URL is set, and no events are recorded.',
      '`webhooks on` records them from then on.',
    );
  }
  return webhooks.ok(receiver ? `Events go to ${receiver.url.host}.` : 'No events are recorded.');
}
