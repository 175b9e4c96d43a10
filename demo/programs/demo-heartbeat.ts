import { startSiteHeartbeat } from '@inaam/server/main/site-heartbeat.ts';
import type { Shutdown } from '@inaam/server/platform/shutdown.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { consoleLog } from '../console.ts';

/** Site and draw of the demonstration are in one process. */
const drawIsUp = () => Promise.resolve({ state: 'up' } as const);

export function startDemoHeartbeat(
  database: Database,
  campaign: string,
  shutdown: Pick<Shutdown, 'add'>,
): void {
  const heartbeat = startSiteHeartbeat({ database, campaign, draw: drawIsUp, log: consoleLog });
  shutdown.add('the heartbeat', () => heartbeat.stop());
}
