// `serve` grants what the card is not. Each program has its own login.
import { expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { bringToWheel, spin } from '@inaam/demo/simulation/shopper-journey.ts';
import { serverOnDatabase, testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { drawPartsOf } from '@inaam/testing/server/campaign/committed-campaign.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { readAudits } from '@inaam/testing/server/database/database-queries.ts';
import { limitsAtAnyHour } from '@inaam/testing/server/shopper/code-request.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import {
  durableTestDatabase,
  openTestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { openDraw } from '../draw/cards/open-draw.ts';
import type { ReadCards } from '../draw/read-cards.ts';
import { createStorage } from '../main/storage.ts';
import { startDelivery } from '../main/delivery/start-delivery.ts';
import { singlePath } from '../sms/paths/sms-path.ts';
import { loadVoucherCodes } from './stage-vouchers.ts';

async function programs() {
  const server = await serverOnDatabase(await durableTestDatabase());
  const { campaign, database, databaseUrl, keys, time } = server;
  // An id has the time of the database in it.
  time.wall = Date.now();
  const [serve, deliver, draw] = (['inaam_serve', 'inaam_deliver', 'inaam_draw'] as const).map(
    (role) => openTestDatabase(databaseUrl, 4, role),
  );
  if (!serve || !deliver || !draw) throw new Error('There are three of them.');
  const codes = [3, 5, 10].flatMap((amount) =>
    Array.from({ length: 9 }, (_, at) => ({ code: `CHECK-${amount}-${at}`, amount })),
  );
  await loadVoucherCodes({ database, campaign, keys }, codes, time.wall);
  const alarms: string[] = [];
  const quiet = () => undefined;
  const error = (facts: object, sentence: string) =>
    void ('alarm' in facts && alarms.push(sentence));
  const log = { info: quiet, warn: quiet, error };
  const parts = drawPartsOf(testSecrets.draw);
  const running = await openDraw({ database: draw, campaign, parts, headFile: undefined, log });
  const texts: string[] = [];
  let later = 0;
  const delivery = await startDelivery({
    database: deliver,
    campaign,
    keys,
    clocks: { wall: () => time.wall, campaign: () => time.campaign },
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
    onJob: ({ kind, outcome }) => void (later += Number(kind === 'voucher' && outcome === 'later')),
  });
  onTestFinished(async () => {
    await Promise.all([delivery.stop(), running.close()]);
    await Promise.all([serve.end(), deliver.end(), draw.end()]);
    await server.close();
  });
  const random = seededRandom('checked', 'vouchers');
  const contextOf = (readCards: ReadCards) => ({
    storage: createStorage({ database: serve, campaign, rateLimits: limitsAtAnyHour, readCards }),
    keys,
    random,
    noticeHash: '',
    fixed: campaign.fixed,
    campaignOffsetMs: time.campaign - time.wall,
  });
  const honest = contextOf((asked) => running.draws.cardsOf(asked));
  const lying = contextOf(async (asked) => {
    const cards = await running.draws.cardsOf(asked);
    return new Map([...cards].map(([number, amount]) => [number, amount === 10 ? 3 : 10]));
  });
  /** Verified, each with a card. */
  const verify = async (count: number) => {
    const mobiles = Array.from({ length: count }, newMobile);
    const habits = { typesCode: true, resends: false, wrongCodes: 0, spins: true };
    const visitors = mobiles.map((mobile) => ({
      ...habits,
      userKey: keys.newUserKey(),
      mobile,
      state: 'Goa',
      at: time.wall,
    }));
    const spinners = await bringToWheel(honest, visitors);
    await running.draws.readNewEntries();
    return spinners.map((spinner, at) => ({
      mobile: mobiles[at] ?? '',
      play: (context = honest) => spin(context, [spinner]),
    }));
  };
  const operate = (...words: string[]) =>
    runOperatorInProcess([...words, '--by', 'asha', '--why', 'a false reward'], {
      variables: { DATABASE_URL: databaseUrl, CAMPAIGN: campaign.id },
    });
  return {
    ...server,
    alarms,
    close: running.close,
    later: () => later,
    lying,
    operate,
    texts,
    verify,
  };
}

test('[CAM-3][CAM-6] deliver sends what draw has checked, nothing while it has stopped, and never what was set aside', async () => {
  const { alarms, close, database, later, lying, operate, texts, time, verify } = await programs();
  const [first, intruder, second, third, fourth] = await verify(5);
  await first?.play();
  await expect.poll(() => texts).toEqual([first?.mobile]);

  await intruder?.play(lying);
  await expect.poll(() => alarms).toEqual([expect.stringContaining('entry 6 grants Rs')]);
  // Who was verified before still plays, and gets the voucher later.
  await second?.play();
  const before = later();
  await expect.poll(later).toBeGreaterThan(before + 2);
  expect(texts).toHaveLength(1);

  const early = await operate('ledger', 'set-aside', '--through', '5');
  expect(early).toMatchObject({ exit: 1, errors: expect.stringContaining('has not stopped') });
  expect(await operate('ledger', 'set-aside', '--through', '9999')).toMatchObject({ exit: 1 });
  expect(await operate('ledger', 'set-aside', '--through', '6')).toMatchObject({ exit: 0 });
  const [audit] = await readAudits(database, {});
  const record = { command: 'ledger set-aside', by: 'asha', reason: 'a false reward' };
  expect(audit).toMatchObject({ ...record, details: { through: 6 } });
  await expect.poll(() => texts).toEqual([first?.mobile, second?.mobile]);
  await third?.play();
  await expect.poll(() => texts).toEqual([first?.mobile, second?.mobile, third?.mobile]);
  const ended = async () =>
    (await database.query(`select reason from inaam.message where state = 'failed'`)).rows;
  await expect.poll(ended).toEqual([{ reason: 'refused by deliver: set aside by people' }]);

  await close();
  await fourth?.play();
  time.wall = Date.now() + 6 * 60_000;
  await expect.poll(() => alarms.at(-1)).toMatch(/^Vouchers wait, because/);
  expect(texts).toHaveLength(3);
  const { rows } = await database.query(
    'select entries::integer, stopped_at, set_aside from inaam.checked_ledger',
  );
  expect(rows).toEqual([{ entries: 9, stopped_at: null, set_aside: ['6'] }]);
});
