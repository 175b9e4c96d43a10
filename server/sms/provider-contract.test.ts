// The contract of every provider, whatever its protocol: the same faults, each in its own form.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  startFaultyGateway,
  type FaultyGateway,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { peers, providerOf, type PeerName } from '@inaam/testing/server/sms-peers/provider-of.ts';
import { outgoingSms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { startSmsc, type Smsc } from '@inaam/testing/server/delivery/smsc.ts';
import { httpGatewaySchema } from './gateway/gateway-schema.ts';
import { httpProvider } from './gateway/http-provider.ts';
import { type SmsProvider, sendWithLimit } from './provider.ts';
import { smppProvider } from './smpp/smpp-provider.ts';
import { smppSchema } from './smpp/smpp-schema.ts';

type Fault = 'accept' | 'refuseForNow' | 'throttle' | 'hang' | 'cut';

type Peer = {
  provider: () => SmsProvider;
  /** How it handles the next message. */
  next(fault: Fault): void;
  received: () => number;
  close(): Promise<void>;
};

const minuteMs = 60_000;
const statuses = { accept: 200, refuseForNow: 503, throttle: 429 } as const;

async function httpPeer(): Promise<Peer> {
  const gateway: FaultyGateway = await startFaultyGateway();
  const definition = httpGatewaySchema.parse({
    address: `${gateway.address}/send`,
    json: { to: '{mobile}', text: '{text}' },
    answer: {
      rules: [{ is: 'accepted', status: '200', json: { ok: '^true$' } }],
      reference: { json: 'id' },
    },
  });
  const none = { values: {}, secrets: {}, templates: {} };
  return {
    provider: () => httpProvider(definition, none),
    next: (fault) =>
      gateway.answer(
        fault === 'hang' || fault === 'cut'
          ? fault
          : { status: statuses[fault], body: '{"ok":true,"id":"r-1"}' },
      ),
    received: () => gateway.received.length,
    close: () => gateway.close(),
  };
}

const accounts = { accept: 'good', refuseForNow: 'noBalance', throttle: 'throttled' } as const;

const presetPeer = (name: PeerName) => async (): Promise<Peer> => {
  const gateway = await startFaultyGateway();
  return {
    provider: () => providerOf(name, gateway.address, peers[name]),
    next: (fault) =>
      gateway.answer(
        fault === 'hang' || fault === 'cut'
          ? fault
          : (request) => peers[name].answer(request, accounts[fault]),
      ),
    received: () => gateway.received.length,
    close: () => gateway.close(),
  };
};

const smscAnswers = {
  accept: 0,
  refuseForNow: 0x45,
  throttle: 0x58,
  hang: 'silence',
  cut: 'close',
} as const;

async function smppPeer(): Promise<Peer> {
  const smsc: Smsc = await startSmsc();
  let provider: SmsProvider | undefined;
  const common = { host: '127.0.0.1', port: smsc.port, tls: false, systemId: 'inaam' };
  const gateway = smppSchema.parse({ ...common, password: 'pass' });
  return {
    provider: () =>
      (provider ??= smppProvider(gateway, 'pass', {
        onLink: () => undefined,
        onDeliver: () => Promise.resolve(true),
      })),
    next: (fault) => smsc.answer(smscAnswers[fault]),
    received: () => smsc.submitted.length,
    close: async () => {
      await provider?.stop?.();
      await smsc.close();
    },
  };
}

describe.each([
  ['HTTP', httpPeer],
  ['HTTP to MSG91', presetPeer('msg91')],
  ['HTTP to Gupshup', presetPeer('gupshup')],
  ['HTTP to Exotel', presetPeer('exotel')],
  ['SMPP', smppPeer],
])('a provider over %s', (_, start) => {
  let peer: Peer;
  beforeEach(async () => {
    peer = await start();
  });
  afterEach(() => peer.close());

  const send = (limitMs = minuteMs) => sendWithLimit(peer.provider(), outgoingSms, limitMs);

  test('[OTP-5] says the reference of what was accepted', async () => {
    peer.next('accept');
    expect(await send()).toMatchObject({ kind: 'accepted', reference: expect.any(String) });
    expect(peer.received()).toBe(1);
  });

  test.each([
    ['refuseForNow', 'refusedForNow'],
    ['throttle', 'throttled'],
    ['cut', 'unknown'],
  ] as const)('[OTP-5] after %s it says %s', async (fault, kind) => {
    peer.next(fault);
    expect(await send()).toMatchObject({ kind });
    expect(peer.received()).toBe(1);
  });

  test('[OTP-5] tries once, ends with the limit, and takes the next message', async () => {
    peer.next('accept');
    await send();
    peer.next('hang');
    // Long enough for the message to arrive on a busy machine.
    expect(await send(1500)).toEqual({ kind: 'unknown', reason: 'no answer in time' });
    peer.next('accept');
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(peer.received()).toBe(3);
  });

  test('no reason has the number or a word of the text in it', async () => {
    for (const fault of ['refuseForNow', 'throttle', 'cut'] as const) {
      peer.next(fault);
      const outcome = await send();
      const reason = 'reason' in outcome ? outcome.reason : '';
      expect(reason).not.toMatch(/ABCD|9876543210|voucher/);
    }
  });

  test('what was there for nobody was certainly not sent', async () => {
    await peer.close();
    expect(await send()).toMatchObject({ kind: 'refusedForNow' });
  });
});
