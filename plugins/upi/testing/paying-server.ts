// The site and `deliver` of a campaign that pays on UPI, each in its role, and a provider.
import { serverOnDatabase, testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { voucherPublicKeyOf } from '@inaam/server/platform/seal.ts';
import { takeVouchers } from '@inaam/server/vouchers/take-vouchers.sql.ts';
import { upiCalls, type Payout } from '../contract.ts';
import { createPayer, type PayerOwn } from '../server/pay.job.ts';
import type { Provider } from '../server/provider.ts';
import { FakeBank } from './fake-bank.ts';
import { cashfree } from '../server/cashfree.ts';
import { razorpayx } from '../server/razorpayx.ts';
import { cashfreeSecret, openCashfree } from './fake-cashfree.ts';
import { readDebt, readDebts } from './debts.sql.ts';
import { upiCampaign } from './upi-campaign.ts';
import { openRazorpayx, razorpayxAccount } from './fake-razorpayx.ts';

/** Each number has its own. */
const idOf = ({ mobile }: { mobile: string }) => `w${mobile}@okaxis`;

type Name = 'cashfree' | 'razorpayx';

const { answer } = upiCalls.getPayout;

export const ravi = { id: 'ravi@okaxis', name: 'RAVI KUMAR' };

const providerOf: Record<Name, (address: string) => Provider> = {
  cashfree: (address) => cashfree({ address, clientId: 'id', secret: cashfreeSecret }),
  razorpayx: (address) => razorpayx({ address, ...razorpayxAccount }),
};

/** @returns works as long as something is due */
const worksOn =
  (payer: ReturnType<typeof createPayer>, time: { wall: number }) =>
  async (times = 4, stepMs = 3000) => {
    for (let at = 0; at < times; at++) {
      await payer.work();
      time.wall += stepMs;
    }
  };

const openDatabase = (): ReturnType<typeof testDatabase> => testDatabase();

/** @param site folder of the built site */
export async function payingServer(name: Name = 'cashfree', site?: string, open = openDatabase) {
  const upi = await upiCampaign({ amounts: [3], provider: name });
  const server = await serverOnDatabase(await open(), {
    change: () => upi,
    role: 'inaam_serve',
    ...(site && { site }),
  });
  const { database, databaseUrl, campaign, keys, time } = server;
  const bank = new FakeBank();
  bank.names.set(ravi.id, ravi.name);
  const fake = await (name === 'cashfree' ? openCashfree : openRazorpayx)(bank);
  const provider = providerOf[name](fake.address);
  const deliverDatabase = openTestDatabase(databaseUrl, 4, 'inaam_deliver');
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const logged: string[] = [];
  const line = (_facts: object, sentence: string) => void logged.push(sentence);
  const own: PayerOwn = {
    database: deliverDatabase,
    campaign,
    clocks,
    keys,
    log: { info: line, warn: line, error: line },
    wrongPurchase: () => undefined,
  };
  const payer = createPayer(own, provider, voucherPublicKeyOf(testSecrets.voucherSeal));
  await payer.publish();
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.query<Row>(text, values)).rows;
  return {
    ...server,
    bank,
    address: fake.address,
    idOf,
    provider,
    own,
    payer,
    work: worksOn(payer, time),
    deliverDatabase,
    logged,
    rows,
    take: takeVouchers(deliverDatabase, campaign.id, clocks),
    /** Wins Rs 3, up to the reward. */
    async winner(mobile = newMobile()) {
      const shopper = new Shopper(server);
      await shopper.verify(mobile, 'Tamil Nadu');
      await shopper.call('getReward');
      return Object.assign(shopper, { mobile });
    },
    async shown(shopper: Shopper): Promise<Payout | null> {
      const { resp } = await shopper.call('getPayout');
      return answer.parse(resp).payout;
    },
    /** Names the id and confirms it. */
    async confirmed(shopper: Shopper & { mobile: string }, upiId = idOf(shopper)) {
      if (upiId === idOf(shopper)) bank.names.set(upiId, 'ASHA RAO');
      await shopper.call('askPayout', { upiId });
      await payer.nameRequests();
      const { resp } = await shopper.call('getPayout');
      const request = answer.parse(resp).payout?.request;
      await shopper.call('decidePayout', { request });
    },
    /** Also when its session is over. */
    async debtOf({ mobile }: { mobile: string }) {
      return readDebt(database, keys.pseudonymOf(keys.mobileIndex(mobile)));
    },
    debts: () => readDebts(database),
    async close() {
      await deliverDatabase.end();
      await fake.close();
      await server.close();
    },
  };
}
