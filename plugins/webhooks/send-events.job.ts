// Sends web hook events alongside SMS, with a separate limit, so that no SMS waits for a slow
// receiver (guide.md).
import { errorCode } from '@inaam/server/platform/errors.ts';
import {
  recordTries,
  takeEvents,
  type FailedTry,
  type WebhookEvent,
  readRecording,
} from './events.sql.ts';
import { eventBody, nextTry, post, signatureOf } from './post.ts';
import type { DeliveryDependencies } from '@inaam/server/messages/delivery-dependencies.ts';
import { batched, type Batched } from '@inaam/server/database/batches/batch.ts';
import { withoutRepeats } from '@inaam/server/platform/timing.ts';
import type { Variables } from '@inaam/server/operator/settings/read-settings.ts';
import { readWebhook, type Receiver } from './settings.ts';
import { startWorker } from '@inaam/server/messages/worker.ts';
import { setTimeout as pause } from 'node:timers/promises';

export type WebhookDependencies = Pick<
  DeliveryDependencies,
  'database' | 'campaign' | 'clocks' | 'log'
> & {
  variables: Variables;
  times?: Partial<typeof webhookTimes>;
};

const notSent =
  'Events are recorded, and this program sends none: it has no WEBHOOK_URL. If no other deliver has one, set it, or run webhooks off.';
const notRecorded =
  'WEBHOOK_URL is set, and no events are recorded. The command webhooks on records them from then on.';

const webhookTimes = {
  pollMs: 1000,
  /** Shorter than the time that a program has to stop. */
  answerMs: 5000,
  /** After the lease, another process takes events whose outcome was not recorded. */
  leaseMs: 60_000,
};

const eventsAtOnce = 16;

/** Sends waiting events, even after recording was switched off. Does nothing without a receiver. */
export async function startWebhooks(
  dependencies: WebhookDependencies,
): Promise<{ stop(): Promise<void> }> {
  const { database, campaign, clocks } = dependencies;
  const { receiver } = readWebhook(dependencies.variables);
  const log = withoutRepeats(dependencies.log, clocks.wall);
  const recording = await readRecording(database, campaign.id);
  if (recording && !receiver) log.warn({}, notSent);
  if (receiver && !recording) log.warn({}, notRecorded);
  if (!receiver) return { stop: () => Promise.resolve() };
  const { pollMs, answerMs, leaseMs } = { ...webhookTimes, ...dependencies.times };
  const stopping = new AbortController();
  const record = recordOutcomes({ database, clocks, log, receiver });
  const onError = (error: unknown) =>
    log.warn(
      { code: errorCode(error) },
      'Events could not be read or recorded and will be retried. If this continues, check the database.',
    );
  const worker = startWorker({
    capacity: eventsAtOnce,
    pollMs,
    restMs: pollMs,
    restsPerLook: 9,
    take: (max) => takeEvents(database, campaign.id, { now: clocks.wall(), leaseMs, max }),
    async work(event) {
      const body = eventBody(campaign.id, event);
      const headers = signatureOf(event.id, body, receiver.secrets, clocks.wall());
      const outcome = await post(receiver, body, headers, answerMs);
      await record.one({ event, ...outcome }).catch(onError);
      // Its place stays taken, so that a receiver that fails is asked less often.
      if (!outcome.isTaken) {
        await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    },
    onError,
  });
  return {
    stop: () => {
      stopping.abort();
      return worker.stop();
    },
  };
}

type Outcome = { event: WebhookEvent; isTaken: boolean; reason: string };

function recordOutcomes({
  database,
  clocks,
  log,
  receiver,
}: Pick<WebhookDependencies, 'database' | 'clocks' | 'log'> & {
  receiver: Receiver;
}): Batched<Outcome, 'recorded'> {
  const { hostname: host } = receiver.url;
  return batched(
    ({ event }) => String(event.number),
    async (outcomes) => {
      const now = clocks.wall();
      const taken = outcomes.flatMap(({ isTaken, event }) => (isTaken ? [event.number] : []));
      const failed = outcomes.flatMap(({ isTaken, event, reason }) =>
        isTaken ? [] : [failedTry(event, reason, now)],
      );
      await recordTries(database, { taken, failed, now });
      const [first] = failed;
      if (first) {
        log.warn(
          { host, reason: first.reason },
          'The receiver of the webhooks does not accept events; they are retried for three days.',
        );
      }
      if (failed.some(({ dueAt }) => dueAt === undefined)) {
        log.error(
          { host },
          'Events of the webhooks have failed for three days. The command webhooks retry sends them again.',
        );
      }
      return new Map(outcomes.map(({ event }) => [String(event.number), 'recorded']));
    },
  );
}

function failedTry(
  { number, tries, queuedAt }: WebhookEvent,
  reason: string,
  now: number,
): FailedTry {
  return { number, reason, dueAt: nextTry(tries, queuedAt, now) };
}
