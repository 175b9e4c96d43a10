import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConsoleConfig } from './console-config.ts';

const secret = () => randomBytes(32).toString('base64');
const complete = {
  CAMPAIGN: 'biscuit-2025',
  DATABASE_URL: 'postgres://db.example/inaam?sslmode=verify-full',
  CONSOLE_ORIGIN: 'https://console.win.example',
  INDEX_SECRET: secret(),
  SEAL_KEYS: `1:${secret()}`,
  VOUCHER_PUBLIC_KEY: `1:${secret()}`,
};

test('the console listens on this machine alone without other settings', () => {
  expect(readConsoleConfig(complete)).toMatchObject({
    campaign: 'biscuit-2025',
    consoleHost: '127.0.0.1',
    consolePort: 8090,
    consoleOrigin: 'https://console.win.example',
    trustedProxies: [],
    stopSeconds: 7,
  });
});

test('everything that the console lacks is named at once', () => {
  const names = [
    'CAMPAIGN',
    'DATABASE_URL',
    'CONSOLE_ORIGIN',
    'INDEX_SECRET',
    'SEAL_KEYS',
    'VOUCHER_PUBLIC_KEY',
  ];
  for (const name of names) expect(() => readConsoleConfig({})).toThrow(`${name} is missing`);
});

test.each([
  'https://console.win.example',
  'https://console.win.example:8443',
  'http://localhost:8090',
])('the console can be opened at %s', (CONSOLE_ORIGIN) => {
  expect(readConsoleConfig({ ...complete, CONSOLE_ORIGIN }).consoleOrigin).toBe(CONSOLE_ORIGIN);
});

test.each([
  'http://console.win.example',
  'http://127.0.0.1:8090',
  'https://console.win.example/',
  'https://console.win.example/people',
  'https://user@console.win.example',
  'https://10.0.0.5',
  'https://[fd00::5]:8443',
  'ftp://localhost',
  'console.win.example',
])('a browser would offer no passkey at %s', (CONSOLE_ORIGIN) => {
  expect(() => readConsoleConfig({ ...complete, CONSOLE_ORIGIN })).toThrow(
    'CONSOLE_ORIGIN must be an origin such as',
  );
});

const provider = {
  CONSOLE_OIDC_ISSUER: 'https://login.tea.example/tenant',
  CONSOLE_OIDC_CLIENT_ID: 'inaam-console',
  CONSOLE_OIDC_CLIENT_SECRET: 'of-the-console-alone',
};

test('single sign-on is off without a provider, and on with one', () => {
  expect(readConsoleConfig(complete)).toMatchObject({ oidc: undefined, consolePasskeys: 'yes' });
  expect(readConsoleConfig({ ...complete, ...provider, CONSOLE_PASSKEYS: 'no' })).toMatchObject({
    oidc: {
      issuer: 'https://login.tea.example/tenant',
      clientId: 'inaam-console',
      clientSecret: 'of-the-console-alone',
      name: 'your company',
      maxAgeSeconds: 1800,
    },
    consolePasskeys: 'no',
  });
});

test.each([
  ['http://login.tea.example', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['http://10.0.0.5', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['http://localhost.tea.example', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['https://login.tea.example?tenant=1', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['https://asha@login.tea.example', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['login.tea.example', 'CONSOLE_OIDC_ISSUER must be the issuer'],
  ['', 'CONSOLE_OIDC_ISSUER is missing'],
])('an issuer such as %s is refused', (CONSOLE_OIDC_ISSUER, problem) => {
  const variables = { ...complete, ...provider, CONSOLE_OIDC_ISSUER };
  expect(() => readConsoleConfig(variables)).toThrow(problem);
});

test.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'https://login.tea.example/'])(
  'an issuer such as %s is taken',
  (CONSOLE_OIDC_ISSUER) => {
    const { oidc } = readConsoleConfig({ ...complete, ...provider, CONSOLE_OIDC_ISSUER });
    expect(oidc?.issuer).toBe(CONSOLE_OIDC_ISSUER);
  },
);

test('a setting of single sign-on that is wrong or alone is named', () => {
  const refused = (variables: object) => () => readConsoleConfig({ ...complete, ...variables });
  expect(refused({ ...provider, CONSOLE_OIDC_CLIENT_SECRET: 'short' })).toThrow('is too short');
  expect(refused({ CONSOLE_OIDC_CLIENT_ID: 'x' })).toThrow('CONSOLE_OIDC_CLIENT_SECRET is missing');
  expect(refused({ ...provider, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow('are verified');
  expect(refused({ CONSOLE_PASSKEYS: 'no' })).toThrow('nobody could sign in');
  expect(refused({ ...provider, CONSOLE_OIDC_NAME: '<b>' })).toThrow('must be a name');
  expect(refused({ ...provider, CONSOLE_OIDC_MAX_AGE: '86401' })).toThrow('0 to 86400');
});
