import type { Command } from 'commander';
import { setRecording } from './webhook-events.sql.ts';
import { addCommand } from '../../operator/add-command.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../operator/change-options.ts';
import type { Session } from '../../operator/command-context.ts';
import { withDatabase } from '../../operator/with-database.ts';

export function addWebhooksOn(parent: Command, session: Session): void {
  addRecording(parent, session, {
    name: 'webhooks on',
    isOn: true,
    summary: 'record events from now on, for the `deliver` that has a WEBHOOK_URL',
    detail: 'What happened before is not sent. It holds for all programs, until "webhooks off".',
    why: 'before the launch',
  });
}

export function addWebhooksOff(parent: Command, session: Session): void {
  addRecording(parent, session, {
    name: 'webhooks off',
    isOn: false,
    summary: 'record no more events',
    detail: 'Those that wait are still sent. What happens until "webhooks on" is never sent.',
    why: 'the agency has left',
  });
}

type Recording = { name: string; isOn: boolean; summary: string; detail: string; why: string };

function addRecording(parent: Command, session: Session, recording: Recording): void {
  const { name, isOn, summary, detail, why } = recording;
  addCommand(parent, session, {
    name,
    summary,
    detail,
    examples: [`${name} --why "${why}" --by asha`],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    run: (who) =>
      withDatabase(session.context, async ({ database, clocks, id }) => {
        const operator = operatorOf(who, clocks.wall());
        const audit = { campaign: id, command: name, operator, details: {} };
        const isChanged = await setRecording(database, { isOn, audit });
        const state = isOn ? 'Events are recorded' : 'No events are recorded';
        return {
          text: isChanged ? `${state} from now on.` : `${state} already. Nothing was changed.`,
          json: { campaign: id, result: isChanged ? (isOn ? 'on' : 'off') : 'already' },
        };
      }),
  });
}
