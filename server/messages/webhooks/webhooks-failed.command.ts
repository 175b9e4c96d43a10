import type { Command } from 'commander';
import * as z from 'zod';
import { readFailedEvents } from './webhook-report.sql.ts';
import { addCommand, wholeNumber } from '../../operator/add-command.ts';
import type { Session } from '../../operator/command-context.ts';
import { formatTime, rupees } from '../../platform/format.ts';
import { table } from '../../operator/table.ts';
import { withDatabase } from '../../operator/with-database.ts';

export function addWebhooksFailed(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'webhooks failed',
    summary: 'list the events that the receiver has not taken for three days, oldest first',
    detail: 'They are kept until 30 days after they happened. "webhooks retry" sends them again.',
    examples: ['webhooks failed', 'webhooks failed --most 5 --json'],
    add: (command) => {
      command.option('--most <count>', 'how many at most', wholeNumber(1, 10_000), 50);
    },
    shape: { most: z.number() },
    run: ({ most: max }) =>
      withDatabase(session.context, async ({ database, id }) => {
        const { count, events } = await readFailedEvents(database, id, max);
        const rows = events.map(({ event, type, at, failedAt, tries, reason }) => [
          event,
          type,
          formatTime(at) ?? '',
          formatTime(failedAt) ?? '',
          tries,
          reason,
        ]);
        const text =
          count === 0
            ? 'No events have failed.'
            : [
                table(['event', 'type', 'of', 'failed at', 'tries', 'reason'], rows),
                `${rupees(count)} have failed in all.`,
              ].join('\n');
        const failed = events.map(({ at, failedAt, ...event }) => ({
          ...event,
          at: formatTime(at),
          failedAt: formatTime(failedAt),
        }));
        return { text, json: { campaign: id, count, failed } };
      }),
  });
}
