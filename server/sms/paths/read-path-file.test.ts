import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { presetNames, presets } from '../presets/presets.ts';
import { readPathFile, readReceiptHooks } from './read-path-file.ts';
import { isPrivateHost } from './path-problems.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const folder = await folderOfFile();

const variables = { SMS_SECRET_KEY: 'k3y-of-the-account', DATABASE_URL: 'postgres://secret' };

function read(content: unknown, hosts = ['sms.example'], more = {}) {
  const file = path.join(folder, 'paths.json');
  const isWritten = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(file, isWritten ? content : JSON.stringify(content));
  return readPathFile(file, { ...variables, ...more }, hosts);
}

const http = {
  address: 'https://sms.example/send',
  headers: { key: '{secret.KEY}' },
  json: { to: '{mobile}', text: '{text}' },
  answer: { rules: [{ is: 'accepted', status: '200' }] },
};
const one = (more: object) => ({ paths: [{ name: 'main', ...more }] });

const text = JSON.stringify(one({ http }));
test.each<[string, string | Uint8Array]>([
  ['alone', text],
  ['after a byte order mark', `\uFEFF${text}`],
  ['in UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('a complete file is read: JSON %s', (_, content) => {
  const { paths, problems } = read(content);
  expect(problems).toEqual([]);
  expect(paths).toMatchObject([{ name: 'main', sends: ['codes', 'vouchers'], inFlight: 64 }]);
});

test.each(['https://[2001:DB8:0::5]:8443/send', 'https://SMS.example/send'])(
  'a listed host may be spelled otherwise in the file: %s',
  (address) => {
    const spelled = one({ http: { ...http, address } });
    expect(read(spelled, ['sms.example', '2001:db8::5']).problems).toEqual([]);
    expect(read(spelled, ['2001:db8::6']).problems).toHaveLength(1);
  },
);

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{"paths": [', /a file that is not JSON/],
  ['no path', { paths: [] }, /paths: must list one path or more/],
  ['an unknown field', one({ http, hurry: true }), /paths\.0: does not know hurry/],
  ['two ways at once', one({ http, preset: 'msg91' }), /must have one of preset and http/],
  ['no way', one({}), /must have one of preset and http/],
  [
    'two paths of one name',
    { paths: [one({ http }).paths[0], one({ http }).paths[0]] },
    /two paths named main/,
  ],
  ['nobody for codes', one({ http, sends: ['vouchers'] }), /no path that sends codes/],
  [
    'a host that is not listed',
    one({ http: { ...http, address: 'https://other.example/' } }),
    /SMS_HOSTS does not list other\.example/,
  ],
  ['plain HTTP', one({ http: { ...http, address: 'http://sms.example/' } }), /must be https/],
  ['another protocol', one({ http: { ...http, address: 'file:///etc/passwd' } }), /must be https/],
  [
    'a user in the address',
    one({ http: { ...http, address: 'https://a:b@sms.example/' } }),
    /neither a user/,
  ],
  [
    'a host with a place',
    one({ http: { ...http, address: 'https://{headerId}.example/' } }),
    /not one|nor a place/,
  ],
  [
    'a number in the address',
    one({ http: { ...http, address: 'https://sms.example/{mobile}' } }),
    /\{mobile\} must not be in the address/,
  ],
  [
    'a secret in the address',
    one({ http: { ...http, address: 'https://sms.example/{secret.KEY}' } }),
    /secret must not be in the address/,
  ],
  [
    'a number in the query',
    one({ http: { ...http, query: { to: '91{mobile}' } } }),
    /\{mobile\} must not be in the query/,
  ],
  [
    'a secret in the query',
    one({ http: { ...http, query: { key: '{secret.KEY}' } } }),
    /\{secret\.KEY\} must not be in the query/,
  ],
  [
    'a secret that is missing',
    one({ http: { ...http, headers: { key: '{secret.OTHER}' } } }),
    /SMS_SECRET_OTHER is missing/,
  ],
  [
    'another variable as a secret',
    one({ http: { ...http, headers: { key: '{secret.DATABASE_URL}' } } }),
    /SMS_SECRET_DATABASE_URL is missing/,
  ],
  [
    'a token in the file',
    one({ http: { ...http, headers: { Authorization: 'Bearer k3y-of-the-account' } } }),
    /must be \{secret\.NAME\}/,
  ],
  [
    'a password of HTTP Basic in the file',
    one({ http: { ...http, basic: { user: 'inaam', password: 'k3y-of-the-account' } } }),
    /must be \{secret\.NAME\}/,
  ],
  [
    'a name with capitals',
    { paths: [{ name: 'Main', http }] },
    /name: must be small letters, digits and hyphens/,
  ],
  [
    'a value that is missing',
    one({ http: { ...http, json: { a: ['{value.account}'] } } }),
    /values have no account/,
  ],
  [
    'an unknown place',
    one({ http: { ...http, json: { a: '{number}' } } }),
    /\{number\} is not a known placeholder/,
  ],
  [
    'an alphabet without its names',
    one({ http: { ...http, json: { to: '{mobile}', kind: '{encoding}' } } }),
    /\{encoding\} needs encoding/,
  ],
  [
    'categories without their names',
    one({ http: { ...http, json: { to: '{mobile}', kind: '{category}' } } }),
    /\{category\} needs categories/,
  ],
  [
    'no regular expression',
    one({ http: { ...http, answer: { rules: [{ is: 'accepted', text: '(' }] } } }),
    /must be a regular expression/,
  ],
  ['no rule', one({ http: { ...http, answer: { rules: [] } } }), /which answer means/],
  ['receipts of anybody', one({ preset: 'msg91', receipts: {} }), /believed from anybody/],
  [
    'receipts without fields',
    one({ http, receipts: { addresses: ['10.0.0.1'] } }),
    /receipts have no fields/,
  ],
  [
    'a secret of receipts in the file',
    one({ preset: 'msg91', receipts: { secret: { header: 'x-key', value: 'k3y' } } }),
    /receipts must name their secret/,
  ],
  [
    'a secret of receipts that is missing',
    one({ preset: 'msg91', receipts: { secret: { header: 'x-key', value: '{secret.NO}' } } }),
    /receipts need SMS_SECRET_NO, which is missing/,
  ],
  ['two bodies', one({ http: { ...http, form: { a: 'b' } } }), /one body/],
  ['a body of GET', one({ http: { ...http, method: 'GET' } }), /POST or PUT/],
])('%s is refused, and no value is repeated', (_, content, problem) => {
  const { problems } = read(content);
  expect(problems).toContainEqual(expect.stringMatching(problem));
  expect(problems.join()).not.toContain('k3y');
  for (const each of problems) expect(each).toMatch(/^SMS_/);
});

test('a secret may be in any part of what authorizes', () => {
  const basic = { user: '{secret.KEY}', password: '' };
  const headers = { authorization: 'Bearer {secret.KEY}' };
  expect(read(one({ http: { ...http, basic } })).problems).toEqual([]);
  expect(read(one({ http: { ...http, headers } })).problems).toEqual([]);
});

test('a number and a secret are in the query only where the file allows it', () => {
  const query = { to: '91{mobile}', text: '{text}', key: '{secret.KEY}', ref: '{reference}' };
  expect(read(one({ http: { ...http, query }, allowPrivateQuery: true })).problems).toEqual([]);
  expect(read(one({ http: { ...http, query: { ref: '{reference}' } } })).problems).toEqual([]);
});

test('`serve`, too, refuses two paths of one name', () => {
  const receipts = { addresses: ['10.0.0.1'] };
  const file = path.join(folder, 'twice.json');
  const msg91 = { name: 'main', preset: 'msg91', receipts };
  writeFileSync(file, JSON.stringify({ paths: [msg91, msg91] }));
  expect(readReceiptHooks(file, {})).toEqual({
    hooks: [],
    problems: [expect.stringMatching(/must not have two paths named main/)],
  });
});

test('a file that is missing, and verification that is turned off, are refused', () => {
  expect(readPathFile(path.join(folder, 'none.json'), {}, []).problems).toEqual([
    expect.stringMatching(/cannot be read \(ENOENT\)/),
  ]);
  expect(read(one({ http }), undefined, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }).problems).toEqual([
    expect.stringMatching(/NODE_TLS_REJECT_UNAUTHORIZED must not be 0/),
  ]);
});

test.each(presetNames)('the preset %s is complete with its values and secrets', (name) => {
  const { gateway, documents, readOn } = presets[name];
  const places = JSON.stringify(gateway).matchAll(/\{(value|secret)\.(\w+)\}/g);
  const given = { value: new Map<string, string>(), secret: new Map<string, string>() };
  for (const [, kind, key = ''] of places) {
    if (kind === 'value') given.value.set(key, key === 'address' ? 'https://sms.example/s' : 'v');
    else given.secret.set(`SMS_SECRET_${key}`, 'k3y');
  }
  const hosts = [
    'control.msg91.com',
    'enterprise.smsgupshup.com',
    'api.in.exotel.com',
    'sms.example',
  ];
  const values = Object.fromEntries(given.value);
  expect(
    read(one({ preset: name, values }), hosts, Object.fromEntries(given.secret)),
  ).toMatchObject({ problems: [], paths: [{ name: 'main' }] });
  expect(documents.length).toBeGreaterThan(0);
  expect(readOn).toMatch(/^2026-/);
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['126.255.255.255', false],
  ['10.255.255.255', true],
  ['172.15.255.255', false],
  ['172.31.255.255', true],
  ['172.32.0.0', false],
  ['192.168.0.0', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['[::1]', true],
  ['[::ffff:7f00:1]', true],
  ['[::ffff:808:808]', false],
  ['[::1', false],
  ['fc[00::1]', false],
  ['::2', false],
  ['fc00::1', true],
  ['fdff::1', true],
  ['fe00::1', false],
  ['sms.example', false],
  ['localhost.example', false],
  ['', false],
])('%s is near: %s', (host, near) => {
  expect(isPrivateHost(host)).toBe(near);
});
