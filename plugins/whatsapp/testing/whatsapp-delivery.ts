// A delivery with WhatsApp beside SMS, against the fake Cloud API and the real web hook.
import fastify from 'fastify';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { OutgoingSms, SendOutcome } from '@inaam/server/sms/provider.ts';
import type { SmsPathOptions } from '@inaam/server/sms/paths/sms-path.ts';
import type { WhatsApp } from '../campaign.ts';
import { recordChoices } from '../server/choices.sql.ts';
import { startFates } from '../server/fates.job.ts';
import { hookPath, receiveStatuses } from '../server/status-hook.ts';
import { whatsappPaths } from '../server/whatsapp-path.ts';
import { choice } from './choice.ts';
import { queries } from './queries.sql.ts';
import { startFakeCloudApi, variablesOf } from './fake-cloud-api.ts';

const accepts = (): SendOutcome => ({ kind: 'accepted', reference: undefined });

function smsPath() {
  const sent: OutgoingSms[] = [];
  let answer = accepts;
  const send = (sms: OutgoingSms) => {
    sent.push(sms);
    return Promise.resolve(answer());
  };
  const options: SmsPathOptions = {
    name: 'sms',
    sends: ['otp', 'voucher'],
    provider: { send },
    limits: { inFlight: 20, perSecond: 5000 },
    hasReceipts: true,
  };
  return {
    sent,
    options,
    answer: (next: typeof answer) => {
      answer = next;
    },
  };
}

export async function whatsappDelivery() {
  const fixture = await testDelivery();
  const api = await startFakeCloudApi();
  const { database, clocks, keys, log } = fixture;
  const delivering = openTestDatabase(fixture.url, 6, 'inaam_deliver');
  const serving = openTestDatabase(fixture.url, 2, 'inaam_serve');
  const variables = variablesOf(api.origin);
  const campaign = { ...fixture.campaign, whatsapp: choice };
  const own = queries(database, campaign.id);
  const app = fastify();
  await receiveStatuses(app, { database: serving, campaign, clocks }, variables);
  const callHook = (body: string, signature: string) =>
    app.inject({
      method: 'POST',
      url: hookPath,
      body,
      headers: { 'x-hub-signature-256': signature, 'content-type': 'application/json' },
    });
  const path = smsPath();
  const running: { stop(): Promise<void> }[] = [];
  beforeEach(() => {
    api.callHook(callHook);
    api.plan();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
    api.received.length = 0;
    path.sent.length = 0;
    path.answer(accepts);
    await own.forget();
  });
  afterAll(async () => {
    await app.close();
    await api.close();
    await serving.end();
    await delivering.end();
  });
  const choices = recordChoices(serving, campaign.id);
  return {
    ...fixture,
    campaign,
    api,
    callHook,
    /** Of the SMS path. */
    sms: path.sent,
    answerSms: path.answer,
    deliver: async (change: Partial<WhatsApp> = {}) => {
      const chosen = { ...campaign, whatsapp: { ...choice, ...change } };
      const sending = { database: delivering, campaign: chosen, clocks, keys, log, variables };
      const paths = whatsappPaths(sending, [path.options]);
      const intervals = { pollMs: 50, receiptMs: 50 };
      await fixture.deliver({ database: delivering, campaign: chosen, paths, intervals });
      running.push(startFates(sending, 50));
    },
    choose: (userKey: string, mobile: string, agrees = true) =>
      choices.one({ userKey, mobileIndex: keys.mobileIndex(mobile), agrees, at: clocks.wall() }),
    /** The device has proven the number: a voucher may go by WhatsApp. */
    chooseProven: async (mobile: string) => {
      const userKey = `proven-${mobile}`;
      const mobileIndex = keys.mobileIndex(mobile);
      await choices.one({ userKey, mobileIndex, agrees: true, at: clocks.wall() });
      await own.prove(userKey);
    },
    ...own,
  };
}

export const codeIn = (one: { template: { components: { parameters: { text: string }[] }[] } }) =>
  one.template.components.flatMap(({ parameters }) => parameters.map(({ text }) => text));
