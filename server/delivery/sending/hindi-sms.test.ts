// A campaign that has registered its SMS in Hindi, over SMPP and HTTP.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import {
  startFaultyGateway,
  type FaultyGateway,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { hindiSms } from '@inaam/testing/server/delivery/hindi-sms.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { textsOf } from '@inaam/testing/server/delivery/sms-texts.ts';
import { startSmsc, type Smsc } from '@inaam/testing/server/delivery/smsc.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { loadVoucherCodes } from '../../support/vouchers/load-voucher-codes.ts';
import { httpGatewaySchema } from '../../sms/http/gateway-schema.ts';
import { httpProvider } from '../../sms/http/http-provider.ts';
import { singlePath } from '../../sms/paths/single-path.ts';
import type { SmsProvider } from '../../sms/provider.ts';
import { smppProvider } from '../../sms/smpp/smpp-provider.ts';
import { smppSchema } from '../../sms/smpp/smpp-schema.ts';
import type { Delivery } from '../start-delivery.ts';

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
  await fixture.clear();
});
afterAll(async () => {
  await smsc.close();
  await gateway.close();
  await fixture.database.end();
  await clone.drop();
});

/** @returns when a code and a voucher are `sent` */
async function sendBoth(by: SmsProvider): Promise<void> {
  provider = by;
  const { campaign, clocks } = fixture;
  delivery = await fixture.deliver({
    campaign: { ...campaign, sms: hindiSms(campaign.sms) },
    paths: [singlePath(by)],
  });
  await loadVoucherCodes(fixture, [{ code: 'HINDI-7K2P', amount: 3 }], clocks.wall());
  const code = await fixture.requestCode(newMobile(), '482913');
  const voucher = await fixture.grantVoucher(3);
  await waitUntil(async () => {
    const states = await Promise.all([fixture.message(code), fixture.message(voucher.id)]);
    return states.every((message) => message?.state === 'sent');
  });
}

const expected = [
  expect.stringMatching(/^482913 इनाम .* 5 मिनट .* न बताएँ।\n\n@inaam\.example #482913$/s),
  expect.stringMatching(/^बधाई हो! .* रु\. 3 का .* HINDI-7K2P है, जो 0\d-07-2026 तक मान्य है।$/),
];

test('[OTP-5] a code and a voucher in Hindi go out by SMPP in UCS-2, in two parts each', async () => {
  const by = smppProvider(
    smppSchema.parse({
      host: '127.0.0.1',
      port: smsc.port,
      tls: false,
      systemId: 'inaam',
      password: '{secret.KEY}',
    }),
    'pass',
    { onLink: () => undefined, onDeliver: () => Promise.resolve(true) },
  );
  await sendBoth(by);
  expect(smsc.submitted).toHaveLength(4);
  for (const pdu of smsc.submitted) expect(pdu).toMatchObject({ data_coding: 8 });
  expect(textsOf(smsc.submitted).toSorted()).toEqual(expected);
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
