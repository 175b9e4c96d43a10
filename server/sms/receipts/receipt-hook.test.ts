import { expect, test } from 'vitest';
import { presets } from '../presets/presets.ts';
import { findReceipts, receiptHook, type HookRequest, type ReceiptHook } from './receipt-hook.ts';
import { failures, receiptsSchema } from './receipt-schema.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

function asked(
  body: string,
  headers: Record<string, string> = {},
  address = '10.1.2.3',
): HookRequest {
  const all: Record<string, string> = { 'content-type': json, ...headers };
  return { address, header: (name) => all[name], query: {}, body: Buffer.from(body) };
}

/** Without the numbers that they name; undefined if nothing could be read. */
async function readBy(hook: ReceiptHook, request: HookRequest) {
  const { receipts, understood } = await hook.read(request);
  return understood === 0 ? undefined : receipts.map(withoutNumber);
}

function withoutNumber(receipt: object) {
  const { mobile: _, ...others }: { mobile?: unknown } = receipt;
  return others;
}

const hookOf = (preset: keyof typeof presets, access: object = {}) => {
  const { fields: _, ...parsed } = receiptsSchema.parse(access);
  return receiptHook('main', parsed, presets[preset].receipts);
};

const delivered = (reference: string) => ({ reference, outcome: 'delivered' });
const undelivered = (reference: string, kind: keyof typeof failures) => ({
  reference,
  outcome: 'undelivered',
  reason: failures[kind],
});

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
  ['delivered', 'exotel', exotel('sent'), [delivered('e1')]],
  ['delivered', 'exotel', exotel('sent', 'DELIVERED_TO_HANDSET'), [delivered('e1')]],
  ['delivered', 'exotel', exotel('delivered', 'DELIVERED_TO_HANDSET'), [delivered('e1')]],
  ['delivered', 'exotel', exotel('delivered'), [delivered('e1')]],
  ['at the operator', 'exotel', exotel('sent', 'DELIVERED_TO_OPERATOR'), []],
  ['at the operator', 'exotel', exotel('delivered', 'DELIVERED_TO_OPERATOR'), []],
  ['at the operator', 'exotel', exotel('sent', 'SUBMITTED_TO_CARRIER'), []],
  ['delivered', 'kannel', kannel('1'), [delivered(kannelId)]],
  ['at the SMSC', 'kannel', kannel('8'), []],
  ['refused', 'kannel', kannel('16'), [undelivered(kannelId, 'blocked')]],
])('a receipt that says %s, as of %s', async (_, preset, request, receipts) => {
  expect(await readBy(hookOf(preset), request)).toEqual(receipts);
});

test.each(['failed-dnd', 'failed_dnd', 'failed dnd'])(
  'Exotel’s %s is of the operator',
  async (word) => {
    expect(await readBy(hookOf('exotel'), exotel(word))).toEqual([undelivered('e1', 'blocked')]);
  },
);

test.each(['msg91', 'gupshup', 'exotel', 'kannel'] as const)(
  'the operator says what a word of %s means that the preset does not know, or knows otherwise',
  async (preset) => {
    const { reference, status } = presets[preset].receipts;
    const wordOf = (word: string) =>
      asked(
        JSON.stringify({ [[reference].flat()[0] ?? '']: 'r1', [[status].flat()[0] ?? '']: word }),
      );
    expect(await hookOf(preset).read(wordOf('QUEUED_AGAIN'))).toMatchObject({ understood: 0 });
    const words = {
      queued_again: 'underWay',
      'SIM gone': 'number',
      seen: 'delivered',
      failed: 'absent',
    };
    const named = hookOf(preset, { words });
    expect(await readBy(named, wordOf('QUEUED_AGAIN'))).toEqual([]);
    expect(await readBy(named, wordOf('sim gone'))).toEqual([undelivered('r1', 'number')]);
    expect(await readBy(named, wordOf('Seen'))).toEqual([delivered('r1')]);
    expect(await readBy(named, wordOf('failed'))).toEqual([undelivered('r1', 'absent')]);
  },
);

test('a word and its detail may have another meaning than the word alone', async () => {
  const words = { failed: 'other', 'failed NEW_CODE': 'absent' };
  const receipts = await readBy(hookOf('exotel', { words }), exotel('failed', 'NEW_CODE'));
  expect(receipts).toEqual([undelivered('e1', 'absent')]);
});

test.each([
  ['919876543210', '9876543210'],
  [919_876_543_210, '9876543210'],
  ['+91 98765-43210', '9876543210'],
  ['09876543210', '9876543210'],
  ['9876543210', '9876543210'],
  ['91987654321', undefined],
  ['4876543210', undefined],
  ['', undefined],
])('a receipt that names the number %j is of %s', async (number, mobile) => {
  const { receipts } = await hookOf('msg91').read(
    asked(JSON.stringify([{ requestId: 'r', report: [{ number, status: '1' }] }])),
  );
  expect(receipts).toEqual([{ ...delivered('r'), ...(mobile === undefined ? {} : { mobile }) }]);
});

const fault = (reason: string, notUnderstood = 1) => ({
  receipts: [],
  understood: 0,
  notUnderstood,
  reason,
});

test.each<[string, string, number?]>([
  ['no JSON', 'neither JSON nor a form'],
  ['[[[', 'neither JSON nor a form'],
  ['"text"', 'neither JSON nor a form'],
  ['7', 'neither JSON nor a form'],
  ['null', 'no reference with a status'],
  ['', 'no reference with a status'],
  ['[]', 'no reference with a status'],
  ['{"data":[]}', 'no reference with a status'],
  [`[${'{},'.repeat(300)}{}]`, 'no reference with a status'],
  ['a=b&c=d', 'no reference with a status'],
  ['<receipt id="a" status="1"/>', 'no reference with a status'],
  ['{"requestId":"a","status":"99"}', 'an unknown status'],
  [`{"requestId":"${'a'.repeat(201)}","status":"1"}`, 'a reference that cannot be stored'],
  [
    '[{"data":[{"meta":"0","description":"DELIVERED"}],"event":"delivered"}]',
    'no reference with a status',
  ],
  [`${'['.repeat(1000)}${']'.repeat(1000)}`, 'no reference with a status'],
  [`${'['.repeat(99_000)}${']'.repeat(99_000)}`, 'neither JSON nor a form'],
])('what fits no description gives no receipt, and says why: %.30s', async (body, reason) => {
  expect(await hookOf('msg91').read(asked(body))).toEqual(fault(reason));
});

test('of one call all are read, each once, and those that are not understood are counted', async () => {
  const ids = Array.from({ length: 9000 }, (_, at) => `346a-${at}`);
  const items = [...ids, ...ids].map((requestId) => ({ requestId, status: '1' }));
  const others = [{ requestId: 'b' }, 'text', null, { requestId: 'c', status: '99' }];
  const read = await hookOf('msg91').read(asked(JSON.stringify([...items, ...others])));
  expect(read.receipts).toEqual(ids.map(delivered));
  expect(read).toMatchObject({ understood: 18_000, notUnderstood: 4, reason: 'an unknown status' });
  const both = ['1', '2', '1'].map((status) => ({ requestId: 'a', status }));
  expect(await readBy(hookOf('msg91'), asked(JSON.stringify(both)))).toEqual([
    delivered('a'),
    undelivered('a', 'other'),
  ]);
});

test('each object is looked at once, however deep, so that a large call takes no longer than its size', () => {
  let looks = 0;
  const counted = (value: object) =>
    new Proxy(value, {
      ownKeys: (target) => {
        looks += 1;
        return Reflect.ownKeys(target);
      },
    });
  const nested = (depth: number): object =>
    counted(depth === 0 ? {} : { status: '1', a: [nested(depth - 1)], b: nested(depth - 1) });
  const found = findReceipts([nested(5), nested(5)], presets.msg91.receipts);
  expect(found.receipts).toEqual([]);
  expect(looks).toBe(2 * (2 ** 6 - 1));
});

const v2Reports = (status: string, desc: string, ...ids: string[]) =>
  ids.map((requestId) => ({
    senderId: 'INAAMB',
    requestId,
    report: [{ date: '2026-05-22 10:06:20', CRQID: '0', number: '919876543210', status, desc }],
    userId: '270000',
    campaignName: 'Sendhttp',
  }));
const v2 = (data: unknown) => new URLSearchParams({ data: JSON.stringify(data) }).toString();
const v4 = (event: string, description: string, meta: string) =>
  JSON.stringify([{ data: [{ meta, INMSID: '0', description, ts: 1_726_729_500 }], event }]);
const asForm = { 'content-type': form };

test.each<[string, HookRequest, unknown[]]>([
  [
    '2',
    asked(v2(v2Reports('1', 'DELIVERED', '346a', '346b')), asForm),
    ['346a', '346b'].map(delivered),
  ],
  [
    '2',
    asked(v2(v2Reports('17', 'BLOCKED NUMBER', '346a')), asForm),
    [undelivered('346a', 'blocked')],
  ],
  ['2', asked(v2(v2Reports('5', 'PENDING', '346a')), asForm), []],
  [
    '2, not encoded',
    asked(`data=${JSON.stringify(v2Reports('1', 'DELIVERED', '346a'))}`, asForm),
    [delivered('346a')],
  ],
  [
    '2 as JSON',
    asked(JSON.stringify({ data: JSON.stringify(v2Reports('1', 'DELIVERED', 'a')) })),
    [delivered('a')],
  ],
  ['4', asked(v4('delivered', 'DELIVERED', kannelId)), [delivered(kannelId)]],
  ['4', asked(v4('failed', 'FAILED', kannelId)), [undelivered(kannelId, 'other')]],
  ['4', asked(v4('failed', 'NDNC NUMBER', kannelId)), [undelivered(kannelId, 'blocked')]],
  ['New', asked('{"requestId":"a","status":"Submitted"}'), []],
  ['New', asked('{"requestId":"a","status":"Delivered","desc":""}'), [delivered('a')]],
  ['New', asked('{"requestId":"a","status":"Failed"}'), [undelivered('a', 'other')]],
  ['New', asked('{"requestId":"a","status":"Rejected"}'), [undelivered('a', 'blocked')]],
  ['New', asked('{"requestId":"a","status":"Auto Failed"}'), [undelivered('a', 'other')]],
])('version %s of MSG91’s webhook is understood', async (_, request, receipts) => {
  expect(await readBy(hookOf('msg91'), request)).toEqual(receipts);
});

const gupshupGet = (status: string, cause: string): HookRequest => ({
  ...asked(''),
  query: {
    externalId: 'a-1',
    deliveredTS: '1526347800000',
    status,
    cause,
    phoneNo: '919876543210',
  },
});

test.each<[string, string, unknown[]]>([
  ['SUCCESS', 'SUCCESS', [delivered('a-1')]],
  ['Success', '', [delivered('a-1')]],
  ['FAILURE', 'UNKNOWN_SUBSCRIBER', [undelivered('a-1', 'number')]],
  ['Failure', 'DND_FAIL', [undelivered('a-1', 'blocked')]],
  ['UNKNOWN', '', []],
])('a report of Gupshup by GET says %s, %s', async (status, cause, receipts) => {
  expect(await readBy(hookOf('gupshup'), gupshupGet(status, cause))).toEqual(receipts);
});

const multipart = (fields: Record<string, string>, boundary = 'xYz') =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')
    .concat(`--${boundary}--\r\n`);
const single = '{"requestId":"a","status":"1"}';

test.each<[string, string, string | undefined]>([
  ['JSON', single, json],
  ['a type in capitals', single, 'APPLICATION/JSON'],
  ['odd parameters', single, 'application/json;;charset; q="'],
  ['a type that is none', single, 'json'],
  ['no type', single, undefined],
  ['JSON that is called a form', single, form],
  ['a form that is called JSON', 'requestId=a&status=1', json],
  [
    'a form in capitals',
    'requestId=a&status=1',
    'APPLICATION/X-WWW-FORM-URLENCODED; CHARSET=UTF-8',
  ],
  ['a form without a type', 'status=1&requestId=%20a%0A', undefined],
  ['a byte order mark', `\uFEFF${single}`, json],
  ['a mark before a form', '\uFEFFrequestId=a&status=1', form],
  ['a mark before the JSON in a form', `data=%EF%BB%BF${encodeURIComponent(single)}`, form],
  ['blanks and lines around', `\r\n  ${single}\n`, json],
  [
    'a form of several parts',
    multipart({ requestId: 'a', status: '1' }),
    'multipart/form-data; boundary=xYz',
  ],
  ['one in capitals', multipart({ data: `[${single}]` }), 'MULTIPART/FORM-DATA; BOUNDARY="xYz"'],
  ['a list', `[${single}]`, json],
  ['a list in an object', `{"status":"success","data":[${single}]}`, json],
  ['an object in an object', `{"event":{"report":${single}},"version":3}`, json],
  ['lists in lists', `{"results":[[${single}]]}`, json],
  [
    'an envelope with an id and a status',
    `{"requestId":"batch","status":"2","data":[${single}]}`,
    json,
  ],
  ['numbers', '{"requestId":"a","status":1}', json],
  ['the name of a prototype', '{"__proto__":{"x":1},"requestId":"a","status":"1"}', json],
])('it is read by what it is: %s', async (_, body, type) => {
  const headers = type === undefined ? {} : { 'content-type': type };
  const request = {
    ...asked(body),
    header: (name: string) => new Map(Object.entries(headers)).get(name),
  };
  expect(await readBy(hookOf('msg91'), request)).toEqual([delivered('a')]);
});

const secret = { secret: { header: 'x-key', value: 'k3y' } };
const addresses = { addresses: ['10.0.0.0/8', '2001:db8::1'] };
const right = { 'x-key': 'k3y' };

test.each<[object, Record<string, string>, string, boolean]>([
  [secret, right, '10.1.2.3', true],
  [secret, { 'x-key': 'k3' }, '10.1.2.3', false],
  [secret, {}, '10.1.2.3', false],
  [addresses, {}, '10.1.2.3', true],
  [addresses, {}, '2001:db8::1', true],
  [addresses, {}, '11.0.0.1', false],
  [addresses, {}, 'not an address', false],
  [{ ...addresses, ...secret }, {}, '10.1.2.3', false],
  [{ ...addresses, ...secret }, right, '11.0.0.1', false],
  [{ ...addresses, ...secret }, right, '10.1.2.3', true],
])('with %j, a receipt with %j from %s is allowed: %s', (access, headers, address, isAllowed) => {
  expect(hookOf('msg91', access).isKnown(asked(single, headers, address))).toBe(isAllowed);
});

const ownFields = {
  reference: 'sms.id',
  status: 'state',
  detail: 'code',
  delivered: '^done(?: 0)?$',
  failed: { number: '^failed 7$', absent: '^failed$', other: '^ 5$' },
};
const ownHook = receiptHook('own', receiptsSchema.parse({}), ownFields);

test.each<[string, unknown, unknown[] | undefined]>([
  ['a detail', { sms: { id: 'a' }, state: 'failed', code: 7 }, [undelivered('a', 'number')]],
  ['no detail', { sms: { id: 'a' }, state: 'failed' }, [undelivered('a', 'absent')]],
  [
    'an empty detail',
    { sms: { id: 'a' }, state: 'failed', code: '' },
    [undelivered('a', 'absent')],
  ],
  ['the detail 0', { sms: { id: 'a' }, state: 'done', code: 0 }, [delivered('a')]],
  ['a state that is not the last', { sms: { id: 'a' }, state: 'sent' }, []],
  ['an empty status', { sms: { id: 'a' }, state: '', code: 5 }, undefined],
  ['no status', { sms: { id: 'a' }, code: 0 }, undefined],
  ['an empty reference', { sms: { id: '' }, state: 'done' }, undefined],
  ['no reference', { state: 'done' }, undefined],
  ['null beside a receipt', [null, { sms: { id: 'a' }, state: 'done' }], [delivered('a')]],
  ['text beside a receipt', ['done', { sms: { id: 'a' }, state: 'done' }], [delivered('a')]],
  ['two receipts', [1, 2].map((id) => ({ sms: { id }, state: 'done' })), ['1', '2'].map(delivered)],
  ['none at all', [], undefined],
])('%s', async (_, json, receipts) => {
  expect(await readBy(ownHook, asked(JSON.stringify(json)))).toEqual(receipts);
});

test('status and detail are compared up to 200 characters together', async () => {
  const hook = receiptHook('own', receiptsSchema.parse({}), {
    ...ownFields,
    delivered: `^s ${'d'.repeat(198)}$`,
  });
  const receipt = (length: number) =>
    readBy(hook, asked(JSON.stringify({ sms: { id: 'a' }, state: 's', code: 'd'.repeat(length) })));
  expect(await receipt(197)).toEqual([]);
  expect(await receipt(198)).toEqual([delivered('a')]);
  expect(await receipt(1000)).toEqual([delivered('a')]);
});
