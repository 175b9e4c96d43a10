import type { AllKeys } from '@inaam/server/platform/keys.ts';
import type { DeliveryDependencies } from '@inaam/server/messages/delivery-dependencies.ts';
import { startDelivery } from '@inaam/server/main/delivery/start-delivery.ts';
import type { Shutdown } from '@inaam/server/database/run-program.ts';
import { mailboxProvider, type MailboxOptions } from '@inaam/server/messages/mailbox.sql.ts';
import { ownVariables } from '@inaam/server/operator/settings/read-settings.ts';
import { singlePath } from '@inaam/server/sms/paths/sms-path.ts';
import { loopback } from '@inaam/runtime/port.ts';
import { consoleLog } from '../console.ts';
import { recordRunning } from '@inaam/server/database/processes.ts';
import { type Database, openDatabase } from '@inaam/server/database/database.ts';
import { randomBytes } from 'node:crypto';
import { buildDrawApp } from '@inaam/server/draw/cards/draw-app.ts';
import { openDraw, type DrawOptions } from '@inaam/server/draw/cards/open-draw.ts';
import { remoteCards } from '@inaam/server/draw/cards/remote-cards.ts';
import type { ReadCards } from '@inaam/server/draw/read-cards.ts';

type Delivering = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'> & {
  keys: AllKeys;
  onStored?: MailboxOptions['onStored'];
};

const smsHost = 'localhost';

/** Production's delivery, with a mailbox instead of phones. */
export async function startDemoDelivery(
  { onStored, ...own }: Delivering,
  shutdown: Pick<Shutdown, 'add'>,
): Promise<void> {
  const { id } = own.campaign;
  const provider = mailboxProvider({ ...own, campaign: id, ...(onStored && { onStored }) });
  const paths = [singlePath(provider)];
  const settings = { variables: ownVariables(), log: consoleLog, host: smsHost };
  const delivery = await startDelivery({ ...own, ...settings, paths });
  shutdown.add('the delivery', () => delivery.stop());
  recordDemoRunning('deliver', own.database, id, shutdown);
}

/** All programs of the demonstration share a process, and a console may belong to it. */
const health = {
  readiness: () => Promise.resolve('ready' as const),
  draw: () => Promise.resolve({ state: 'up' } as const),
};

export function recordDemoRunning(
  program: 'serve' | 'deliver',
  database: Database,
  campaign: string,
  shutdown: Pick<Shutdown, 'add'>,
): void {
  recordRunning(shutdown, { database, campaign, program, health, log: consoleLog });
}

// The demonstration's draw: production's code, called over HTTP as in production, but in this
// process. Unlike in production, one process has every secret.

/** On a busy laptop PLAY waits instead of failing. */
const patientLimitsMs = { call: 10_000, check: 10_000 } as const;

type DemoDraw = Pick<DrawOptions, 'campaign' | 'parts'> & { url: string };

export async function startDraw(
  { url, campaign, parts }: DemoDraw,
  shutdown: Shutdown,
): Promise<ReadCards> {
  const database = openDatabase(url, 2, 'keyLookups', 'inaam_draw');
  shutdown.add("the draw's connections", () => database.end());
  const log = consoleLog;
  // Remembers nothing, because the demonstration's database may be deleted at any time.
  const draw = await openDraw({ database, campaign, parts, headFile: undefined, log });
  shutdown.add('the reading of the ledger', draw.close);
  const token = randomBytes(32);
  const { id } = campaign;
  const app = buildDrawApp({ draws: draw.draws, campaign: id, token, log });
  shutdown.add('the draw', () => app.close());
  const origin = await app.listen({ host: loopback(), port: 0 });
  return remoteCards({ origin, token, campaign: id, log, limitsMs: patientLimitsMs }).readCards;
}
