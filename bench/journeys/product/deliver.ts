// The program `deliver`, with the generator as its SMS provider. Arguments: how far the campaign
// clock is ahead, ms; the address of the gateway, or nothing for the paths in its environment.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { runDeliver } from '@inaam/server/main/run-deliver.ts';
import { databaseClocks } from '@inaam/server/database/clocks.ts';
import { gatewayProvider } from './gateway-provider.ts';

const [ahead, address = ''] = process.argv.slice(2);

await runDeliver({
  clocksOf: (database) => databaseClocks(database, Number(ahead)),
  load: loadCampaign,
  ...(address === '' ? {} : { providerOf: () => gatewayProvider(address) }),
});
