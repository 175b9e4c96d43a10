// Sends web hook events alongside SMS, with a separate limit, so that no SMS waits for a slow
// receiver (docs/decisions/0032).
import { nextWebhookTry } from './delivery-limits.rules.ts';
import { errorCode } from '../platform/errors.ts';
import {
  recordTries,
  takeEvents,
  type FailedTry,
  type WebhookEvent,
  noteReceiver,
  readRecording,
} from './webhooks/webhook-events.sql.ts';
import {
  eventBody,
  post,
  tryOutcomeOf,
  type Receiver,
  type TryOutcome,
  signatureOf,
} from './webhooks/post.ts';
import type { DeliveryDependencies } from '../main/delivery/delivery-dependencies.ts';
import { repeat, withoutRepeats } from '../platform/timing.ts';

export type WebhookDependencies = Pick<
  DeliveryDependencies,
  'database' | 'campaign' | 'clocks' | 'log'
> & {
  receiver: Receiver | undefined;
  concurrency: number;
  onTry?: (outcome: TryOutcome) => void;
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

/** Sends waiting events, even after recording was switched off. Does nothing without a receiver. */
export async function startWebhooks(
  dependencies: WebhookDependencies,
): Promise<{ stop(): Promise<void> }> {
  const { database, campaign, clocks, receiver } = dependencies;
  const log = withoutRepeats(dependencies.log, clocks.wall);
  const recording = await readRecording(database, campaign.id);
  if (recording && !receiver) log.warn({}, notSent);
  if (receiver && !recording) log.warn({}, notRecorded);
  if (receiver) await noteReceiver(database, campaign.id, receiver.url.host);
  if (!receiver) return { stop: () => Promise.resolve() };
  const times = { ...webhookTimes, ...dependencies.times };
  const stopping = new AbortController();
  const send = async () => {
    while (await sendRound({ ...dependencies, log, receiver }, times)) {
      if (stopping.signal.aborted) return;
    }
  };
  const sending = repeat(times.pollMs, send, (error) =>
    log.warn(
      { code: errorCode(error) },
      'Events could not be read or recorded and will be retried. If this continues, check the database.',
    ),
  );
  return {
    stop: () => {
      stopping.abort();
      return sending.stop();
    },
  };
}

/** @returns whether to continue at once; false while the receiver accepts nothing */
async function sendRound(
  {
    database,
    campaign,
    clocks,
    log,
    receiver,
    concurrency,
    onTry,
  }: WebhookDependencies & {
    receiver: Receiver;
  },
  { answerMs, leaseMs }: typeof webhookTimes,
): Promise<boolean> {
  const taking = { now: clocks.wall(), leaseMs, max: concurrency };
  const events = await takeEvents(database, campaign.id, taking);
  if (events.length === 0) return false;
  const outcomes = await Promise.all(
    events.map(async (event) => {
      const body = eventBody(campaign.id, event);
      const headers = signatureOf(event.id, body, receiver.secrets, clocks.wall());
      const outcome = await post(receiver, body, headers, answerMs);
      onTry?.(tryOutcomeOf(outcome));
      return { event, ...outcome };
    }),
  );
  const now = clocks.wall();
  const taken = outcomes.flatMap(({ isTaken, event }) => (isTaken ? [event.number] : []));
  const failed = outcomes.flatMap(({ isTaken, event, reason }) =>
    isTaken ? [] : [failedTry(event, reason, now)],
  );
  await recordTries(database, { taken, failed, now });
  const [first] = failed;
  if (first) {
    log.warn(
      { host: receiver.url.hostname, reason: first.reason },
      'The receiver of the web hooks does not accept events; they are retried for three days.',
    );
  }
  if (failed.some(({ dueAt }) => dueAt === undefined)) {
    log.error(
      { host: receiver.url.hostname },
      'Events of the web hooks have failed for three days. The command webhooks failed lists them.',
    );
  }
  return taken.length > 0;
}

function failedTry(
  { number, tries, queuedAt }: WebhookEvent,
  reason: string,
  now: number,
): FailedTry {
  return { number, reason, dueAt: nextWebhookTry(tries, queuedAt, now) };
}
