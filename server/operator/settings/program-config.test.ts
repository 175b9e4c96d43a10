import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  ConfigError,
  readDeliverConfig,
  readDrawConfig,
  readMigrateConfig,
  readServeConfig,
} from './program-config.ts';
import type { environments } from './environments.ts';
import { smsVariables } from './variables.ts';
import { sendBudget } from '../../sms/send-budget.rules.ts';
import { addresses, ipDatabaseFile } from '@inaam/testing/server/ip-database.ts';

const secret = () => randomBytes(32).toString('base64');
const complete = {
  CAMPAIGN: 'biscuit-2025',
  DATABASE_URL: 'postgres://db.example/inaam?sslmode=verify-full',
  PUBLIC_ORIGIN: 'https://win.example',
  IDENTITY_SECRET: secret(),
  INDEX_SECRET: secret(),
  CODE_SECRET: secret(),
  DRAW_TOKEN: secret(),
  PSEUDONYM_SECRET: secret(),
  SEAL_KEYS: `2:${secret()},1:${secret()}`,
};
const forDelivery = {
  ...complete,
  SMS_PROVIDER: 'mailbox',
  VOUCHER_SEAL_KEYS: `1:${secret()}`,
};

type Read = (env: Record<string, string>) => unknown;

function problemsOf(env: Record<string, string>, read: Read = readServeConfig): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('the rupees of codes are read, and wrong ones are named', () => {
  expect(readServeConfig(complete).budget).toEqual(sendBudget);
  const set = { SMS_PRICE_PAISE: '12', SMS_RUPEES_PER_MINUTE: '3', SMS_RUPEES_PER_DAY: '40000' };
  expect(readServeConfig({ ...complete, ...set }).budget).toMatchObject({
    smsPaise: 12,
    rupees: { minute: 3, hour: 20_000, day: 40_000 },
  });
  expect(problemsOf({ ...complete, SMS_PRICE_PAISE: '0', SMS_RUPEES_PER_HOUR: '-1' })).toEqual([
    'SMS_PRICE_PAISE must be a whole number from 1 to 1000.',
    'SMS_RUPEES_PER_HOUR must be a whole number from 1 to 999999.',
  ]);
  expect(
    problemsOf({
      ...complete,
      SMS_PRICE_PAISE: '25',
      SMS_RUPEES_PER_MINUTE: '6',
      SMS_RUPEES_PER_HOUR: '5',
      SMS_RUPEES_PER_DAY: '4',
    }),
  ).toEqual([
    'SMS_RUPEES_PER_MINUTE must pay for 25 codes or more at SMS_PRICE_PAISE.',
    'SMS_RUPEES_PER_HOUR must not be less than SMS_RUPEES_PER_MINUTE.',
    'SMS_RUPEES_PER_DAY must not be less than SMS_RUPEES_PER_HOUR.',
  ]);
});

test('a complete environment is read, with its defaults', () => {
  const config = readServeConfig(complete);
  expect(config).toMatchObject({
    campaign: 'biscuit-2025',
    host: '0.0.0.0',
    port: 3000,
    answerEncoding: 'object',
    metricsHost: '127.0.0.1',
    metricsPort: 9464,
    trustedProxies: [],
  });
  expect(config.ipDatabase).toBeUndefined();
  expect(config.secrets.seal.map(({ id }) => id)).toEqual([2, 1]);
});

test.each<[keyof typeof environments, Read, string[]]>([
  ['serve', readServeConfig, Object.keys(complete)],
  [
    'deliver',
    readDeliverConfig,
    [
      'DATABASE_URL',
      'CAMPAIGN',
      'PUBLIC_ORIGIN',
      'INDEX_SECRET',
      'SEAL_KEYS',
      'VOUCHER_SEAL_KEYS',
      'SMS_PROVIDER',
    ],
  ],
  [
    'draw',
    readDrawConfig,
    ['DATABASE_URL', 'CAMPAIGN', 'DRAW_TOKEN', 'DRAW_PART_ONE', 'DRAW_PART_TWO', 'DRAW_HEAD_FILE'],
  ],
  ['migrate', readMigrateConfig, ['DATABASE_URL', 'CAMPAIGN']],
])('%s lists exactly the missing variables', (_, read, names) => {
  const problems = problemsOf({ DATABASE_URL: '', UNRELATED: 'x' }, read);
  expect(problems.map((problem) => problem.replace(/ is missing\. .*/, '')).toSorted()).toEqual(
    names.toSorted(),
  );
});

test('the delivery has no key that could forge a session or a draw', () => {
  expect(Object.keys(readDeliverConfig(forDelivery).secrets).toSorted()).toEqual([
    'index',
    'rings',
    'seal',
    'voucherSeal',
  ]);
});

test.each<[string, Read, Record<string, string>]>([
  ['serve', readServeConfig, complete],
  ['deliver', readDeliverConfig, forDelivery],
])("[CAM-3] %s does not start with the draw's secret in its environment", (_, read, env) => {
  for (const name of ['DRAW_PART_ONE', 'DRAW_PART_TWO']) {
    expect(problemsOf({ ...env, [name]: secret() }, read)).toEqual([
      `${name} must not be here: only the program \`draw\` may have it. Remove it from this environment.`,
    ]);
  }
});

test.each([
  'http://127.0.0.1:9466',
  'http://localhost:9466',
  'http://[::1]:9466',
  'https://draw.example',
])('%s is a draw on this machine, or behind TLS', (DRAW_URL) => {
  expect(readServeConfig({ ...complete, DRAW_URL }).draw.origin).toBe(DRAW_URL);
});

test('without an address, the draw is on this machine, at its own port', () => {
  const originOf = (others: object) => readServeConfig({ ...complete, ...others }).draw.origin;
  expect(originOf({})).toBe('http://127.0.0.1:9466');
  expect(originOf({ DRAW_PORT: '9500' })).toBe('http://127.0.0.1:9500');
  expect(originOf({ DRAW_PORT: '9500', DRAW_URL: 'https://draw.example' })).toBe(
    'https://draw.example',
  );
});

test.each(['http://draw.example', 'http://10.0.0.7:9466', 'https://draw.example/x', 'draw', ''])(
  '[CAM-3] %j is no draw whose answers could be believed',
  (DRAW_URL) => {
    // An empty variable counts as missing, and the default is on this machine.
    const problems = DRAW_URL === '' ? [] : [expect.stringMatching(/^DRAW_URL must be an origin/)];
    expect(problemsOf({ ...complete, DRAW_URL })).toEqual(problems);
  },
);

const forDraw = {
  CAMPAIGN: 'biscuit-2025',
  DATABASE_URL: complete.DATABASE_URL,
  DRAW_TOKEN: complete.DRAW_TOKEN,
  DRAW_PART_ONE: secret(),
  DRAW_PART_TWO: secret(),
  DRAW_HEAD_FILE: '/var/lib/inaam/head.json',
};

test.each([
  ['short', randomBytes(31).toString('base64'), /must be base64 of 32 bytes/],
  ['long', randomBytes(33).toString('base64'), /must be 32 bytes/],
  ['not random', Buffer.alloc(32, 7).toString('base64'), /is not random/],
  ['the other one', forDraw.DRAW_PART_ONE, /is the same as DRAW_PART_ONE|must be another one/],
])('[CAM-3] a part of the secret that is %s is refused, and not shown', (_, part, sentence) => {
  const problems = problemsOf({ ...forDraw, DRAW_PART_TWO: part }, readDrawConfig);
  expect(problems.length).toBeGreaterThan(0);
  for (const problem of problems) {
    expect(problem).toMatch(/^DRAW_PART_TWO /);
    expect(problem).toMatch(sentence);
    expect(problem).not.toContain(part);
  }
  expect(problemsOf(forDraw, readDrawConfig)).toEqual([]);
});

test('the site has no key that opens a voucher code', () => {
  const withRing = { ...complete, VOUCHER_SEAL_KEYS: `1:${secret()}` };
  expect(Object.keys(readServeConfig(withRing).secrets)).not.toContain('voucherSeal');
});

test.each([
  'postgres://localhost/inaam',
  'postgres://127.0.0.1:5433/inaam',
  'postgres://[::1]/inaam',
  'postgres:///inaam?host=/var/run/postgresql',
  'postgres://inaam@localhost/inaam?host=%2Ftmp%2Fsocket',
  'postgres://db.example/inaam?sslmode=verify-full&sslrootcert=/etc/ca.pem',
])('%s is a database on this machine, or behind verified TLS', (url) => {
  expect(problemsOf({ ...complete, DATABASE_URL: url })).toEqual([]);
});

test.each([
  'postgres://db.example/inaam',
  'postgres://localhost/inaam?host=db.example',
  'postgres://localhost.example/inaam',
  'postgres://db.example/inaam?sslmode=disable',
  'postgres://db.example/inaam?sslmode=no-verify',
  'postgres://db.example/inaam?sslmode=require',
  'postgres://db.example/inaam?sslmode=verify-full&sslmode=disable',
  'postgres://localhost/inaam?host=localhost&host=db.example',
])('%s is refused: what travels to the database could be read', (url) => {
  expect(problemsOf({ ...complete, DATABASE_URL: url })).toEqual([
    expect.stringMatching(
      /^DATABASE_URL must use TLS with a verified certificate.*sslmode=verify-full/,
    ),
  ]);
});

test.each([
  ['DATABASE_URL', 'mysql://db'],
  ['DATABASE_URL', 'postgres://us er:@:x/'],
  ['DATABASE_CONNECTIONS', '3'],
  ['PUBLIC_ORIGIN', 'shop.test'],
  ['PUBLIC_ORIGIN', 'https://shop.test/path'],
  ['PUBLIC_ORIGIN', 'https://user@shop.test'],
  ['PUBLIC_ORIGIN', 'http://shop.test'],
  ['PUBLIC_ORIGIN', 'http://192.168.1.7:3000'],
  ['PORT', '70000'],
  ['PORT', '3000x'],
  ['METRICS_PORT', '-1'],
  ['STOP_SECONDS', '999'],
  ['DRAIN_SECONDS', '1e1'],
  ['ANSWER_ENCODING', 'xml'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.7:443'],
  ['TRUSTED_PROXIES', '::1/129'],
  ['IP_DATABASE', '/nowhere/places.mmdb'],
  ['IP_DATABASE', import.meta.filename],
  ['INDEX_SECRET', 'c2hvcnQ='],
  ['INDEX_SECRET', Buffer.alloc(32).toString('base64')],
  ['INDEX_SECRET', Buffer.alloc(48, 'secret').toString('base64')],
  ['INDEX_SECRET', `correct horse battery staple, ${'and so on and on '.repeat(4)}`],
  ['SEAL_KEYS', 'no-id'],
  ['SEAL_KEYS', `1:${secret()},1:${secret()}`],
  ['SEAL_KEYS', `256:${secret()}`],
  ['SEAL_KEYS', `:${secret()}`],
  ['SEAL_KEYS', `1:${Buffer.alloc(32).toString('base64')}`],
])('%s=%s is refused by name, without its value', (name, value) => {
  const problems = problemsOf({ ...complete, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} `));
  expect(problems[0]).not.toContain(value);
});

test.each(['IDENTITY_SECRET', 'CODE_SECRET', 'DRAW_TOKEN', 'PSEUDONYM_SECRET', 'SEAL_KEYS'])(
  '%s may not be what INDEX_SECRET is, in whatever spelling',
  (name) => {
    const same = complete.INDEX_SECRET.replace(/=+$/, '');
    const problems = problemsOf({ ...complete, [name]: name === 'SEAL_KEYS' ? `7:${same}` : same });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/INDEX_SECRET|SEAL_KEYS/);
    expect(problems[0]).toContain('is the same as');
    expect(problems[0]).not.toContain(same);
  },
);

test('one seal key under two ids is refused', () => {
  const key = secret();
  expect(problemsOf({ ...complete, SEAL_KEYS: `1:${key},2:${key}` })).toEqual([
    'SEAL_KEYS holds the same key twice. Give each id a different key.',
  ]);
});

test('[GAM-3] reading the environment opens the IP database', () => {
  const { ipDatabase: lookUpIp } = readServeConfig({ ...complete, IP_DATABASE: ipDatabaseFile });
  expect(lookUpIp?.(addresses.india)).toEqual({ country: 'India', countryCode: 'IN' });
});

test('[GAM-3] a file that is no IP database is listed with all other problems, with the remedy', () => {
  const problems = problemsOf({ ...complete, IP_DATABASE: import.meta.filename, PORT: 'x' });
  expect(problems).toHaveLength(2);
  expect(problems).toContain(
    'IP_DATABASE names a file that is not a complete IP database. Write the path of an IP database in the MaxMind DB format (.mmdb), or leave it out: visits are then stored without a location.',
  );
});

test('equal secrets are listed with all other problems', () => {
  const env = { ...complete, DRAW_TOKEN: complete.CODE_SECRET, PORT: 'x', PUBLIC_ORIGIN: '' };
  const names = problemsOf(env).map((problem) => problem.split(' ')[0]);
  expect(new Set(names)).toEqual(new Set(['DRAW_TOKEN', 'PORT', 'PUBLIC_ORIGIN']));
});

test.each<[string, Read, object]>([
  ['HOST', readServeConfig, { host: '::1' }],
  ['METRICS_HOST', readServeConfig, { metricsHost: '::1' }],
])('%s takes IPv6 in brackets, and Node gets it without', (name, readConfig, config) => {
  for (const host of ['::1', '[::1]']) {
    expect(readConfig({ ...complete, ...forDelivery, [name]: host })).toMatchObject(config);
  }
});

test('TRUSTED_PROXIES takes addresses and ranges of both kinds, in any spelling', () => {
  const trusted = '10.0.0.0/8, ::1, [2001:db8::]/32, ::ffff:192.0.2.7';
  expect(readServeConfig({ ...complete, TRUSTED_PROXIES: trusted }).trustedProxies).toHaveLength(4);
});

test.each([
  ['::1', ['::1']],
  ['[::1]', ['::1']],
  ['2001:0DB8:0:0::0005, sms.example', ['2001:db8::5', 'sms.example']],
  ['[2001:db8::5],SMS.example,10.0.0.5', ['2001:db8::5', 'sms.example', '10.0.0.5']],
])('SMS_HOSTS takes %s', (hosts, taken) => {
  expect(smsVariables.SMS_HOSTS.parse(hosts)).toEqual(taken);
});

test.each([
  '[::1]:2775',
  'sms.example:2775',
  '::1%lo',
  '[::1',
  'https://sms.example',
  'a b',
  '::g',
])('SMS_HOSTS does not take %s', (host) => {
  const paths = { SMS_PROVIDER: 'mailbox', SMS_HOSTS: host };
  expect(problemsOf({ ...forDelivery, ...paths }, readDeliverConfig)).toEqual([
    'SMS_HOSTS must be host names or addresses without a port, separated by commas.',
  ]);
});

test.each(['', 'twilio'])('the SMS provider must be named, and %j is none', (name) => {
  const [problem, ...more] = problemsOf({ ...forDelivery, SMS_PROVIDER: name }, readDeliverConfig);
  expect(more).toEqual([]);
  expect(problem).toMatch(/^SMS_PROVIDER .*nothing is sent to real phones/);
});
