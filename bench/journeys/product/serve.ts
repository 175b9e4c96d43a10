// The program `serve`, with a campaign clock that is shifted into the programme, because the
// programme of the site's own campaign is over. Codes cost nothing, so that one address can request
// all of them without proofs of work. Argument: how far that clock is ahead, ms.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runServe } from '@inaam/server/main/run-serve.ts';
import { unlimitedBudget } from '@inaam/server/codes/send-budget.rules.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

const aheadMs = Number(process.argv[2]);

await runServe((database) => databaseClocks(database, aheadMs), unlimitedBudget, loadCampaign);
