import type { Command } from 'commander';
import { readWebhookState } from './webhook-report.sql.ts';
import { addCommand } from '../../operator/add-command.ts';
import type { Session } from '../../operator/command-context.ts';
import { formatTime, rupees } from '../../platform/format.ts';
import { withDatabase } from '../../operator/with-database.ts';

export function addWebhooksList(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'webhooks list',
    summary: 'where the events go, and how many wait or have failed',
    detail: 'An event that the receiver has taken is not kept.',
    examples: ['webhooks list', 'webhooks list --json'],
    shape: {},
    run: () =>
      withDatabase(session.context, async ({ database, id }) => {
        const state = await readWebhookState(database, id);
        const { recording, waiting, retried, oldestAt, failed } = state;
        const { since = null, host } = recording ?? {};
        const to = recording
          ? `Events are recorded since ${formatTime(since)}. ${host === undefined ? 'No `deliver` has sent any yet.' : `They go to ${host}.`}`
          : 'No events are recorded. "webhooks on" records them.';
        const oldest = oldestAt === undefined ? '' : `, the oldest of ${formatTime(oldestAt)}`;
        const text = [
          to,
          `Waiting: ${rupees(waiting)}${oldest}. Of those, not taken at the first try: ${rupees(retried)}.`,
          `Failed: ${rupees(failed)}.`,
        ].join('\n');
        const json = {
          campaign: id,
          recording: recording !== undefined,
          receiver: host ?? null,
          since: formatTime(since),
          waiting,
          retried,
          oldestAt: formatTime(oldestAt ?? null),
          failed,
        };
        return { text, json };
      }),
  });
}
