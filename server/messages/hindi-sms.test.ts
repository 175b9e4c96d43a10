import { expect, test } from 'vitest';
import { startFaultyGateway } from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { hindiSms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import { httpGatewaySchema } from '../sms/gateway/gateway-schema.ts';
import { httpProvider } from '../sms/gateway/http-provider.ts';

const fixture = await testDelivery();

test('[OTP-5] a code and a voucher in Hindi go out with what the gateway calls Unicode', async () => {
  const gateway = await startFaultyGateway();
  const definition = httpGatewaySchema.parse({
    address: gateway.address,
    json: { text: '{text}', kind: '{encoding}' },
    encoding: { gsm7: 'plain', ucs2: 'unicode' },
    answer: { rules: [{ is: 'accepted', status: '200' }] },
  });
  await fixture.deliver({
    campaign: { ...fixture.campaign, sms: hindiSms(fixture.campaign.sms) },
    provider: httpProvider(definition, { values: {}, secrets: {}, templates: {} }),
  });
  try {
    const stock = [{ code: 'HINDI-7K2P', amount: 3 }];
    await loadVoucherCodes(fixture, stock, fixture.clocks.wall());
    const code = await fixture.requestCode(newMobile(), '482913');
    const voucher = await fixture.grantVoucher(3);
    await waitUntil(async () => {
      const states = await Promise.all([fixture.message(code), fixture.message(voucher.id)]);
      return states.every((message) => message?.state === 'sent');
    });
  } finally {
    await gateway.close();
  }
  const bodies = gateway.received.map(({ body }): { text: string; kind: string } =>
    JSON.parse(body),
  );
  expect(bodies.map(({ kind }) => kind)).toEqual(['unicode', 'unicode']);
  expect(bodies.map(({ text }) => text).toSorted()).toEqual([
    expect.stringMatching(/^482913 इनाम .* 5 मिनट .* न बताएँ।\n\n@inaam\.example #482913$/s),
    expect.stringMatching(/^बधाई हो! .* रु\. 3 का .* HINDI-7K2P है, जो 0\d-07-2026 तक मान्य है।$/),
  ]);
});
