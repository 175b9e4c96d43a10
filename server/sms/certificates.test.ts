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
  gateway = await startFaultyGateway({ tls: { key: pem('server-key'), cert: pem('server') } });
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

test.each([
  ['of a known authority', 'authority', 'localhost', undefined],
  ['of another host', 'authority', '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [
    'that nobody known has signed',
    'other-authority',
    'localhost',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
])('[OTP-5] to a gateway with a certificate %s', async (_, known, host, reason) => {
  setDefaultCACertificates([...usual, pem(known)]);
  expect(await sendTo(host)).toMatchObject(
    reason === undefined ? { kind: 'accepted' } : { kind: 'refusedForNow', reason },
  );
  expect(gateway.received).toHaveLength(reason === undefined ? 1 : 0);
});
