// A program of one brand: its name, how far its campaign's clock is ahead in ms, and the campaign
// whose folder it has, under the id of the settings.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';
import { runDeliver } from '@inaam/server/main/run-deliver.ts';
import { runDraw } from '@inaam/server/main/run-draw.ts';
import { runServe } from '@inaam/server/main/run-serve.ts';
import { unlimitedBudget } from '@inaam/server/sms/send-budget.rules.ts';

const [name, ahead, like = ''] = process.argv.slice(2);
const load = async (id: string) => ({ ...(await loadCampaign(like)), id });
const clocksOf: typeof databaseClocks = (database) => databaseClocks(database, Number(ahead));

if (name === 'draw') await runDraw(load);
if (name === 'serve') await runServe(clocksOf, unlimitedBudget, load);
if (name === 'deliver') await runDeliver({ clocksOf, load });
