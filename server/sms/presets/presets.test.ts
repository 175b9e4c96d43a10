// Each preset against a peer that was written from the provider's documents only.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  startFaultyGateway,
  type FaultyGateway,
} from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { outgoingSms as sms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import type { AccountState, Fate, SmsPeer } from '@inaam/testing/server/sms-peers/peer.ts';
import { receiptHook } from '../receipts/receipt-hook.ts';
import { failures } from '../receipts/receipt-schema.ts';
import { sendWithLimit, type SmsProvider } from '../provider.ts';
import { presets } from './presets.ts';
import { httpGatewaySchema } from '../gateway/gateway-schema.ts';
import { httpProvider } from '../gateway/http-provider.ts';
import { exotelPeer } from '@inaam/testing/server/sms-peers/exotel-peer.ts';
import { gupshupPeer } from '@inaam/testing/server/sms-peers/gupshup-peer.ts';
import { msg91Peer } from '@inaam/testing/server/sms-peers/msg91-peer.ts';

const peers = { msg91: msg91Peer, gupshup: gupshupPeer, exotel: exotelPeer };
type PeerName = keyof typeof peers;

/** The preset with another host. @param address of a gateway that responds like the peer */
function providerOf(
  name: PeerName,
  address: string,
  { values, secrets, templates }: Pick<SmsPeer, 'values' | 'secrets' | 'templates'>,
): SmsProvider {
  const gateway = httpGatewaySchema.parse(presets[name].gateway);
  const there = gateway.address.replace(/^https:\/\/[^/]+/, address);
  return httpProvider({ ...gateway, address: there }, { values, secrets, templates });
}

const minuteMs = 60_000;
const hindi = 'आपका वाउचर ABCD-EFGH है।';

const unicodeWord = {
  msg91: /"unicode":"1"/,
  gupshup: /\bmsg_type=Unicode_text\b/,
  exotel: /\bEncodingType=unicode\b/,
};

describe.each(['msg91', 'gupshup', 'exotel'] as const)('the preset %s', (name) => {
  const peer = peers[name];
  let gateway: FaultyGateway;
  beforeAll(async () => {
    gateway = await startFaultyGateway();
  });
  afterEach(() => {
    gateway.received.length = 0;
  });
  afterAll(() => gateway.close());

  const send = (account: AccountState, given: object = {}) => {
    gateway.answer((request) => peer.answer(request, account));
    const provider = providerOf(name, gateway.address, { ...peer, ...given });
    return sendWithLimit(provider, sms, minuteMs);
  };

  test('[OTP-5] hands a message over as the document says, and keeps its reference', async () => {
    expect(await send('good')).toEqual({ kind: 'accepted', reference: peer.reference });
    expect(gateway.received).toHaveLength(1);
  });

  test('[OTP-5] a key that is wrong, or an account without money, is no fault of the message', async () => {
    const secrets = Object.fromEntries(Object.keys(peer.secrets).map((key) => [key, 'wrong']));
    const outcomes = [await send('good', { secrets }), await send('noBalance')];
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ kind: 'refusedForNow' });
      expect(JSON.stringify(outcome)).not.toMatch(/9876543210|ABCD/);
    }
    expect(await send('throttled')).toMatchObject({ kind: 'throttled' });
  });

  test('[OTP-5] a number that the provider never takes does not count against the path', async () => {
    const outcome = await send('badNumber');
    // MSG91's documents have no word for it.
    expect(outcome.kind).toBe(name === 'msg91' ? 'refusedForNow' : 'refusedPermanently');
    expect(JSON.stringify(outcome)).not.toContain('9876543210');
  });

  test.each([
    ['an empty answer', ''],
    ['a page', '<!doctype html><title>Sign in</title><p>success | accepted</p>'],
    ['a word', 'OK'],
    ['null', 'null'],
    ['a list', '[]'],
    ['half an answer', '{"type":"succ'],
  ])('[OTP-5] %s with status 200 is never taken for accepted', async (_, body) => {
    gateway.answer({ status: 200, body });
    const provider = providerOf(name, gateway.address, peer);
    expect(await sendWithLimit(provider, sms, minuteMs)).toMatchObject({ kind: 'unknown' });
  });

  test('[OTP-5] a text in Hindi is handed over as one, and arrives as it is', async () => {
    gateway.answer((request) => peer.answer(request, 'good'));
    const provider = providerOf(name, gateway.address, peer);
    for (const [text, isUnicode] of [[sms.text, false] as const, [hindi, true] as const]) {
      expect(await sendWithLimit(provider, { ...sms, text }, minuteMs)).toMatchObject({
        kind: 'accepted',
      });
      const { body = '' } = gateway.received.at(-1) ?? {};
      expect(unicodeWord[name].test(body)).toBe(isUnicode);
    }
  });

  test.each<[Fate, keyof typeof failures | 'delivered' | undefined]>([
    ['delivered', 'delivered'],
    ['underWay', undefined],
    ['number', 'number'],
    ['blocked', 'blocked'],
    ['absent', 'absent'],
    ['other', 'other'],
  ])('a receipt of a message that is %s is understood', async (fate, outcome) => {
    const receipt = peer.receipt(fate);
    if (!receipt) return;
    const access = { addresses: [] };
    const hook = receiptHook(name, access, presets[name].receipts);
    const { receipts: read, understood } = await hook.read({
      address: '203.0.113.1',
      header: (header) => (header === 'content-type' ? receipt.contentType : undefined),
      query: {},
      body: Buffer.from(receipt.body),
    });
    expect(understood).toBe(1);
    const receiptOf = { reference: peer.reference, mobile: '9876543210' };
    const expected =
      outcome === undefined
        ? []
        : outcome === 'delivered'
          ? [{ ...receiptOf, outcome }]
          : [{ ...receiptOf, outcome: 'undelivered', reason: failures[outcome] }];
    expect(read).toEqual(expected);
  });
});

test.each([
  ['transactional', 'transactional'],
  ['service-implicit', 'transactional'],
  ['service-explicit', 'transactional_opt_in'],
  ['promotional', 'promotional'],
] as const)('Exotel is told that a text is %s as %s', async (category, type) => {
  const peer = peers.exotel;
  const gateway = await startFaultyGateway();
  try {
    gateway.answer((request) => peer.answer(request, 'good'));
    const provider = providerOf('exotel', gateway.address, peer);
    const outcome = await sendWithLimit(provider, { ...sms, category }, minuteMs);
    expect(outcome).toMatchObject({ kind: 'accepted' });
    const [request] = gateway.received;
    expect(new URLSearchParams(request?.body).get('SmsType')).toBe(type);
  } finally {
    await gateway.close();
  }
});
