// Shows operators that this process delivers. What a process leaves behind is taken over when its
// leases end (messages/outbox.sql.ts).
import { randomUUID } from 'node:crypto';
import { recordHeartbeat, removeWorker } from '../../messages/workers.sql.ts';
import type { DeliveryDependencies, Intervals } from './delivery-dependencies.ts';
import { errorCode } from '../../platform/errors.ts';
import { repeat } from '../../platform/timing.ts';

export async function startHeartbeat(
  { database, log }: Pick<DeliveryDependencies, 'database' | 'log'>,
  { beatMs, silentMs }: Pick<Intervals, 'beatMs' | 'silentMs'>,
): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID();
  const beat = () => recordHeartbeat(database, id, silentMs);
  const logError = (error: unknown) =>
    log.warn(
      { code: errorCode(error) },
      'The delivery worker could not record its heartbeat. It will retry; if this continues, check the database.',
    );
  await beat().catch(logError);
  const beats = repeat(beatMs, beat, logError);
  return {
    async stop() {
      await beats.stop();
      await removeWorker(database, id).catch(logError);
    },
  };
}
