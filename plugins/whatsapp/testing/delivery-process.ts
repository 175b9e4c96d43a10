// A delivery with WhatsApp, for a test that kills it while a message is handed over. Arguments: the
// database's URL, and the origin of the fake Cloud API.
import { deliveryFixture } from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { whatsappPaths } from '../server/whatsapp-path.ts';
import { choice } from './choice.ts';
import { variablesOf } from './fake-cloud-api.ts';

const [url = '', origin = ''] = process.argv.slice(2);
const fixture = await deliveryFixture(url);
const campaign = { ...fixture.campaign, whatsapp: choice };
const paths = whatsappPaths({ ...fixture, campaign, variables: variablesOf(origin) }, []);
await fixture.deliver({ campaign, paths, intervals: { pollMs: 50 } });
process.stdout.write('ready\n');
