// A campaign that is shortened with notice, and one that is extended, as seen by shoppers, an
// instance that has not noticed yet, the reveal and an auditor.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drawVariables } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  newestAudits,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { claimsOf, insertParticipants } from '@inaam/testing/server/campaign/participants.ts';
import {
  serverOnDatabase,
  testSecrets,
  type TestServer,
} from '@inaam/testing/server/app/server-on-database.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { followCampaign, type CampaignFollower } from '@inaam/server/main/follow-campaign.ts';
import { rewardRulesOf } from '@inaam/server/draw/promise.rules.ts';
import { grantRewards } from '@inaam/server/draw/grants.sql.ts';

let server: TestServer;
let follower: CampaignFollower | undefined;
let variables: Record<string, string>;
const logged: unknown[] = [];
const who = ['--why', 'the issuer stops', '--by', 'asha', '--yes'];

beforeEach(async () => {
  logged.length = 0;
  server = await serverOnDatabase(await durableTestDatabase(), {
    role: 'inaam_serve',
    lastDay: () => follower?.lastDay(),
    change: (campaign) => ({
      ...campaign,
      fixed: campaign.fixed.map((law) => ({ ...law, until: '2025-09-01' })),
    }),
  });
  variables = { DATABASE_URL: server.databaseUrl, ...drawVariables(testSecrets.draw) };
  const info = (fields: object) => void logged.push(fields);
  follower = await followCampaign(server.database, server.campaign, { info, error: info });
});
afterEach(async () => {
  follower?.stop();
  follower = undefined;
  await server.close();
});

async function operate(words: readonly string[], day: string | (() => string) = '2025-07-01') {
  const result = await runOperatorInProcess(words, { variables, day });
  await follower?.look();
  return result;
}

const goTo = (day: string) => {
  server.time.campaign = Date.parse(`${day}T06:00:00Z`);
};

async function verified(): Promise<Shopper> {
  const shopper = new Shopper(server);
  expect((await shopper.verify(newMobile())).status).toBe(200);
  return shopper;
}

test('[CAM-4] refusals change nothing, and say what to do', async () => {
  for (const [words, exit, sentence] of [
    [['end', '--on', '2025-06-30', ...who], 1, 'the last day cannot be before today'],
    [['end', '--on', '2025-09-15', ...who], 1, 'the last day is 2025-09-15. For a later one'],
    [['end', '--on', 'tomorrow', ...who], 2, 'Write a day such as 2027-03-31.'],
    [['end', '--on', '2025-06-31', ...who], 2, 'Write a day such as 2027-03-31.'],
    [['end', '--on', '2025-07-05', '--yes'], 2, 'Give a reason for the audit log'],
    [
      ['extend', '--to', '2025-09-15', ...who],
      1,
      'the last day is 2025-09-15. To end it sooner: campaign end.',
    ],
  ] as const) {
    const refused = await operate(['campaign', ...words]);
    expect([refused.exit, refused.errors]).toEqual([exit, expect.stringContaining(sentence)]);
  }
  const over = await operate(['campaign', 'extend', '--to', '2025-12-31', ...who], '2025-09-16');
  expect(over).toMatchObject({ exit: 1, errors: expect.stringContaining('2025-09-15, is over') });
  expect(logged).toEqual([]);
});

test('[CAM-4] a confirmation after midnight is judged by the new day', async () => {
  const days = ['2025-07-01'];
  const words = ['campaign', 'end', '--on', '2025-07-01', ...who];
  const late = await operate(words, () => days.pop() ?? '2025-07-02');
  expect(late).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('the last day cannot be before today'),
  });
  expect(logged).toEqual([]);
});

test('[CAM-4] after an early end nobody begins and nothing is granted; what was promised has its 24 hours', async () => {
  const [early, late] = [await verified(), await verified()];
  const won = await early.call('getReward');
  const done = await operate(['campaign', 'end', '--on', '2025-07-01', ...who, '--json']);
  expect(done.json()).toMatchObject({
    result: 'ending',
    lastDay: '2025-07-01',
    lastDayBefore: '2025-09-15',
  });
  expect(logged).toMatchObject([{ lastDay: '2025-07-01' }]);
  // The law applies until the last day in force, so the page omits its dates.
  expect((await server.app.inject({ url: '/draw/' })).body).toContain('<li>Tamil Nadu: ₹3 each');
  // On the day of the notice, everything still works.
  await verified();

  goTo('2025-07-02');
  const newcomer = new Shopper(server);
  expect((await newcomer.start()).resp).toMatchObject({ campaign: 'ended' });
  const refused = await newcomer.register(newMobile());
  expect(refused).toMatchObject({ status: 403, resp: { campaign: 'ended' } });
  expect(refused.resp['message']).toContain('1 July 2025');
  expect((await late.call('getReward')).status).toBe(200);
  const waiting = await insertParticipants(server, 1, 'Goa');

  goTo('2025-07-03');
  expect((await early.call('getReward')).resp).toEqual(won.resp);
  // An instance that has not noticed asks the database, which knows.
  const { database, campaign, readCards } = server;
  const grant = grantRewards(database, campaign.id, rewardRulesOf(campaign), readCards);
  const claims = await claimsOf(database, waiting, '2025-07-03');
  expect(await Promise.all(claims.map((claim) => grant.one(claim)))).toEqual([
    { amount: undefined, reason: 'ended' },
  ]);
  await expect(insertParticipants(server, 1, 'Goa', { today: '2025-07-02' })).rejects.toThrow(
    'Nobody was verified: full.',
  );
  const revealed = await operate(['draw', 'reveal', ...who, '--json'], '2025-07-03');
  expect(revealed.json()).toMatchObject({ result: 'revealed' });
  const verdict = await operate(['ledger', 'verify', '--json']);
  expect(verdict.json()).toMatchObject({
    valid: true,
    verifier: { amended: 1, lastDay: '2025-07-01' },
  });
});

test('[CAM-4] a campaign that was extended goes on, and its secret stays secret for longer', async () => {
  const done = await operate(['campaign', 'extend', '--to', '2025-09-30', ...who], '2025-09-15');
  expect(done.output).toContain('the last day is 2025-09-30 instead of 2025-09-15');
  const page = (await server.app.inject({ url: '/draw/' })).body;
  // Span elements keep numbers together with their words.
  expect(page.replaceAll(/<\/?span[^>]*>/g, '')).toContain(
    'the last day is now 30 September 2025.',
  );
  goTo('2025-09-30');
  const shopper = await verified();
  goTo('2025-10-01');
  expect((await shopper.call('getReward')).status).toBe(200);
  const early = await operate(['draw', 'reveal', ...who], '2025-10-01');
  expect(early).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('2025-10-02 00:00:00 IST'),
  });
  const verdict = await operate(['ledger', 'verify', '--json'], '2025-10-01');
  expect(verdict.json()).toMatchObject({ valid: true, verifier: { lastDay: '2025-09-30' } });
  expect(await newestAudits(variables)).toMatchObject([
    { command: 'campaign extend', by: 'asha', details: { to: '2025-09-30', blocks: 0 } },
  ]);
});
