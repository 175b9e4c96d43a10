import type { Command } from 'commander';
import * as z from 'zod';
import { readFailedMessages } from './message-queries.sql.ts';
import { withDatabase } from '../operator/with-database.ts';
import { addCommand, wholeNumber } from '../operator/add-command.ts';
import type { Session } from '../operator/command-context.ts';
import { formatTime, messageKind, rupees } from '../platform/format.ts';
import { table } from '../operator/table.ts';

export function addDeliveriesFailed(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'deliveries failed',
    summary: 'list the messages that have failed permanently, newest first, with the reason',
    detail:
      'A message has the id that the log shows as "message". Numbers and codes are never shown.',
    examples: ['deliveries failed', 'deliveries failed --most 5 --json'],
    add: (command) => {
      command.option('--most <count>', 'how many at most', wholeNumber(1, 10_000), 50);
    },
    shape: { most: z.number() },
    run: ({ most: max }) =>
      withDatabase(session.context, async ({ database, id }) => {
        const { count, messages } = await readFailedMessages(database, id, max);
        const rows = messages.map(({ message, failedAt, kind, amount, tries, reason }) => [
          message,
          formatTime(failedAt) ?? 'unknown',
          messageKind(kind, amount),
          tries,
          reason ?? 'unknown',
        ]);
        const text =
          count === 0
            ? 'No messages have failed.'
            : [
                table(['message', 'failed at', 'what', 'tries', 'reason'], rows),
                `${rupees(count)} have failed in all.`,
              ].join('\n');
        const failed = messages.map(({ owedAt, failedAt, ...message }) => ({
          ...message,
          owedAt: formatTime(owedAt),
          failedAt: formatTime(failedAt),
        }));
        return { text, json: { campaign: id, count, failed } };
      }),
  });
}
