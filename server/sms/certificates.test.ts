// Messages contain a code, so the gateway's certificate is verified.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  startFaultyGateway,
  type FaultyGateway,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { outgoingSms as sms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { httpGatewaySchema } from './gateway/gateway-schema.ts';
import { httpProvider } from './gateway/http-provider.ts';
import { sendWithLimit } from './provider.ts';

const pem = (name: string) =>
  readFileSync(
    path.resolve(import.meta.dirname, `../../testing/server/tls/${name}.test-only.pem`),
    'utf8',
  );

const usual = getCACertificates('default');
let gateway: FaultyGateway;
// New ports for each test, because a connection kept open was verified earlier.
beforeEach(async () => {
  gateway = await startFaultyGateway({ key: pem('server-key'), cert: pem('server') });
});
afterEach(async () => {
  setDefaultCACertificates(usual);
  await gateway.close();
});

/** The certificate is for localhost. */
const sendTo = (host: string) => {
  const address = gateway.address.replace('127.0.0.1', host);
  const answer = { rules: [{ is: 'accepted', status: '200' }] };
  const provider = httpProvider(
    httpGatewaySchema.parse({ address, json: { to: '{mobile}', text: '{text}' }, answer }),
    { values: {}, secrets: {}, templates: {} },
  );
  return sendWithLimit(provider, sms, 60_000);
};

test('[OTP-5] a gateway whose certificate a known authority has signed gets the message', async () => {
  setDefaultCACertificates([...usual, pem('authority')]);
  expect(await sendTo('localhost')).toMatchObject({ kind: 'accepted' });
  expect(gateway.received).toHaveLength(1);
});

test('[OTP-5] a gateway with the certificate of another host gets nothing, and that is known', async () => {
  setDefaultCACertificates([...usual, pem('authority')]);
  expect(await sendTo('127.0.0.1')).toEqual({
    kind: 'refusedForNow',
    reason: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  expect(gateway.received).toEqual([]);
});

test('[OTP-5] a gateway whose certificate nobody known has signed gets nothing, and that is known', async () => {
  setDefaultCACertificates([...usual, pem('other-authority')]);
  expect(await sendTo('localhost')).toEqual({
    kind: 'refusedForNow',
    reason: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  });
  expect(gateway.received).toEqual([]);
});
