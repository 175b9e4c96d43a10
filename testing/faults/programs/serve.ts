// `serve` as it is, inside the programme. Codes cost nothing, so that one machine may play
// everybody. Argument: how far the campaign's clock is ahead, ms.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runServe } from '@inaam/server/main/run-serve.ts';
import { unlimitedBudget } from '@inaam/server/codes/send-budget.rules.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

const aheadMs = Number(process.argv[2]);

await runServe((database) => databaseClocks(database, aheadMs), unlimitedBudget, loadCampaign);
