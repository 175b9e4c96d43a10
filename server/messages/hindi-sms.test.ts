// A campaign whose SMS are registered in Hindi, over SMPP and HTTP, each in two parts.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import {
  startFaultyGateway,
  type FaultyGateway,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { hindiSms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { startSmsc, type Smsc, textsOf } from '@inaam/testing/server/delivery/smsc.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { httpGatewaySchema } from '../sms/gateway/gateway-schema.ts';
import { httpProvider } from '../sms/gateway/http-provider.ts';
import { openPaths } from '../sms/paths/open-paths.ts';
import { singlePath, type SmsPathOptions } from '../sms/paths/sms-path.ts';
import type { SmsProvider } from '../sms/provider.ts';
import { smppProvider } from '../sms/smpp/smpp-provider.ts';
import { smppSchema } from '../sms/smpp/smpp-schema.ts';
import type { Delivery } from '../main/delivery/start-delivery.ts';
import { receiptIntake } from './receipts.job.ts';

let clone: TestDatabase;
let fixture: DeliveryFixture;
let smsc: Smsc;
let gateway: FaultyGateway;
let delivery: Delivery | undefined;
let provider: SmsProvider | undefined;

beforeAll(async () => {
  clone = await testDatabase();
  fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
  smsc = await startSmsc();
  gateway = await startFaultyGateway();
});
afterEach(async () => {
  await delivery?.stop();
  await provider?.stop?.();
  smsc.submitted.length = 0;
  await fixture.clear();
});
afterAll(async () => {
  await smsc.close();
  await gateway.close();
  await fixture.database.end();
  await clone.drop();
});

/** @returns when a code and a voucher are `sent` */
async function sendBoth(by: SmsProvider | SmsPathOptions) {
  const path = 'send' in by ? singlePath(by) : by;
  ({ provider } = path);
  const { campaign, clocks } = fixture;
  delivery = await fixture.deliver({
    campaign: { ...campaign, sms: hindiSms(campaign.sms) },
    paths: [path],
  });
  await loadVoucherCodes(fixture, [{ code: 'HINDI-7K2P', amount: 3 }], clocks.wall());
  const code = await fixture.requestCode(newMobile(), '482913');
  const voucher = await fixture.grantVoucher(3);
  await waitUntil(async () => {
    const states = await Promise.all([fixture.message(code), fixture.message(voucher.id)]);
    return states.every((message) => message?.state === 'sent');
  });
  return { code, voucher };
}

const expected = [
  expect.stringMatching(/^482913 इनाम .* 5 मिनट .* न बताएँ।\n\n@inaam\.example #482913$/s),
  expect.stringMatching(/^बधाई हो! .* रु\. 3 का .* HINDI-7K2P है, जो 0\d-07-2026 तक मान्य है।$/),
];

const smppOf = () =>
  smppSchema.parse({
    host: '127.0.0.1',
    port: smsc.port,
    tls: false,
    systemId: 'inaam',
    password: '{secret.KEY}',
  });

test('[OTP-5] a code and a voucher in Hindi go out by SMPP in UCS-2, in two parts each', async () => {
  const by = smppProvider(smppOf(), 'pass', {
    onLink: () => undefined,
    onDeliver: () => Promise.resolve(true),
  });
  await sendBoth(by);
  expect(smsc.submitted).toHaveLength(4);
  for (const pdu of smsc.submitted) expect(pdu).toMatchObject({ data_coding: 8 });
  expect(textsOf(smsc.submitted).toSorted()).toEqual(expected);
});

test('[CAM-6] the receipts of both parts are found by SMPP, to another base and by their number', async () => {
  const unread: string[] = [];
  const [path] = openPaths(
    [
      {
        name: 'operator',
        sends: ['codes', 'vouchers'],
        inFlight: 20,
        perSecond: 5000,
        gateway: { kind: 'smpp', smpp: smppOf() },
        values: { values: {}, secrets: { KEY: 'pass' }, templates: {} },
        hasReceipts: true,
      },
    ],
    {
      onLink: () => undefined,
      ...receiptIntake({ ...fixture, onUnread: (name) => void unread.push(name) }),
    },
  );
  if (!path) throw new Error('There is no path.');
  smsc.answer(...['00A0', '00A1', '00A2', '00A3'].map((id) => ({ id })));
  const { voucher } = await sendBoth(path);
  const to = `91${voucher.mobile}`;
  const ids = smsc.submitted.flatMap((pdu, at) => (pdu['destination_addr'] === to ? 160 + at : []));
  expect(ids).toHaveLength(2);
  const receive = (from: string, text: string) =>
    smsc.deliver({
      source_addr: from,
      esm_class: 4,
      data_coding: 8,
      short_message: Buffer.from(text),
    });
  const is = (state: string) =>
    waitUntil(async () => (await fixture.message(voucher.id))?.state === state);
  const said = (id: number | undefined, stat: string) =>
    `id:0000000${id} stat:${stat} err:000 text:`;

  await receive('919999999999', said(ids[0], 'UNDELIVERABLE'));
  await receive(to, said(ids[0], 'ACCEPTED'));
  await receive(to, `stat:LOST id:${ids[0]} 482913`);
  expect(unread).toEqual(['operator']);
  const warned = fixture.logged.filter(({ message }) =>
    message.includes('cannot be read as a receipt'),
  );
  expect(warned).toMatchObject([{ facts: { path: 'operator', reason: 'unknown state' } }]);
  await receive(to, said(ids[1], 'Delivered'));
  await is('delivered');
  await receive(to, said(ids[0], 'UNDELIVERABLE'));
  await is('failed');
  await receive(to, said(ids[0], 'DELIVRD'));
  await is('delivered');
  const { rows } = await fixture.database.query('select path, reason, times from inaam.sms_unread');
  expect(rows).toEqual([{ path: 'operator', reason: 'unknown state', times: 1 }]);
  expect(JSON.stringify(fixture.logged)).not.toContain(voucher.mobile);
});

test('[OTP-5] a code and a voucher in Hindi go out by HTTP, with what the gateway calls Unicode', async () => {
  const definition = httpGatewaySchema.parse({
    address: gateway.address,
    json: { text: '{text}', kind: '{encoding}' },
    encoding: { gsm7: 'plain', ucs2: 'unicode' },
    answer: { rules: [{ is: 'accepted', status: '200' }] },
  });
  await sendBoth(httpProvider(definition, { values: {}, secrets: {}, templates: {} }));
  const bodies = gateway.received.map(({ body }): { text: string; kind: string } =>
    JSON.parse(body),
  );
  expect(bodies.map(({ kind }) => kind)).toEqual(['unicode', 'unicode']);
  expect(bodies.map(({ text }) => text).toSorted()).toEqual(expected);
});
