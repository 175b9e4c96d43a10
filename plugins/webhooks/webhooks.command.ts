import { readPluginConfig } from '@inaam/server/operator/settings/operator-config.ts';
import { recordAudit } from '@inaam/server/database/audit-log.ts';
import { readWebhookState, retryEvents, setRecording } from './events.sql.ts';
import { formatTime, rupees } from '@inaam/server/platform/format.ts';
import type { Variables } from '@inaam/server/operator/settings/read-settings.ts';
import { post, signatureOf } from './post.ts';
import { readWebhook } from './settings.ts';
import { commandOf } from '@inaam/server/operator/add-command.ts';
import { RefusedError } from '@inaam/server/operator/command-context.ts';
import { withDatabase, withOpenDatabase } from '@inaam/server/operator/with-database.ts';
import { operatorOf, whoAndWhy } from '@inaam/server/operator/options.ts';
import { answerText } from '@inaam/server/operator/answer.ts';

export const addWebhooksOn = recordingCommand({
  isOn: true,
  detail:
    'For the `deliver` that has a WEBHOOK_URL. What happened before is not sent. It holds for all programs, until "webhooks off".',
  why: 'before the launch',
});

export const addWebhooksOff = recordingCommand({
  isOn: false,
  detail: 'Those that wait are still sent. What happens until "webhooks on" is never sent.',
  why: 'the agency has left',
});

type Recording = { isOn: boolean; detail: string; why: string };

function recordingCommand({ isOn, detail, why }: Recording) {
  const name = `webhooks ${isOn ? 'on' : 'off'}`;
  return commandOf({
    detail,
    examples: [`${name} --why "${why}" --by asha`],
    shape: whoAndWhy,
    run: (who, { context }) =>
      withDatabase(context, async ({ database, clocks, id }) => {
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

export const addWebhooksList = commandOf({
  detail: 'An event that the receiver has accepted is not kept. `doctor` names the receiver.',
  examples: ['webhooks list', 'webhooks list --json'],
  shape: {},
  run: (_options, { context }) =>
    withDatabase(context, async ({ database, id }) => {
      const { recording, waiting, retried, oldestAt, failed } = await readWebhookState(
        database,
        id,
      );
      const json = {
        campaign: id,
        recording: recording !== undefined,
        since: formatTime(recording?.since ?? null),
        waiting,
        retried,
        oldestAt: formatTime(oldestAt ?? null),
        failed,
      };
      const text = recording
        ? answerText(json)
        : `No events are recorded. "webhooks on" records them.\n${answerText(json)}`;
      return { text, json };
    }),
});

export const addWebhooksRetry = commandOf({
  detail:
    'All that the receiver did not accept, whether they wait or have failed: for three more days, with the same ids. A receiver that has one already ignores it. Newer events of the same participants may have gone before them.',
  examples: ['webhooks retry --why "the receiver is back"'],
  shape: whoAndWhy,
  run: (who, { context }) =>
    withDatabase(context, async ({ database, clocks, id }) => {
      const operator = operatorOf(who, clocks.wall());
      const count = await retryEvents(database, id, operator);
      if (count === 0) {
        throw new RefusedError('Nothing is sent again: the receiver has accepted every event.');
      }
      return {
        text: `Events that are sent again: ${rupees(count)}.`,
        json: { campaign: id, result: 'retried', count },
      };
    }),
});

const limitMs = 5000;
const missing = 'WEBHOOK_URL is missing.';

function problemsOfTry(variables: Variables): string[] {
  const { receiver, problems } = readWebhook(variables);
  return receiver || problems.length > 0 ? problems : [missing];
}

export const addWebhooksTry = commandOf({
  detail:
    'Its type is "test" and it is about nobody. Run it with the WEBHOOK_ variables of `deliver`.',
  examples: ['webhooks try --why "before the launch"'],
  shape: whoAndWhy,
  run: (who, { context }) => {
    const config = readPluginConfig(context.variables, problemsOfTry);
    const { receiver } = readWebhook(config.variables);
    if (!receiver) throw new RefusedError(missing);
    return withOpenDatabase(context, config, async ({ database, clocks }) => {
      const { campaign } = config;
      const operator = operatorOf(who, clocks.wall());
      const timestamp = new Date(operator.at).toISOString();
      const body = JSON.stringify({ type: 'test', timestamp, data: { campaign } });
      const headers = signatureOf(crypto.randomUUID(), body, receiver.secrets, operator.at);
      const details = { host: receiver.url.hostname };
      await recordAudit(database, { campaign, command: 'webhooks try', operator, details });
      const { isTaken, reason } = await post(receiver, body, headers, limitMs);
      const host = receiver.url.host;
      return {
        text: `${host} ${isTaken ? 'accepted' : 'did not accept'} the test event: ${reason}.`,
        json: { campaign, receiver: host, isTaken, reason },
        failed: !isTaken,
      };
    });
  },
});
