import { expect, test } from 'vitest';
import { keepMasterKey, masterKeyUntil, readMasterKey } from './master-key.ts';

function deviceWith(cookies: Record<string, string> = {}) {
  const written: string[] = [];
  const held = new Map(Object.entries(cookies));
  const local = new Map<string, string>();
  return {
    written,
    contest: 'biscuit-2025',
    jar: {
      get cookie() {
        return Array.from(held, ([name, value]) => `${name}=${value}`).join('; ');
      },
      set cookie(line: string) {
        written.push(line);
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
        held.set(name, value);
      },
    },
    local: {
      getItem: (key: string) => local.get(key) ?? null,
      setItem: (key: string, value: string) => void local.set(key, value),
      removeItem: (key: string) => void local.delete(key),
    },
  };
}

const answered = { sent: undefined, userKey: 'uk_1', until: 0, isSecure: false };

test('[ENT-6] the user key is kept in the cookie of the contest and read back', () => {
  const device = deviceWith({ other: '1' });
  keepMasterKey(device, { ...answered, until: Date.UTC(2025, 9, 15) });
  expect(device.written).toEqual([
    'biscuit-2025-id=uk_1; Path=/; SameSite=Lax; Expires=Wed, 15 Oct 2025 00:00:00 GMT',
  ]);
  expect(readMasterKey(device)).toBe('uk_1');
});

test('[ENT-6] the cookie is written once and never overwritten', () => {
  const device = deviceWith({ 'biscuit-2025-id': 'uk_first' });
  // Another tab has written it since the request.
  keepMasterKey(device, answered);
  keepMasterKey(device, { ...answered, sent: 'uk_first', userKey: 'uk_first' });
  expect(readMasterKey(device)).toBe('uk_first');
  keepMasterKey(device, { ...answered, sent: 'uk_first' });
  expect(device.written).toEqual([]);
});

test.each([
  ['a value that the server does not know', deviceWith({ 'biscuit-2025-id': 'some other' })],
  ['a value that is too long for the call', deviceWith({ 'biscuit-2025-id': 'x'.repeat(501) })],
])('[ENT-6] with %s, the key of the first answer serves the later sessions', (_, device) => {
  keepMasterKey(device, { ...answered, sent: readMasterKey(device) });
  expect(readMasterKey(device)).toBe('uk_1');
  // It is replaced again if the server does not know that one either.
  keepMasterKey(device, { ...answered, sent: 'uk_1', userKey: 'uk_2' });
  expect(readMasterKey(device)).toBe('uk_2');
});

test('[ENT-6] a cookie that has come since counts more', () => {
  const device = deviceWith({ 'biscuit-2025-id': 'unknown' });
  keepMasterKey(device, { ...answered, sent: 'unknown' });
  device.jar.cookie = 'biscuit-2025-id=uk_new';
  expect(readMasterKey(device)).toBe('uk_new');
});

test.each([
  ['are blocked', { get: () => fail(), set: () => fail() }],
  ['are null', { value: null }],
])('[ENT-6] where cookies %s there is no key', (_, cookies) => {
  const device = deviceWith();
  Object.defineProperty(device.jar, 'cookie', cookies);
  expect(readMasterKey(device)).toBeUndefined();
  expect(() => keepMasterKey(device, answered)).not.toThrow();
});

function fail(): never {
  throw new Error('SecurityError');
}

test('[ENT-6] on https it is sent on https only', () => {
  const device = deviceWith();
  keepMasterKey(device, { ...answered, isSecure: true });
  expect(device.written[0]).toMatch(/; Secure$/);
});

test('[ENT-6] it lives until 30 days after the last day of the programme, Indian time', () => {
  const until = masterKeyUntil('2025-09-15', 0);
  expect(new Date(until).toISOString()).toBe('2025-10-15T18:30:00.000Z');
});

test('[ENT-6] a demonstration uses its own clock', () => {
  const aheadMs = -400 * 86_400_000;
  expect(masterKeyUntil('2025-09-15', aheadMs)).toBe(masterKeyUntil('2025-09-15', 0) - aheadMs);
});

test.each([{}, { 'biscuit-2025-id': '' }, { 'tea-id': 'x' }, { 'biscuit-2025-id': '%E0%A4%A' }])(
  'no readable cookie is no key: %j',
  (cookies) => expect(readMasterKey(deviceWith({ ...cookies }))).toBeUndefined(),
);
