// `serve`, inside the programme. Codes need no proofs, so that one machine may imitate everybody.
// Arguments: offset of the campaign's clock, ms; `prices` if codes need proofs.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runServe } from '@inaam/server/main/run-serve.ts';
import { unlimitedBudget } from '@inaam/server/codes/send-budget.rules.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

const [ahead, prices] = process.argv.slice(2);
const budget = prices === 'prices' ? undefined : unlimitedBudget;

await runServe((database) => databaseClocks(database, Number(ahead)), budget, loadCampaign);
