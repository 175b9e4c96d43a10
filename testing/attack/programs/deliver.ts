// `deliver` as it is, with the same campaign clock. Argument: how far it is ahead, ms.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runDeliver } from '@inaam/server/main/run-deliver.ts';
import { mailboxProvider } from '@inaam/server/messages/send-to-mailbox.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

const aheadMs = Number(process.argv[2]);

await runDeliver({
  clocksOf: (database) => databaseClocks(database, aheadMs),
  providerOf: mailboxProvider,
  load: loadCampaign,
});
