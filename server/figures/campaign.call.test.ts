// The campaign page: a pause, the SMS.
import { afterAll, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { drawVariables } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  newestAudits,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { serverOnDatabase, testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';

const reason = 'mail of 3 July';

const server = await serverOnDatabase(await durableTestDatabase());
const variables = { DATABASE_URL: server.databaseUrl, ...drawVariables(testSecrets.draw) };
const site = await testConsole(server, { publicOrigin: 'https://win.example' });
const manager = await site.signedIn('manager', 'Vikram Shah');
afterAll(() => server.close());
afterAll(() => site.close());

async function read(cookie = manager) {
  const { body } = await site.call('readCampaign', {}, { cookie });
  return consoleCalls.readCampaign.answer.parse(body);
}

const operate = (words: readonly string[]) =>
  runOperatorInProcess(words, {
    variables,
    day: '2025-07-01',
    // Like this console, which has no sign-in link.
    isDemonstration: false,
  });

test('a manager pauses with the id and a reason; what the console paused, the command resumes', async () => {
  const typed = { campaign: 'tea-demo', reason };
  const wrong = await site.call('pauseCampaign', typed, { cookie: manager });
  expect(wrong).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('this is the console of "biscuit-2025"') },
  });
  expect((await read()).pausedSince).toBeNull();
  const named = { campaign: 'biscuit-2025', reason };
  const paused = await site.call('pauseCampaign', named, { cookie: manager });
  expect(paused.body).toEqual({ isChanged: true, message: expect.stringMatching(/^Paused: /) });
  const again = await site.call('pauseCampaign', named, { cookie: manager });
  expect(again.body).toMatchObject({ isChanged: false, message: expect.stringContaining('since') });
  const found = await read();
  expect(Math.abs((found.pausedSince ?? 0) - server.time.campaign)).toBeLessThan(1000);
  expect(found.verdicts[0]).toMatchObject({
    level: 'act',
    text: expect.stringContaining('paused'),
  });
  expect(await newestAudits(variables)).toMatchObject([
    { command: 'console campaign pause', by: 'Vikram Shah', reason },
  ]);
  const resumed = await operate(['campaign', 'resume', '--why', reason, '--by', 'asha', '--json']);
  expect(resumed.json()).toMatchObject({ isChanged: true });
  expect((await read()).pausedSince).toBeNull();
  const not = await site.call('resumeCampaign', named, { cookie: manager });
  expect(not.body).toEqual({
    isChanged: false,
    message: 'It was not paused. Nothing was changed.',
  });
});

test('each SMS is shown as it would be sent, with its registered text and what is wrong with it', async () => {
  const { body } = await site.call('readSms', {}, { cookie: manager });
  const sms = consoleCalls.readSms.answer.parse(body);
  expect(sms.templates.map(({ name }) => name)).toEqual([
    'the code',
    ...Object.keys(server.campaign.sms.vouchers).map((amount) => `the voucher of Rs ${amount}`),
  ]);
  for (const { sample, registered, templateId, length, lengthMax, ...of } of sms.templates) {
    expect(of).toMatchObject({ encoding: 'GSM 7 bit', segments: 1, category: 'service-implicit' });
    expect(registered).toMatch(/\{#(?:alpha)?numeric#\}/);
    expect(sample).not.toMatch(/[{}]/);
    expect(templateId).toMatch(/^\d+$/);
    expect(length).toBeLessThanOrEqual(lengthMax);
  }
  expect(sms.templates[0]?.sample).toContain('@win.example #123456');
  const states = sms.findings.map(({ check, state }) => [check, state]);
  expect(states).toEqual([
    ['text of the code', 'ok'],
    ['DLT ids', 'fault'],
    ['paths', 'skipped'],
  ]);
  const unknown = await testConsole(server);
  const without = await unknown.call('readSms', {}, { cookie: manager });
  await unknown.close();
  expect(consoleCalls.readSms.answer.parse(without.body).findings[0]).toMatchObject({
    state: 'skipped',
    mend: expect.stringContaining('sms check'),
  });
});
