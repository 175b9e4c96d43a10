import type { Command } from 'commander';
import * as z from 'zod';
import { countRetryable, retryEvents } from './webhook-report.sql.ts';
import { addCommand, eventId } from '../../operator/add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../operator/change-options.ts';
import { RefusedError, UsageError, type Session } from '../../operator/command-context.ts';
import { rupees } from '../../platform/format.ts';
import { withDatabase } from '../../operator/with-database.ts';

const command = 'webhooks retry';

export function addWebhooksRetry(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: command,
    summary: 'send events that the receiver did not take again now, for three more days',
    detail:
      'With the same ids: a receiver that has one already ignores it. Newer events of the same participants may have gone before them.',
    examples: [
      'webhooks retry --all --why "the receiver is back"',
      'webhooks retry 01990000-0000-4000-8000-000000000000 --why "ticket 4711"',
    ],
    add: (added) => {
      added
        .argument('[event]', 'the id of one event, as "webhooks failed" lists it', eventId)
        .option('--all', 'all that the receiver did not take, whether they wait or have failed');
      addWhoAndWhy(added);
    },
    shape: { argument: z.string().optional(), all: z.boolean().default(false), ...whoAndWhy },
    run: ({ argument: event, all, ...who }) =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        if ((event === undefined) !== all) throw new UsageError('Name either one event or --all.');
        const operator = operatorOf(who, clocks.wall());
        if ((await countRetryable(database, id, event)) === 0) {
          throw new RefusedError(
            'Nothing is sent again: there is no such event that the receiver did not take.',
          );
        }
        const count = await retryEvents(database, id, event, {
          now: operator.at,
          auditOf: (retried) => ({
            campaign: id,
            command,
            operator,
            details: { event: event ?? null, count: retried },
          }),
        });
        return {
          text: `Events that are sent again: ${rupees(count)}.`,
          json: { campaign: id, result: 'retried', count },
        };
      }),
  });
}
