import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressMatcher } from '../platform/addresses.ts';
import { receiptHook } from '../sms/receipts/receipt-hook.ts';
import { addClientAddress } from './client-address.ts';
import { handleOtherErrors } from './responses.ts';
import { receiveSmsReceipts } from './sms-receipts.ts';

let app: FastifyInstance;
let isDown = false;
const stored: [string, unknown][] = [];
const faults: unknown[] = [];

beforeEach(async () => {
  stored.length = 0;
  faults.length = 0;
  isDown = false;
  app = fastify();
  handleOtherErrors(app);
  addClientAddress(app, addressMatcher(['10.0.0.0/8']), undefined);
  const fields = { reference: 'id', status: 'status', delivered: '^ok$', failed: {} };
  const secret = { header: 'x-key', value: 'k3y' };
  await receiveSmsReceipts(app, {
    hooks: [
      receiptHook('main', { addresses: [], secret }, fields),
      receiptHook('near', { addresses: ['203.0.113.0/24', '2001:db8::5'] }, fields),
    ],
    store: (path, receipts) => {
      if (isDown) return Promise.reject(new Error('to 9876543210'));
      stored.push([path, receipts]);
      return Promise.resolve();
    },
    noteFault: (...fault) => {
      faults.push(fault);
      return Promise.resolve();
    },
  });
});
afterEach(() => app.close());

const json = '{"id":"a","status":"ok","to":"9876543210"}';

async function send(request: object) {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/sms/receipts/main',
    headers: { 'x-key': 'k3y', 'content-type': 'application/json' },
    ...request,
  });
  expect(body).not.toContain('9876543210');
  return statusCode;
}

test('[CAM-6] a receipt is stored as its path’s, as JSON, form or address', async () => {
  const form = { 'x-key': 'k3y', 'content-type': 'application/x-www-form-urlencoded' };
  const url = '/sms/receipts/main?id=a&status=ok';
  expect(await send({ payload: json })).toBe(204);
  expect(await send({ headers: form, payload: 'id=a&status=ok' })).toBe(204);
  expect(await send({ method: 'GET', url, headers: { 'x-key': 'k3y' } })).toBe(204);
  const receipts = [{ reference: 'a', outcome: 'delivered' }];
  expect(stored).toEqual([
    ['main', receipts],
    ['main', receipts],
    ['main', receipts],
  ]);
});

const own = { 'x-key': 'k3y' };

test.each<[string, object]>([
  ['a type in capitals', { headers: { ...own, 'content-type': 'APPLICATION/JSON' } }],
  ['a type that is none', { headers: { ...own, 'content-type': 'json' } }],
  ['an empty type', { headers: { ...own, 'content-type': '' } }],
  ['two types', { headers: { ...own, 'content-type': 'application/json, text/plain' } }],
  ['no type', { headers: own }],
  ['a byte order mark', { payload: `\uFEFF${json}` }],
  ['a list in an object', { payload: `{"data":[${json},${json}]}` }],
  ['two hundred that are equal', { payload: `[${Array(200).fill(json).join(',')}]` }],
])('[CAM-6] a receipt with %s is stored once', async (_, request) => {
  expect(await send({ payload: json, ...request })).toBe(204);
  expect(stored).toEqual([['main', [{ reference: 'a', outcome: 'delivered' }]]]);
  expect(faults).toEqual([]);
});

test('[CAM-6] one call has up to 1 MB of receipts, and what is longer is refused', async () => {
  const padded = (bytes: number) => `[${json}${' '.repeat(bytes - json.length - 2)}]`;
  expect(await send({ payload: padded(1_048_576) })).toBe(204);
  expect(stored).toHaveLength(1);
  expect(await send({ payload: padded(1_048_577) })).toBe(413);
  // Reject unauthorized requests before reading the body.
  expect(await send({ headers: {}, payload: padded(1_048_576) })).toBe(401);
  expect(stored).toHaveLength(1);
});

test('[CAM-6] what is not understood is counted by its path with the reason, and the rest is stored', async () => {
  const others = '{"id":"b"},{"number":"919876543210"}';
  expect(await send({ payload: `[${json},${others}]` })).toBe(204);
  expect(stored).toEqual([['main', [{ reference: 'a', outcome: 'delivered' }]]]);
  expect(await send({ payload: `[${others}]` })).toBe(400);
  expect(await send({ method: 'GET', payload: undefined })).toBe(400);
  expect(stored).toHaveLength(1);
  expect(faults).toEqual([
    ['main', 2, 'no reference with a status'],
    ['main', 1, 'no reference with a status'],
    ['main', 1, 'no reference with a status'],
  ]);
});

test.each<[string, object, number]>([
  ['without the secret', { headers: { 'content-type': 'application/json' }, payload: json }, 401],
  ['with another', { headers: { 'x-key': 'k', 'content-type': 'text/plain' }, payload: json }, 401],
  ['that is not understood', { payload: '{"id":' }, 400],
  ['of a path that has none', { url: '/sms/receipts/other', payload: json }, 404],
  ['by another method', { method: 'PUT', payload: json }, 404],
])('a receipt %s is refused, and nothing is stored', async (_, request, status) => {
  expect(await send(request)).toBe(status);
  expect(stored).toEqual([]);
});

test.each([
  ['203.0.113.5:51008', 204],
  ['198.51.100.7, "[::ffff:cb00:7105]:443"', 204],
  ['[2001:DB8:0::5]:443', 204],
  ['203.0.113.5, 198.51.100.7', 401],
  ['203.0.113.5, unknown', 401],
  ['2001:db8::6', 401],
])('a receipt that a trusted proxy forwards from %s is answered %i', async (forwarded, status) => {
  const url = '/sms/receipts/near';
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
  expect(await send({ url, headers, payload: json, remoteAddress: '10.0.0.7' })).toBe(status);
});

test('a receipt that could not be stored is not confirmed, so that it comes again', async () => {
  isDown = true;
  expect(await send({ payload: json })).toBe(500);
});
