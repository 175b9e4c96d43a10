// A pause in the middle of a campaign: what stops at once, what is kept, and how it resumes.
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import {
  newestAudits,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { serverOnDatabase } from '@inaam/testing/server/app/server-on-database.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { followCampaign } from '../main/follow-campaign.ts';

const logged: string[] = [];
const info = (_: object, sentence: string) => void logged.push(sentence);
const why = ['--why', "the issuer's system is down", '--by', 'asha'];

const server = await serverOnDatabase(await durableTestDatabase(), {
  role: 'inaam_serve',
  isPaused: () => pause.isPaused(),
});
const variables = { DATABASE_URL: server.databaseUrl };
const pause = await followCampaign(server.database, server.campaign, { info, error: info });
afterEach(async () => {
  await operate('resume');
  logged.length = 0;
});
afterAll(() => server.close());
afterAll(() => pause.stop());

async function operate(command: 'pause' | 'resume', ...options: string[]) {
  const words = ['campaign', command, ...why, ...options];
  const result = await runOperatorInProcess(words, { variables });
  await pause.look();
  return result;
}

test('[CAM-4] a state that cannot be read is reported once; an outage is not reported here', async () => {
  let code: string | undefined;
  const query = (...asked: Parameters<typeof server.database.query>) =>
    code === undefined
      ? server.database.query(...asked)
      : Promise.reject(Object.assign(new Error('refused'), { code }));
  const database = Object.assign(Object.create(server.database), { query });
  const log = { info, error: info };
  const follower = await followCampaign(database, server.campaign, log);
  follower.stop();
  for (code of ['57P01', '42501', '42501', undefined]) await follower.look();
  expect(logged).toEqual([
    expect.stringContaining('cannot be read'),
    'The state of the campaign can be read again.',
  ]);
});

async function verified(): Promise<Shopper> {
  const shopper = new Shopper(server);
  expect((await shopper.verify(newMobile())).status).toBe(200);
  return shopper;
}

async function countRewards(): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>(
    'select count(*) as count from inaam.reward',
  );
  return Number(rows[0]?.count);
}

const refused = { status: 403, resp: { campaign: 'paused' } };
const calm = expect.stringContaining('The offer is paused for a while.');

test('[CAM-4] in a pause nobody begins and nothing is granted; a code in hand and a promise are kept', async () => {
  const [winner, waiting] = [await verified(), await verified()];
  const won = await winner.call('getReward');
  const holder = new Shopper(server);
  const mobile = newMobile();
  await holder.register(mobile);
  const { output } = await operate('pause');
  expect(output).toBe('Paused: nothing is granted any more.\n');

  const newcomer = new Shopper(server);
  expect((await newcomer.start()).resp).toMatchObject({ campaign: 'paused', isValidToken: true });
  const registered = await newcomer.register(newMobile());
  expect(registered).toMatchObject(refused);
  expect(registered.resp['message']).toEqual(calm);
  expect(await holder.call('resendOtp')).toMatchObject(refused);

  expect((await holder.start()).resp).toMatchObject({ campaign: 'open' });
  expect((await holder.verifyWith(await holder.code(mobile))).status).toBe(200);
  const before = await countRewards();
  for (const shopper of [holder, waiting]) {
    expect(await shopper.call('getReward')).toMatchObject(refused);
  }
  expect(await countRewards()).toBe(before);
  // A granted reward is still answered.
  expect((await winner.call('getReward')).resp).toEqual(won.resp);
  expect((await winner.read('getDetails')).status).toBe(200);

  expect((await operate('resume')).output).toBe('Resumed.\n');
  for (const shopper of [holder, waiting]) {
    expect((await shopper.call('getReward')).status).toBe(200);
  }
  expect((await new Shopper(server).start()).resp).toMatchObject({ campaign: 'open' });
  expect(logged).toEqual(['The campaign is paused.', 'The campaign is resumed.']);
});

test('[CAM-4] of rewards that are claimed while it is paused, none is granted after the command has ended', async () => {
  const shoppers: Shopper[] = [];
  for (let count = 0; count < 12; count += 1) shoppers.push(await verified());
  const early = shoppers.slice(0, 6).map((shopper) => shopper.call('getReward'));
  // `serve` has not noticed the pause: the head's lock alone decides.
  const paused = await runOperatorInProcess(['campaign', 'pause', ...why], { variables });
  expect(paused.exit).toBe(0);
  const before = await countRewards();
  const late = shoppers.slice(6).map((shopper) => shopper.call('getReward'));
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual(late.map(() => 403));
  const statuses = (await Promise.all(early)).map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 403)).toBe(true);
  expect(await countRewards()).toBe(before);
});

test('a pause needs a reason and is in the audit log, and a second one changes nothing', async () => {
  const nameless = await runOperatorInProcess(['campaign', 'pause'], { variables });
  expect(nameless).toMatchObject({ exit: 2, output: '' });
  const first = await operate('pause', '--json');
  expect(first.json()).toMatchObject({ isChanged: true });
  expect((await operate('pause', '--json')).json()).toMatchObject({
    isChanged: false,
    message: expect.stringContaining('since'),
  });
  await operate('resume');
  expect((await operate('resume')).output).toContain('It was not paused.');
  expect(await newestAudits(variables, 2)).toMatchObject([
    { command: 'campaign resume', by: 'asha' },
    { command: 'campaign pause', reason: "the issuer's system is down" },
  ]);
  const unknown = await runOperatorInProcess(['campaign', 'pause', ...why], {
    variables: { ...variables, CAMPAIGN: 'tea-demo' },
  });
  expect(unknown.errors).toContain('has not been committed to');
});

test('[CAM-4] a campaign that ends in a pause has ended, and says so', async () => {
  const waiting = await verified();
  await operate('pause');
  expect(await waiting.call('getReward')).toMatchObject(refused);
  const before = server.time.campaign;
  onTestFinished(() => {
    server.time.campaign = before;
  });
  server.time.campaign = Date.parse('2025-10-01T06:00:00Z');
  const ended = { status: 403, resp: { campaign: 'ended' } };
  expect(await waiting.call('getReward')).toMatchObject(ended);
});
