import { expect, test } from 'vitest';
import { outgoingSms as sms } from '@inaam/testing/server/delivery/outgoing-sms.ts';
import { fillerOf } from '../paths/placeholders.ts';
import { fillRequest } from './http-provider.ts';
import { httpGatewaySchema } from './gateway-schema.ts';

const values = {
  values: { account: 'in aam' },
  secrets: { KEY: 'k3y' },
  templates: { [sms.template.templateId]: 'tea-3' },
};
const requestOf = (more: object) => {
  const answer = { rules: [{ is: 'accepted' }] };
  const gateway = { address: 'https://sms.example/send', answer, ...more };
  return fillRequest(httpGatewaySchema.parse(gateway), fillerOf(sms, values));
};

test('[OTP-5] the address is encoded, and so is the query', () => {
  const address = 'https://sms.example/of/{value.account}/send?a=1';
  const query = { to: '91{mobile}', ref: '{reference}', no: '{variable.validUntil}' };
  expect(requestOf({ address, query, method: 'GET' })).toStrictEqual({
    url: `https://sms.example/of/in%20aam/send?a=1&to=919876543210&ref=${sms.id}`,
    method: 'GET',
    headers: {},
    body: undefined,
  });
});

test('an address with a place that has nothing in it stays as it is', () => {
  const { url } = requestOf({ address: 'https://sms.example/{value.none}' });
  expect(url).toBe('https://sms.example/%7Bvalue.none%7D');
});

test.each([
  [{ form: { msg: 'a b', no: '{value.none}' } }, 'msg=a+b', 'application/x-www-form-urlencoded'],
  [{ json: { a: '{mobile}' } }, '{"a":"9876543210"}', 'application/json'],
  [{ text: 'to {mobile}' }, 'to 9876543210', 'text/plain; charset=utf-8'],
  [{ text: '' }, '', 'text/plain; charset=utf-8'],
])('[OTP-5] %j is sent as %j', (more, body, type) => {
  expect(requestOf(more)).toMatchObject({ body, headers: { 'content-type': type } });
});

test('a content type of the file is kept, and a header that has nothing in it is left out', () => {
  const headers = { 'content-type': 'text/xml', key: '{secret.KEY}', no: '{secret.NONE}' };
  expect(requestOf({ headers, text: '<a/>' }).headers).toStrictEqual({
    'content-type': 'text/xml',
    key: 'k3y',
  });
});

test('Basic authentication is sent, with nothing for what is missing', () => {
  const basic = (user: string, password: string) =>
    requestOf({ basic: { user, password } }).headers['authorization'];
  expect(basic('{value.account}', '{secret.KEY}')).toBe(`Basic ${btoa('in aam:k3y')}`);
  expect(basic('{value.none}', '{secret.NONE}')).toBe(`Basic ${btoa(':')}`);
});

test('[OTP-5] JSON keeps its shape, and its texts stay one string each', () => {
  const json = {
    list: ['{mobile}', '{variable.none}', 7, null, true, ['{value.account}']],
    inner: { text: '{text}', no: '{variable.none}', zero: 0 },
    no: '{variable.none}',
  };
  expect(JSON.parse(requestOf({ json }).body ?? '')).toEqual({
    list: ['9876543210', 7, null, true, ['in aam']],
    inner: { text: sms.text, zero: 0 },
  });
});
