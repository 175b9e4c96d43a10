// The program `draw` as a function: one process per campaign, the only one with the draw's secret.
import { loadLaunched, type LoadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { readDrawConfig } from '../operator/settings/program-config.ts';
import { logSettingsWarnings } from '../operator/settings/read-settings.ts';
import { buildDrawApp } from '../draw/cards/draw-app.ts';
import { openDraw } from '../draw/cards/open-draw.ts';
import { listenOn } from '../platform/listen.ts';
import { closeSeconds, runProgram } from '../database/run-program.ts';
import { createHealth, type Health, addHealthRoutes } from '../database/health.ts';
import { openProgramLog } from '../platform/log.ts';
import { recordRunning } from '../database/processes.ts';
import { openMigrated } from '../database/schema/applied-migrations.ts';

/** @param load loads the campaign of a drill */
export async function runDraw(load: LoadCampaign = loadLaunched): Promise<void> {
  const log = openProgramLog('draw');
  await runProgram(log, async (shutdown) => {
    const config = readDrawConfig();
    const { databaseUrl, campaign, drawHost: host, drawPort: port, stopSeconds } = config;
    logSettingsWarnings(log);
    shutdown.limitSeconds = stopSeconds + closeSeconds;
    const database = await openMigrated(shutdown, databaseUrl, 2, 'keyLookups', 'inaam_draw');
    const { draws, close } = await openDraw({
      database,
      campaign: await load(campaign),
      parts: [config.drawPartOne, config.drawPartTwo],
      headFile: config.drawHeadFile,
      log,
    });
    shutdown.add('the reading of the ledger', close);
    const own = createHealth({ serving: database, aside: database, campaign }, log);
    const health: Health = {
      ...own,
      readiness: async () => (draws.broken ? 'ledger' : own.readiness()),
      draw: async () =>
        draws.broken ? { state: 'stopped', entry: draws.broken.entry } : { state: 'up' },
    };
    const app = buildDrawApp({
      draws,
      campaign,
      token: config.drawToken,
      log,
      addRoutes: (routes) => addHealthRoutes(routes, health),
    });
    shutdown.add('the answers', () => app.close());
    const address = await listenOn({ host, port }, { host: 'DRAW_HOST', port: 'DRAW_PORT' }, () =>
      app.listen({ host, port }),
    );
    recordRunning(shutdown, { database, campaign, program: 'draw', health, log });
    shutdown.add('the readiness', () => health.stop());
    return () => {
      const listening = { host, port: Number(new URL(address).port || 80) };
      log.info({ campaign, ...listening }, 'Drawing.');
    };
  });
}
