// `serve` as it is, inside the programme. Codes cost nothing, so that one machine may play
// everybody. Arguments: how far the campaign's clock is ahead, ms; `prices` if codes have theirs.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runServe } from '@inaam/server/main/run-serve.ts';
import { unlimitedBudget } from '@inaam/server/codes/send-budget.rules.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

const [ahead, prices] = process.argv.slice(2);
const budget = prices === 'prices' ? undefined : unlimitedBudget;

await runServe((database) => databaseClocks(database, Number(ahead)), budget, loadCampaign);
