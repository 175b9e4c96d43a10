// Records in the database that this process serves the site, for the console's first page.
import { randomUUID } from 'node:crypto';
import { errorCode } from '../platform/errors.ts';
import type { CheckDraw } from '../database/health.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../database/database.ts';
import { recordSiteProcess, removeSiteProcess } from '../database/site-processes.ts';
import { repeat } from '../platform/timing.ts';

type Options = {
  /** A pool that shoppers do not wait for. */
  database: Database;
  campaign: string;
  draw: CheckDraw;
  log: Pick<Log, 'warn'>;
};

const usualMs = 10_000;

export function startSiteHeartbeat(
  { database, campaign, draw, log }: Options,
  beatMs = usualMs,
): { stop(): Promise<void> } {
  const id = randomUUID();
  let isLogged = false;
  const beat = async () => {
    await recordSiteProcess(database, { campaign, id, draw: await draw() });
    isLogged = false;
  };
  const onError = (error: unknown) => {
    if (isLogged) return;
    isLogged = true;
    log.warn(
      { code: errorCode(error) },
      'Failed to record that this process serves the site. It will retry; if this continues, check the database.',
    );
  };
  const first = beat().catch(onError);
  const beats = repeat(beatMs, beat, onError);
  return {
    async stop() {
      await Promise.all([first, beats.stop()]);
      await removeSiteProcess(database, { campaign, id }).catch(onError);
    },
  };
}
