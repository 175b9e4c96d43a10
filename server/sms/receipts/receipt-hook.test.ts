import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { presets } from '../presets/presets.ts';
import { receiptHook, type HookRequest } from './receipt-hook.ts';
import { failures } from './receipt.ts';
import { receiptsSchema } from './receipt-schema.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

function asked(
  body: string,
  headers: Record<string, string> = {},
  address = '10.1.2.3',
): HookRequest {
  const all: Record<string, string> = { 'content-type': json, ...headers };
  return { address, header: (name) => all[name], query: {}, body };
}

const hookOf = (preset: keyof typeof presets, access: object = {}) => {
  const { fields: _, ...parsed } = receiptsSchema.parse(access);
  return receiptHook('main', parsed, presets[preset].receipts);
};

const delivered = (reference: string) => ({ reference, outcome: 'delivered' });
const undelivered = (reference: string, kind: keyof typeof failures) => ({
  reference,
  outcome: 'undelivered',
  ...failures[kind],
});

const msg91 = (status: string) =>
  asked(JSON.stringify({ requestId: '346a', number: '919876543210', status, desc: 'X' }));
const gupshup = (events: object[]) =>
  asked(new URLSearchParams({ response: JSON.stringify(events) }).toString(), {
    'content-type': form,
  });
const exotel = (Status: string, DetailedStatus = '') => {
  const fields = { SmsSid: 'e1', To: '09876543210', Status, DetailedStatus };
  return asked(new URLSearchParams(fields).toString(), { 'content-type': form });
};
const kannel = (status: string): HookRequest => ({
  ...asked(''),
  query: { reference: '0197b1c2-0000-7000-8000-000000000001', status },
});
const kannelId = '0197b1c2-0000-7000-8000-000000000001';

test.each<[string, keyof typeof presets, HookRequest, unknown[]]>([
  ['delivered', 'msg91', msg91('1'), [delivered('346a')]],
  ['failed', 'msg91', msg91('2'), [undelivered('346a', 'other')]],
  ['blocked', 'msg91', msg91('17'), [undelivered('346a', 'blocked')]],
  ['not ended', 'msg91', msg91('5'), []],
  [
    'two events, and one that has no reference',
    'gupshup',
    gupshup([
      { externalId: 'a-1', eventType: 'DELIVERED', cause: 'SUCCESS', destAddr: 919876543210 },
      { externalId: 'a-2', eventType: 'FAILED', cause: 'UNKNOWN_SUBSCRIBER' },
      { eventType: 'DELIVERED' },
    ]),
    [delivered('a-1'), undelivered('a-2', 'number')],
  ],
  [
    'absent',
    'gupshup',
    gupshup([{ externalId: 'a', eventType: 'FAILED', cause: 'ABSENT_SUBSCRIBER' }]),
    [undelivered('a', 'absent')],
  ],
  ['delivered', 'exotel', exotel('sent'), [delivered('e1')]],
  ['under way', 'exotel', exotel('sending'), []],
  ['delivered', 'exotel', exotel('sent', 'DELIVERED_TO_HANDSET'), [delivered('e1')]],
  ['delivered', 'exotel', exotel('delivered', 'DELIVERED_TO_HANDSET'), [delivered('e1')]],
  ['delivered', 'exotel', exotel('delivered'), [delivered('e1')]],
  ['at the operator', 'exotel', exotel('sent', 'DELIVERED_TO_OPERATOR'), []],
  ['at the operator', 'exotel', exotel('delivered', 'DELIVERED_TO_OPERATOR'), []],
  ['at the operator', 'exotel', exotel('sent', 'SUBMITTED_TO_CARRIER'), []],
  ['blocked', 'exotel', exotel('failed_dnd'), [undelivered('e1', 'blocked')]],
  ['delivered', 'kannel', kannel('1'), [delivered(kannelId)]],
  ['at the SMSC', 'kannel', kannel('8'), []],
  ['refused', 'kannel', kannel('16'), [undelivered(kannelId, 'blocked')]],
])('a receipt that says %s, as of %s', (_, preset, request, receipts) => {
  expect(hookOf(preset).read(request)).toEqual(receipts);
});

test.each(['', 'no JSON', '[[[', '"text"', '7', 'null', `[${'{},'.repeat(300)}{}]`])(
  'a body that is not understood gives no receipt: %.20s',
  (body) => {
    const receipts = hookOf('msg91').read(asked(body));
    expect(receipts ?? []).toEqual([]);
  },
);

test.each([
  { receipts: 200, understood: true },
  { receipts: 201, understood: false },
])('$receipts receipts at once are understood: $understood', ({ receipts, understood }) => {
  const one = { requestId: '346a', status: '1' };
  const body = JSON.stringify(Array.from({ length: receipts }, () => one));
  expect(hookOf('msg91').read(asked(body))?.length).toBe(understood ? receipts : undefined);
});

test.each([
  { length: 200, count: 1 },
  { length: 201, count: 0 },
])('a reference of $length characters gives $count receipts', ({ length, count }) => {
  const body = JSON.stringify({ requestId: 'r'.repeat(length), status: '1' });
  expect(hookOf('msg91').read(asked(body))).toHaveLength(count);
});

test('a reference that cannot be stored is left out, and the others are read', () => {
  const items = ['before', 'with\0NUL', 'after'].map((requestId) => ({ requestId, status: '1' }));
  const receipts = hookOf('msg91').read(asked(JSON.stringify(items)));
  expect(receipts?.map(({ reference }) => reference)).toEqual(['before', 'after']);
});

test('a form may name its character set', () => {
  const request = exotel('sent');
  const withCharset = asked(request.body, { 'content-type': `${form}; charset=utf-8` });
  expect(hookOf('exotel').read(withCharset)).toEqual([delivered('e1')]);
});

test('a receipt needs the secret, the right signature and a known address', () => {
  const body = '{"requestId":"a","status":"1"}';
  const signed = createHmac('sha256', 'k3y').update(body).digest('hex');
  const secret = { secret: { header: 'x-key', value: 'k3y' } };
  const signature = { signature: { header: 'x-signature', key: 'k3y', prefix: 'sha256=' } };
  // The signature of nothing is right, and says nothing about the address.
  const ofNothing = createHmac('sha256', 'k3y').update('').digest('hex');
  const inAddress = {
    ...asked('', { 'x-signature': `sha256=${ofNothing}` }),
    query: { requestId: 'a', status: '1' },
  };
  const addresses = { addresses: ['10.0.0.0/8', '2001:db8::1'] };
  const cases: [object, HookRequest, boolean][] = [
    [secret, asked(body, { 'x-key': 'k3y' }), true],
    [secret, asked(body, { 'x-key': 'k3' }), false],
    [secret, asked(body), false],
    [signature, asked(body, { 'x-signature': `sha256=${signed}` }), true],
    [signature, asked(`${body} `, { 'x-signature': `sha256=${signed}` }), false],
    [signature, asked(body, { 'x-signature': signed }), false],
    [signature, inAddress, false],
    [addresses, asked(body), true],
    [addresses, asked(body, {}, '2001:db8::1'), true],
    [addresses, asked(body, {}, '11.0.0.1'), false],
    [addresses, asked(body, {}, 'not an address'), false],
    [{ ...addresses, ...secret }, asked(body), false],
    [{ ...addresses, ...secret }, asked(body, { 'x-key': 'k3y' }, '11.0.0.1'), false],
  ];
  for (const [access, request, isAllowed] of cases) {
    expect(hookOf('msg91', access).isAllowed(request)).toBe(isAllowed);
  }
});

const ownFields = {
  reference: 'sms.id',
  status: 'state',
  detail: 'code',
  delivered: '^done(?: 0)?$',
  failed: { number: '^failed 7$', absent: '^failed$', other: '^ 5$' },
};
const ownHook = receiptHook('own', receiptsSchema.parse({}), ownFields);

test.each<[string, unknown, unknown[]]>([
  ['a detail', { sms: { id: 'a' }, state: 'failed', code: 7 }, [undelivered('a', 'number')]],
  ['no detail', { sms: { id: 'a' }, state: 'failed' }, [undelivered('a', 'absent')]],
  [
    'an empty detail',
    { sms: { id: 'a' }, state: 'failed', code: '' },
    [undelivered('a', 'absent')],
  ],
  ['the detail 0', { sms: { id: 'a' }, state: 'done', code: 0 }, [delivered('a')]],
  ['an empty status', { sms: { id: 'a' }, state: '', code: 5 }, []],
  ['no status', { sms: { id: 'a' }, code: 0 }, []],
  ['an empty reference', { sms: { id: '' }, state: 'done' }, []],
  ['no reference', { state: 'done' }, []],
  ['null beside a receipt', [null, { sms: { id: 'a' }, state: 'done' }], [delivered('a')]],
  ['text beside a receipt', ['done', { sms: { id: 'a' }, state: 'done' }], [delivered('a')]],
  ['two receipts', [1, 2].map((id) => ({ sms: { id }, state: 'done' })), ['1', '2'].map(delivered)],
  ['none at all', [], []],
])('%s', (_, json, receipts) => {
  expect(ownHook.read(asked(JSON.stringify(json)))).toEqual(receipts);
});

test.each(['null', '7', '"text"', 'true', 'no JSON'])('%s is not understood', (body) => {
  expect(ownHook.read(asked(body))).toBeUndefined();
});

test('status and detail are compared up to 200 characters together', () => {
  const hook = receiptHook('own', receiptsSchema.parse({}), {
    ...ownFields,
    delivered: `^s ${'d'.repeat(198)}$`,
  });
  const receipt = (length: number) =>
    hook.read(asked(JSON.stringify({ sms: { id: 'a' }, state: 's', code: 'd'.repeat(length) })));
  expect(receipt(197)).toEqual([]);
  expect(receipt(198)).toEqual([delivered('a')]);
  expect(receipt(1000)).toEqual([delivered('a')]);
});

test('a body that names no kind is read as JSON, and a form only if it says so', () => {
  const body = JSON.stringify({ sms: { id: 'a' }, state: 'done' });
  expect(ownHook.read({ ...asked(body), header: () => undefined })).toEqual([delivered('a')]);
  expect(ownHook.read(asked(body, { 'content-type': `x-${form}` }))).toEqual([delivered('a')]);
  expect(ownHook.read(asked(body, { 'content-type': form }))).toEqual([]);
});

test('what should be inside a field is not read beside it', () => {
  const hook = receiptHook('own', receiptsSchema.parse({}), { ...ownFields, inside: 'events' });
  const receipt = { sms: { id: 'a' }, state: 'done' };
  const read = (json: unknown) => hook.read(asked(JSON.stringify(json)));
  expect(read({ events: JSON.stringify(receipt) })).toEqual([delivered('a')]);
  expect(read({ events: 'no JSON' })).toBeUndefined();
  expect(read({ events: receipt })).toBeUndefined();
  expect(read(receipt)).toBeUndefined();
});

test.each([
  ['hex', ''],
  ['base64', 'v1,'],
] as const)('a signature is written as %s after the prefix %j', (encoding, prefix) => {
  const signature = { header: 'x-signature', key: 'k3y', encoding, prefix };
  const hook = hookOf('msg91', { signature });
  const sign = (body: string, key = 'k3y') =>
    prefix + createHmac('sha256', key).update(body).digest(encoding);
  const isAllowed = (header: string) => hook.isAllowed(asked('{}', { 'x-signature': header }));
  expect(isAllowed(sign('{}'))).toBe(true);
  expect(isAllowed(sign('{}', 'k4y'))).toBe(false);
  expect(isAllowed('')).toBe(false);
  expect(hook.isAllowed(asked('{}'))).toBe(false);
});

test('without any access rule everybody may send receipts, under the path that it was given', () => {
  expect(ownHook.path).toBe('own');
  expect(ownHook.isAllowed(asked('', {}, '203.0.113.9'))).toBe(true);
});
