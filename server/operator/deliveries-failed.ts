// `deliveries failed`: the messages that have failed for good, each with its reason and without its number. Reads only.
import type { Command } from 'commander';
import * as z from 'zod';
import { readFailedMessages } from '../storage/message-looks.ts';
import { atWork } from './at-work.ts';
import { addLeaf, wholeNumber } from './command.ts';
import type { Session } from './desk.ts';
import { rupees, table } from './table.ts';
import { isoOf, kindOf } from './told.ts';

export function addDeliveriesFailed(parent: Command, session: Session): void {
  addLeaf(parent, session, {
    name: 'deliveries failed',
    summary: 'list the messages that have failed for good, newest first, with the reason',
    detail: 'By the id that the log says as "message". Numbers and codes are never shown.',
    examples: ['deliveries failed', 'deliveries failed --most 5 --json'],
    add: (command) => {
      command.option('--most <count>', 'so many at most', wholeNumber(1, 10_000), 50);
    },
    shape: { most: z.number() },
    act: ({ most }) =>
      atWork(session.desk, async ({ database, id }) => {
        const { count, messages } = await readFailedMessages(database, id, most);
        const rows = messages.map(({ message, failedAt, kind, amount, tries, reason }) => [
          message,
          isoOf(failedAt) ?? 'not known',
          kindOf(kind, amount),
          tries,
          reason ?? 'not known',
        ]);
        const told =
          count === 0
            ? 'No message has failed.'
            : [
                table(['message', 'failed at', 'what', 'tries', 'reason'], rows),
                `${rupees(count)} have failed in all.`,
              ].join('\n');
        const failed = messages.map(({ owedAt, failedAt, ...message }) => ({
          ...message,
          owedAt: isoOf(owedAt),
          failedAt: isoOf(failedAt),
        }));
        return { told, json: { campaign: id, count, failed } };
      }),
  });
}
