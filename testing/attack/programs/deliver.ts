// `deliver` as it is, with the same campaign clock. Argument: how far it is ahead, ms.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runDeliver } from '@inaam/server/programs/run-deliver.ts';
import { mailboxProvider } from '@inaam/server/sms/mailbox.ts';
import { databaseClocks } from '@inaam/server/time/clocks.ts';

const aheadMs = Number(process.argv[2]);

await runDeliver({
  clocksOf: (database) => databaseClocks(database, aheadMs),
  providerOf: mailboxProvider,
  load: loadCampaign,
});
