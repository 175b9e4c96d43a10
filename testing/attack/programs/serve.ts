// `serve` as it is, with a campaign clock that stands inside the programme. Argument: how far it is
// ahead, ms.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runServe } from '@inaam/server/main/run-serve.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';

const aheadMs = Number(process.argv[2]);

await runServe((database) => databaseClocks(database, aheadMs), undefined, loadCampaign);
