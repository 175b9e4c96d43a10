// `npm run deliver`: sends one-time codes and vouchers. Run as many as wanted; each job is done by one of them.
import pino from 'pino';
import { loadCampaign } from '@inaam/campaigns/load.ts';
import { databaseClocks } from './clocks.ts';
import { readConfig } from './config.ts';
import { startDelivery } from './delivery/worker.ts';
import { keysOf } from './keys/keys.ts';
import { runProgram } from './program.ts';
import { mailboxProvider } from './sms/mailbox.ts';
import { assertFit, openDatabase } from './storage/database.ts';
import { assertMigrated } from './storage/migrate.ts';

await runProgram(async () => {
  const config = readConfig();
  const campaign = await loadCampaign(config.campaign);
  const database = openDatabase(config.databaseUrl, config.databaseConnections);
  await assertFit(database);
  await assertMigrated(database);
  const clocks = await databaseClocks(database);
  const keys = keysOf(config.secrets, campaign.id);
  const delivery = await startDelivery({
    database,
    campaign,
    keys,
    clocks,
    provider: mailboxProvider({
      database,
      campaign: campaign.id,
      keys,
      clocks,
    }),
    log: pino({ level: 'info' }),
    host: new URL(config.publicOrigin).hostname,
  });
  return async () => {
    await delivery.stop();
    clocks.stop();
    await database.end();
  };
});
