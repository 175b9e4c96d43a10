import type { Command } from 'commander';
import { readWebhookState } from '../../../storage/webhooks/webhook-report.ts';
import { addCommand } from '../../add-command.ts';
import type { Session } from '../../command-context.ts';
import { formatTime, rupees } from '../../../support/format.ts';
import { withDatabase } from '../../database/with-database.ts';

export function addWebhooksList(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'webhooks list',
    summary: 'where the events go, and how many wait or have failed',
    detail: 'An event that the receiver has taken is not kept.',
    examples: ['webhooks list', 'webhooks list --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, id }) => {
        const { receiver, waiting, retried, oldestAt, failed } = await readWebhookState(
          database,
          id,
        );
        const to = receiver
          ? `Events go to ${receiver.host} since ${formatTime(receiver.since)}.`
          : 'No events are written: no `deliver` has a WEBHOOK_URL.';
        const oldest = oldestAt === undefined ? '' : `, the oldest of ${formatTime(oldestAt)}`;
        const text = [
          to,
          `Waiting: ${rupees(waiting)}${oldest}. Of those, not taken at the first try: ${rupees(retried)}.`,
          `Failed: ${rupees(failed)}.`,
        ].join('\n');
        const json = {
          campaign: id,
          receiver: receiver?.host ?? null,
          since: formatTime(receiver?.since ?? null),
          waiting,
          retried,
          oldestAt: formatTime(oldestAt ?? null),
          failed,
        };
        return { text, json };
      }),
  });
}
