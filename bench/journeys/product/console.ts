// The program `console`, with the campaign clock of `serve.ts`. Argument: how far it is ahead, ms.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runConsole } from '@inaam/server/main/run-console.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

const aheadMs = Number(process.argv[2]);

await runConsole((database) => databaseClocks(database, aheadMs), loadCampaign);
