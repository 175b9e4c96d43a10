import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../setup/cluster/test-database.ts';
import {
  canaryName,
  canariesInFiles,
  canariesInTables,
  canaryEmail,
  canaryIn,
  canaryVoucher,
  newCanaries,
  type Canaries,
} from './canaries.ts';
import { callPath } from '@inaam/contract/calls.ts';
import { startDelivery } from '@inaam/server/main/delivery/start-delivery.ts';
import { openLog } from '@inaam/server/platform/log.ts';
import { countJob, createMetrics } from '@inaam/server/platform/metrics.ts';
import { loadVoucherCodes } from '@inaam/server/vouchers/stage-vouchers.ts';
import { mailboxProvider } from '@inaam/server/messages/mailbox.sql.ts';
import { singlePath } from '@inaam/server/sms/paths/sms-path.ts';
import { serverOnDatabase, type TestServer } from '../server/app/server-on-database.ts';
import type { Answered } from '../server/shopper/device.ts';
import { Shopper } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';

test('[OTP-5] no number, name, email, code, token or voucher of twelve shoppers is in the log, a refusal, a metric or the database', async () => {
  const { server, canaries, found, counts } = await runCanaries(await testDatabase(), 12);
  const { database, campaign } = server;
  onTestFinished(() => server.close());
  expect(found).toEqual([]);
  expect(counts).toMatchObject({ shoppers: 12, sent: 12 });
  expect(counts.refusals).toBeGreaterThan(90);
  const { rows } = await database.query<{ folder: string; oid: number }>(
    `select current_setting('data_directory') as folder, oid from pg_database
     where datname = current_database()`,
  );
  const folder = path.join(rows[0]?.folder ?? '', 'base', String(rows[0]?.oid));
  const search = async () => {
    await database.query('checkpoint');
    const inTables = await canariesInTables(database, canaries);
    return [...inTables, ...(await canariesInFiles(folder, canaries))];
  };
  expect(await search()).toEqual([]);

  // Checks the search: a mobile number and a name, one in clear and one as bytes.
  await database.query(
    `insert into inaam.visit (campaign, user_key, at, query)
     select $1, 'a', now(), jsonb_build_object('id', $2::text)`,
    [campaign.id, canaries.mobiles.values().next().value],
  );
  await database.query('update inaam.personal_data set name_sealed = $1', [
    Buffer.from(canaryName(1)),
  ]);
  const planted = await search();
  expect(planted).toHaveLength(4);
  expect(planted).toEqual(
    expect.arrayContaining([
      'a name, an email or a voucher code in the table inaam.personal_data',
      'a mobile in the table inaam.visit',
      expect.stringMatching(/^a name, an email or a voucher code in the file \d+$/),
      expect.stringMatching(/^a mobile in the file \d+$/),
    ]),
  );
});

const amounts = [3, 5, 10];
const atOnce = 50;
const firstMobile = 8_123_400_000;

type CanaryRun = {
  server: TestServer;
  canaries: Canaries;
  /** A canary found outside the database. */
  found: string[];
  counts: { shoppers: number; refusals: number; logLines: number; sent: number };
};

/**
 * Shoppers with marked values go from the scan to the voucher's SMS, and also mistype and send
 * nonsense.
 * @param clone a migrated database
 */
async function runCanaries(
  clone: { url: string; drop: () => Promise<void> },
  shoppers: number,
): Promise<CanaryRun> {
  const lines: string[] = [];
  const target = { write: (line: string) => void lines.push(line) };
  const metrics = createMetrics();
  const server = await serverOnDatabase(clone, {
    operations: { log: openLog('serve', target), metrics },
  });
  const canaries = newCanaries();
  const refusals: string[] = [];
  const { database, campaign, keys, time } = server;
  const vouchers = Array.from({ length: shoppers }, (_, at) =>
    amounts.map((amount) => ({ code: canaryVoucher(amount, at), amount })),
  ).flat();
  await loadVoucherCodes({ database, campaign, keys }, vouchers, time.wall);
  for (let from = 0; from < shoppers; from += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, shoppers - from) }, (_, at) =>
      walk(server, from + at, canaries, refusals),
    );
    await Promise.all(batch);
  }
  const sent = await deliver(server, shoppers, target, metrics);

  const found: string[] = [];
  const look = (where: string, text: string) => {
    const what = canaryIn(text, canaries);
    if (what !== undefined) found.push(`${what} in ${where}`);
  };
  for (const line of lines) look('the log', line);
  for (const refusal of refusals) look('a refusal', refusal);
  look('the metrics', await metrics.registry.metrics());
  const counts = { shoppers, refusals: refusals.length, logLines: lines.length, sent };
  return { server, canaries, found, counts };
}

async function walk(
  server: TestServer,
  at: number,
  { mobiles, secrets }: Canaries,
  refusals: string[],
): Promise<void> {
  const shopper = new Shopper(server);
  const mobile = String(firstMobile + at);
  const name = canaryName(at);
  mobiles.add(mobile);
  const refused = (answer: Answered) => {
    if (answer.status < 400) throw new Error(`Not refused: ${answer.status}.`);
    refusals.push(JSON.stringify([answer.headers, answer.resp]));
  };
  await shopper.start();
  secrets.add(shopper.dataKey);
  refused(await shopper.call('register', { name, mobile, state: 'Kerala', agree1: true }));
  accepted(await shopper.register(mobile, 'Kerala', name));
  refused(await shopper.register(mobile, `State of ${name}`, name));
  refused(await shopper.register(`+91${mobile}`, 'Kerala', name));
  refused(await shopper.post('register', `${mobile}.${name}.${name}`));
  const url = `/api/${mobile}?name=${encodeURIComponent(name)}`;
  for (const wrong of [url, callPath('getStates', mobile), `/%zz${mobile}`]) {
    const { headers, body } = await server.app.inject({ url: wrong });
    refusals.push(JSON.stringify([headers, body]));
  }
  refused(await shopper.call('proveNumber', { mobile: `+91${mobile}` }));
  accepted(await shopper.call('proveNumber', { mobile }));
  const code = await shopper.code(mobile);
  secrets.add(code);
  refused(await shopper.call('verifyOtp', { otp: code === '000000' ? '000001' : '000000' }));
  refused(await shopper.call('eraseData', { mobile, otp: `${code}0` }));
  refused(await shopper.call('withdrawConsent', { mobile, otp: code, name }));
  accepted(await shopper.verifyWith(code));
  secrets.add(shopper.accessToken ?? '');
  accepted(await shopper.call('getReward'));
  const details = { name, state: 'Kerala', city: 'Kochi', gender: 'female', age: '30' };
  refused(await shopper.call('editDetails', { ...details, email: `${canaryEmail(at)} ` }));
  accepted(await shopper.call('editDetails', { ...details, email: canaryEmail(at) }));
  accepted(await shopper.read('getDetails'));
}

function accepted({ status, resp }: Answered): void {
  if (status !== 200) throw new Error(`Refused: ${JSON.stringify(resp)}.`);
}

/** @returns the number of voucher messages sent */
async function deliver(
  { database, campaign, keys, time }: TestServer,
  shoppers: number,
  target: { write(line: string): void },
  metrics: ReturnType<typeof createMetrics>,
): Promise<number> {
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const mailbox = mailboxProvider({ database, campaign: campaign.id, keys, clocks });
  let sms = 0;
  let sent = 0;
  const delivery = await startDelivery({
    database,
    campaign,
    keys,
    clocks,
    // A provider's error quotes its input.
    paths: [
      singlePath({
        send: async (message) => {
          sms += 1;
          if (sms % 50 === 1) throw new Error(`No SMS to ${message.to}: ${message.text}`);
          return mailbox.send(message);
        },
      }),
    ],
    log: openLog('deliver', target),
    host: 'win.example',
    intervals: { pollMs: 50 },
    onJob: (job) => {
      countJob(metrics, job);
      if (job.kind === 'voucher' && job.outcome === 'sent') sent += 1;
    },
  });
  try {
    // A failed job would only be retried later.
    await waitUntil(async () => {
      await database.query(
        'update inaam.message set due_at = now() where due_at > now() and leased_until is null',
      );
      return sent >= shoppers;
    }, 600_000);
  } finally {
    await delivery.stop();
  }
  return sent;
}
