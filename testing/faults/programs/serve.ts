// `serve`, inside the programme. Codes need no proofs, so that one machine may imitate everybody.
// Arguments: offset of the campaign's clock, ms; `packs` if packs have codes.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runServe } from '@inaam/server/main/run-serve.ts';
import { unlimitedBudget } from '@inaam/server/sms/send-budget.rules.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';
import { loadPackedCampaign } from '../../product/packed-campaign.ts';

const [ahead, packs] = process.argv.slice(2);
const load = packs === 'packs' ? loadPackedCampaign : loadCampaign;

await runServe((database) => databaseClocks(database, Number(ahead)), unlimitedBudget, load);
