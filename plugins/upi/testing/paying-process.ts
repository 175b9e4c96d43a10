// A payer that a test kills. Arguments: the database's URL, the address of the fake Cashfree, and
// the time at which its fast clock began, of the clocks here and of the test.
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { voucherPublicKeyOf } from '@inaam/server/platform/seal.ts';
import { repeat } from '@inaam/server/platform/timing.ts';
import { cashfree } from '../server/cashfree.ts';
import { createPayer } from '../server/pay.job.ts';
import { cashfreeSecret } from './fake-cashfree.ts';
import { fastClock } from './fast-clock.ts';
import { upiCampaign } from './upi-campaign.ts';

const [url = '', address = '', here = '', there = ''] = process.argv.slice(2);
const campaign = await upiCampaign();
const wall = fastClock(Number(here), Number(there));
const none = () => undefined;
const payer = createPayer(
  {
    database: openTestDatabase(url, 4, 'inaam_deliver'),
    campaign,
    clocks: { wall, campaign: wall },
    keys: allKeysOf(testSecrets, campaign.id),
    log: { info: none, warn: none, error: none },
    wrongPurchase: none,
  },
  cashfree({ address, clientId: 'id', secret: cashfreeSecret }),
  voucherPublicKeyOf(testSecrets.voucherSeal),
);
repeat(20, () => payer.work(), none);
process.stdout.write('ready\n');
