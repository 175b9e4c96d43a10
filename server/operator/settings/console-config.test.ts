import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConsoleConfig } from './program-config.ts';

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
