// `npm start`: the whole product on one machine. Production uses `serve` and `deliver`.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { lanAddress, freePort } from '@inaam/runtime/port.ts';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { buildApp } from '@inaam/server/main/app.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { Shutdown } from '@inaam/server/database/run-program.ts';
import { followCampaign } from '@inaam/server/main/follow-campaign.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { assertSuitable, openDatabase } from '@inaam/server/database/database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { assertOwnSecrets } from '@inaam/server/database/own-secrets.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { commitCampaign, openAsRoles, keepVouchersStocked } from './database/commit-campaign.ts';
import { startDemoDelivery, recordDemoRunning, startDraw } from './programs/demo-delivery.ts';
import { startConsole } from './programs/start-console.ts';
import { printAddresses, print, consoleLog, printSms } from './console.ts';
import { storedClockOffset, storedSecrets } from './stored-state.ts';
import { demoPlugins } from '@inaam/plugins/demo.ts';
import { demoPhone, send } from './phone/phone.ts';
import { demoRateLimits, readSettings, type Settings } from './settings.ts';

async function start(settings: Settings, shutdown: Shutdown): Promise<void> {
  const site = await buildWeb();
  if (site.isNew) print('The site has been built.');
  // A path names a campaign outside the repository.
  const { dir, base } = path.parse(settings.campaign);
  const loaded = await (dir === '' ? loadCampaign(base) : loadCampaign(base, dir));
  await mkdir(settings.dataFolder, { recursive: true, mode: 0o700 });
  const url = await databaseUrl(settings, shutdown);
  const owner = openDatabase(url, 2);
  shutdown.add('the connections of the owner', () => owner.end());
  await assertSuitable(owner);
  await migrate(owner);
  const { database, deliveries, loader, end } = openAsRoles(url);
  shutdown.add('the connections', end);

  const secrets = await storedSecrets(settings.dataFolder);
  const keys = allKeysOf(secrets, loaded.id);
  const campaign = await commitCampaign(owner, loaded, secrets, Date.now());
  await assertOwnSecrets(owner, loaded.id, secrets);
  const campaignOffsetMs = await storedClockOffset(settings.dataFolder, campaign, Date.now());
  const clocks = await databaseClocks(database, campaignOffsetMs);
  shutdown.add('the clocks', () => clocks.stop());
  const stock = await keepVouchersStocked({ database: loader, campaign, keys, clocks }, () =>
    print("The demonstration's vouchers could not be topped up; trying again."),
  );
  shutdown.add('the voucher stock', () => stock.stop());
  const delivery = { database: deliveries, campaign, keys, clocks, onStored: printSms };
  await startDemoDelivery(delivery, shutdown);

  const draw = { url, campaign, parts: secrets.drawParts };
  const readCards = await startDraw(draw, shutdown);
  const { stop, ...followed } = await followCampaign(database, campaign, consoleLog);
  shutdown.add('the look at the campaign', stop);
  const today = indianDay(clocks.campaign());
  const day = formatDate(today, 'en');
  const demo = { database: loader, campaign, keys, clocks };
  const opened = await Promise.all(demoPlugins.map((plugin) => plugin.open(demo)));
  const parts = opened.filter((part) => part !== undefined);
  const phone = { database: deliveries, campaign, keys, campaignOffsetMs, site: site.folder };
  const app = await buildApp({
    database,
    campaign,
    clocks,
    keys,
    rateLimits: demoRateLimits,
    readCards,
    ...followed,
    answerEncoding: settings.answerEncoding,
    isSecure: false,
    lookUpIp: settings.lookUpIp,
    site: site.folder,
    pageExtras: (tag) => ({
      notice: fill(campaign.words(tag).demo.clock, { date: formatDate(today, tag) }),
      demoOffset: campaignOffsetMs,
    }),
    addRoutes: async (server) => {
      await demoPhone(server, phone);
      for (const part of parts) part.addPage(server, send);
    },
  });
  shutdown.add('the server', () => app.close());
  const port = await listen(app, settings);
  recordDemoRunning('serve', database, campaign.id, shutdown);
  const publicOrigin = `http://localhost:${port}`;
  const own = { campaign, clocks, keys, publicOrigin };
  const console = await startConsole({ ...own, url, loader, secrets, port: port + 1 }, shutdown);
  await printAddresses({ campaign: campaign.name, day, port, lan: lanAddress(), console, parts });
}

/** @returns the port, which differs from the configured one if that is busy */
async function listen(app: FastifyInstance, settings: Settings): Promise<number> {
  const { port, taken } = await freePort(settings.port, settings.host);
  if (taken) print(`Port ${settings.port} is in use by another program; using ${port}.`);
  await app.listen({ host: settings.host, port });
  return port;
}

/** DATABASE_URL, or a PostgreSQL that stops with the demo. */
async function databaseUrl(settings: Settings, shutdown: Shutdown): Promise<string> {
  if (settings.databaseUrl !== undefined) return settings.databaseUrl;
  const postgres = await startPostgres({
    dataFolder: path.join(settings.dataFolder, 'postgres'),
    log: print,
  });
  shutdown.add('the database', () => postgres.stop());
  return postgres.url;
}

const stopLimitSeconds = 15;
const shutdown = new Shutdown(stopLimitSeconds, {
  failed: (name) => print(`Failed to stop ${name}; continuing.`),
  timedOut: () => print('Something did not stop in time; exiting anyway. The data is intact.'),
});
// Registered before the start, because PostgreSQL may already be running.
shutdown.onSignal(() => void shutdown.stop());
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (shutdown.isStopping) return;
  process.exitCode = 1;
  process.stderr.write(
    `Stopping: the output could not be written (${code}). The data is intact.\n`,
  );
  void shutdown.stop();
});
try {
  await start(readSettings(), shutdown);
} catch (error) {
  if (!shutdown.isStopping) {
    process.exitCode = 1;
    print(error instanceof Error ? error.message : 'Failed to start.');
  }
  await shutdown.stop();
}
