// `draw` with the campaign of the drills. Argument: `packs` if packs have codes.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runDraw } from '@inaam/server/main/run-draw.ts';
import { loadPackedCampaign } from '../../product/packed-campaign.ts';

await runDraw(process.argv[2] === 'packs' ? loadPackedCampaign : loadCampaign);
