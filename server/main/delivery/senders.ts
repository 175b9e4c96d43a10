// Sends the messages that are due: one worker for codes and one for vouchers, so that a code never
// waits for a voucher.
import { setTimeout as pause } from 'node:timers/promises';
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import { DeliveryError, PutOffError } from '../../messages/send-sms.job.ts';
import { sendOtp } from '../../messages/send-otp.job.ts';
import type { Concurrency } from '../../messages/delivery-limits.rules.ts';
import { listenForDue, type Leased } from '../../messages/outbox.sql.ts';
import { startWorker, type Worker } from '../../messages/worker.ts';
import { errorCode } from '../../platform/errors.ts';
import { sendVoucher } from '../../vouchers/send-voucher.job.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { DeliveryDependencies, MessageOutcome } from '../../messages/delivery-dependencies.ts';

const reconnectMs = 1000;

export function startSenders(
  context: DeliveryContext,
  { database, campaign, log, onJob }: DeliveryDependencies,
  limits: Concurrency,
  pollMs: number,
): { stop(): Promise<void> } {
  const { storage } = context;
  const onError = (error: unknown) =>
    log.warn(
      { code: errorCode(error) },
      'Messages could not be read and will be in a moment. If this continues, check the database and its schema.',
    );
  const start = <Item extends Leased>(
    kind: SmsKind,
    take: (max: number) => Promise<Item[]>,
    send: (context: DeliveryContext, item: Item) => Promise<MessageOutcome>,
    restsPerLook: number,
  ) =>
    startWorker<Item>({
      take,
      async work(item) {
        const from = performance.now();
        const outcome = await send(context, item).catch((error: unknown) =>
          putBack(context, item, error),
        );
        onJob?.({ kind, outcome, seconds: (performance.now() - from) / 1000 });
      },
      capacity: limits[kind],
      pollMs,
      restsPerLook,
      onError,
    });
  const workers: Record<SmsKind, Worker> = {
    otp: start('otp', storage.leaseCodes, sendOtp, 3),
    // Nobody waits for a voucher as for a code.
    voucher: start('voucher', storage.leaseVouchers, sendVoucher, 9),
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const events = {
    // What was owed while nothing listened.
    onListening: () => Object.values(workers).forEach((worker) => worker.wake()),
    onDue: (kind: SmsKind) => workers[kind].wake(),
    signal,
  };
  const listen = async () => {
    while (!signal.aborted) {
      await listenForDue(database, campaign.id, events).catch(onError);
      await pause(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const listening = listen();
  return {
    async stop() {
      stopping.abort();
      await Promise.all([listening, ...Object.values(workers).map((worker) => worker.stop())]);
    },
  };
}

/** If this fails, the message is tried again when its lease ends. */
async function putBack(
  { storage, log }: DeliveryContext,
  { id, attempts }: Leased,
  error: unknown,
): Promise<MessageOutcome> {
  const waitMs = error instanceof PutOffError ? error.waitMs : undefined;
  const logError = (cause: unknown) =>
    log.error(
      { message: id, code: errorCode(cause) },
      'A message could not be sent and will be retried.',
    );
  if (!(error instanceof DeliveryError)) logError(error);
  await storage.putBack.one({ id, attempts, waitMs }).catch(logError);
  return waitMs === undefined ? 'again' : 'later';
}
