// `npm run serve`: the site and its calls. Keeps no state: run as many as wanted behind one address.
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/load.ts';
import { buildApp } from './app.ts';
import { databaseClocks } from './clocks.ts';
import { readConfig } from './config.ts';
import { deckPlanOf } from './deck-plan.ts';
import { keysOf } from './keys/keys.ts';
import { runProgram } from './program.ts';
import { ceilings } from './rules/ceilings.ts';
import { prepareCampaign } from './storage/campaigns.ts';
import { assertFit, openDatabase } from './storage/database.ts';
import { assertMigrated } from './storage/migrate.ts';

const site = path.resolve(import.meta.dirname, '../web/dist');

await runProgram(async () => {
  const config = readConfig();
  const campaign = await loadCampaign(config.campaign);
  const database = openDatabase(config.databaseUrl, config.databaseConnections);
  await assertFit(database);
  await assertMigrated(database);
  await prepareCampaign(database, deckPlanOf(campaign));
  const clocks = await databaseClocks(database);
  const app = await buildApp({
    database,
    campaign,
    clocks,
    keys: keysOf(config.secrets, campaign.id),
    ceilings,
    answerEncoding: config.answerEncoding,
    isSecure: config.publicOrigin.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    site,
    logger: { level: 'info' },
  });
  await app.listen({ host: config.host, port: config.port });
  return async () => {
    await app.close();
    clocks.stop();
    await database.end();
  };
});
