// Checks that need the settings of `deliver`, or rights that only the operator has.
import type { DeliverConfig } from '../main/settings/program-config.ts';
import { readOverdueTables } from '../participants/cleanup.sql.ts';
import { readRecording } from '../messages/webhooks/webhook-events.sql.ts';
import type { Database } from '../database/database.ts';
import { checkOf, type Finding } from '../console/checks/finding.ts';

export function checkSmsPath({ sms }: DeliverConfig): Finding {
  const path = checkOf('SMS path');
  return sms.kind === 'mailbox'
    ? path.warning(
        'SMS_PROVIDER is mailbox: nothing reaches a real phone.',
        'Choose a provider (docs/make/sms.md) before shoppers come.',
      )
    : path.ok(`SMS take ${sms.paths.map(({ name }) => name).join(', then ')}.`);
}

export async function checkWebhooks(
  database: Database,
  { campaign, receiver }: DeliverConfig,
): Promise<Finding> {
  const webhooks = checkOf('web hooks');
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

const dayMs = 86_400_000;

export async function checkRetention(
  database: Database,
  campaign: string,
  now: number,
): Promise<Finding> {
  const check = checkOf('retention');
  const overdue = await readOverdueTables(database, campaign, now, dayMs);
  return overdue.length === 0
    ? check.ok('Nothing is kept longer than it may be.')
    : check.fault(
        `More than a day overdue in ${overdue.join(', ')}.`,
        '`npx inaam deliver` deletes it every minute: see that it runs, and what it logs.',
      );
}
