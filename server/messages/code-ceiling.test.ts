// What `serve` writes after it was taken over: with its login, its keys and another program.
import { expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { bringToWheel, spin } from '@inaam/demo/simulation/shopper-journey.ts';
import { claimsServer, dayMs, withClaims } from '@inaam/testing/server/campaign/claims.ts';
import {
  codeRequest,
  consentedDevice,
  limitsAtAnyHour,
} from '@inaam/testing/server/shopper/code-request.ts';
import { questionOf, tea } from '@inaam/testing/server/shopper/asked-shopper.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { packTesting } from '@inaam/plugins/testing.ts';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { createStorage } from '../main/storage.ts';
import { startDelivery } from '../main/delivery/start-delivery.ts';
import { readUnclear } from '../figures/delivery-debts.sql.ts';
import { singlePath } from '../sms/paths/sms-path.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { countSentOfDay } from './deliveries.sql.ts';
import { createCeiling } from './delivery-limits.rules.ts';

const minute = 60_000;
const day = 1440 * minute;

test('a minute and a day have their own limits, and a new window begins when one has passed', () => {
  let now = 0;
  const ceiling = createCeiling({ minute: 2, day: 5 }, () => now, 1);
  const take = () => ceiling.take() ?? 'sent';
  expect([take(), take(), take()]).toEqual(['sent', 'sent', 'minute']);
  now = minute - 1;
  expect(take()).toBe('minute');
  now = minute;
  expect([take(), take(), take()]).toEqual(['sent', 'sent', 'day']);
  now = day - 1;
  expect(take()).toBe('day');
  now = day;
  expect([take(), take(), take()]).toEqual(['sent', 'sent', 'minute']);
  // Setting the clock back frees nothing.
  now = 0;
  expect(take()).toBe('minute');
});

const delivery = await testDelivery();

test('[OTP-6] whatever is in the queue, codes and vouchers above the limit are not sent, and an alarm says so', async () => {
  const { database, campaign, clocks, logged } = delivery;
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1)
    ids.push(await delivery.requestCode(newMobile(), '123456'));
  const codes = createCeiling({ minute: 3, day: 100 }, clocks.wall, 0);
  const vouchers = createCeiling({ hour: 2, day: 100 }, clocks.wall, 0);
  await delivery.loadCodes(3, 'A1', 'A2', 'A3', 'A4');
  await delivery.grantVouchers(3, 4);
  const running = await delivery.deliver({ ceilings: { codes, vouchers } });
  const sent = async () => await countSentOfDay(database, campaign.id, 'otp', clocks.wall());
  await expect.poll(() => logged.filter(({ facts }) => 'alarm' in facts)).toHaveLength(2);
  await expect.poll(sent).toBe(3);
  await running.stop();
  expect(await sent()).toBe(3);
  expect(await countSentOfDay(database, campaign.id, 'voucher', clocks.wall())).toBe(2);
  expect(await countSentOfDay(database, campaign.id, 'otp', clocks.wall() + day + minute)).toBe(0);
});

async function takenOver() {
  const server = await claimsServer({ perDay: 2, inAll: 3 }, tea);
  const { campaign, keys, readCards, time, databaseUrl } = server;
  time.campaign = Date.parse('2026-02-01T06:00:00Z');
  const [serve, deliver] = [
    openTestDatabase(databaseUrl, 4, 'inaam_serve'),
    openTestDatabase(databaseUrl, 4, 'inaam_deliver'),
  ];
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const codes = [5, 10, 20, 50].flatMap((amount) =>
    Array.from({ length: 20 }, (_, at) => ({ code: `TAKEN-${amount}-${at}`, amount })),
  );
  await loadVoucherCodes({ database: server.database, campaign, keys }, codes, time.wall);
  const storage = createStorage({
    database: serve,
    campaign: withClaims({ perDay: 20, inAll: 20 })(campaign),
    rateLimits: limitsAtAnyHour,
    readCards,
  });
  const phone = newMobile();
  /** Seals `phone` as everybody's number there. */
  const lying = (place: 'person' | 'code_request'): typeof keys => ({
    ...keys,
    seal: (text, context) =>
      keys.seal(context.startsWith(`${place}.mobile`) ? phone : text, context),
  });
  const random = seededRandom('serve', 'taken over');
  const own = packTesting[0]?.packKeys(keys, campaign.id);
  let serial = 500;
  const nextPurchase = (isOurs: boolean) => () => {
    serial += 1;
    const pack = { key: 1, batch: 1, serial };
    const id = isOurs && own ? own.packIndex(own.packCode(pack)) : random.bytes(16);
    return { ...pack, id: id.toString('hex'), label: 'JUN-GOA' };
  };
  /** Enrols each number, and grants it a reward. */
  async function invent(numbers: readonly string[], isOurs = true, isSealed = false) {
    for (const mobile of numbers) {
      time.wall += dayMs;
      const habits = { typesCode: true, resends: false, wrongCodes: 0, spins: true };
      const visitor = {
        ...habits,
        userKey: keys.newUserKey(),
        mobile,
        state: 'Tamil Nadu',
        at: time.wall,
      };
      const context = {
        storage,
        keys: isSealed ? lying('person') : keys,
        random,
        noticeHash: '',
        fixed: [],
        nextPurchase: nextPurchase(isOurs),
        campaignOffsetMs: time.campaign - time.wall,
      };
      await spin(context, await bringToWheel(context, [visitor]));
    }
  }
  const texts: string[] = [];
  const alarms: object[] = [];
  const error = (facts: object) => void ('alarm' in facts && alarms.push(facts));
  const log = { info: () => undefined, warn: () => undefined, error };
  const running = await startDelivery({
    database: deliver,
    campaign,
    keys,
    clocks,
    log,
    host: 'inaam.example',
    paths: [
      singlePath({
        send: ({ to }) => {
          texts.push(to);
          return Promise.resolve({ kind: 'accepted', reference: undefined });
        },
      }),
    ],
    intervals: { pollMs: 50 },
  });
  onTestFinished(async () => {
    await running.stop();
    await Promise.all([serve.end(), deliver.end()]);
    await server.close();
  });
  const failed = async () => {
    const { rows } = await server.database.query<{ reason: string; count: number }>(
      `select reason, count(*)::integer as count from inaam.message where state = 'failed' group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
  };
  return { ...server, storage, lying, phone, invent, texts, alarms, failed };
}

test('[CAM-6] a serve that was taken over pays no other phone and no invented pack', async () => {
  const own = await takenOver();
  const { campaign, database, invent, phone, storage, texts, time } = own;
  await invent([newMobile(), newMobile()], true, true);
  await invent([newMobile()], false);
  const victim = newMobile();
  const shopper = await own.claim(victim);
  const { question, right } = await questionOf(shopper);
  const fields = { questionId: question.questionId, selectedAnswer: right };
  expect((await shopper.call('answerQuestion', fields)).resp).toMatchObject({ isRight: true });
  // Each with a pack of ours. For a fixed reward no card is asked for.
  await invent(Array.from({ length: 5 }, () => phone));
  const device = await consentedDevice(own);
  const request = codeRequest({ ...own, keys: own.lying('code_request') }, device, newMobile());
  expect(await storage.requestCodes.one(request)).toMatchObject({ kind: 'send' });
  await expect.poll(own.failed).toEqual({
    'refused by deliver: another number': 3,
    'refused by deliver: more than a number may have': 2,
    'refused by deliver: no code of ours': 1,
  });
  // The code, and two vouchers.
  await expect.poll(() => texts.filter((to) => to === victim)).toHaveLength(3);
  expect(texts.filter((to) => to === phone)).toHaveLength(3);
  expect(own.alarms).toHaveLength(6);
  expect(JSON.stringify(own.alarms)).not.toMatch(/(?<![\da-f])\d{10}(?![\da-f])/);
  const unclear = await readUnclear(database, campaign.id, { now: time.wall, max: 100 });
  expect(unclear).toContainEqual({ reason: 'refused by deliver: another number', count: 2 });
  // Codes that somebody else has printed.
  await database.query('update inaam.pack_batch set key = null');
  const unprinted = { constraint: 'a_used_code_was_printed' };
  await expect(invent([newMobile()])).rejects.toMatchObject(unprinted);
});
