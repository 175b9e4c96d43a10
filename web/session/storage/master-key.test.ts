import { expect, test } from 'vitest';
import { keepMasterKey, masterKeyUntil, readMasterKey } from './master-key.ts';

function jarWith(cookies: Record<string, string> = {}) {
  const written: string[] = [];
  const held = new Map(Object.entries(cookies));
  return {
    written,
    get cookie() {
      return Array.from(held, ([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      written.push(line);
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      held.set(name, value);
    },
  };
}

const cookie = {
  contest: 'biscuit-2025',
  userKey: 'uk_1',
  sent: undefined,
  until: 0,
  isSecure: false,
};

test('[ENT-6] the user key is kept in the cookie of the contest and read back', () => {
  const jar = jarWith({ other: '1' });
  keepMasterKey(jar, { ...cookie, until: Date.UTC(2025, 9, 15) });
  expect(jar.written).toEqual([
    'biscuit-2025-id=uk_1; Path=/; SameSite=Lax; Expires=Wed, 15 Oct 2025 00:00:00 GMT',
  ]);
  expect(readMasterKey(jar, 'biscuit-2025')).toBe('uk_1');
});

test('[ENT-6] the cookie is written once and never overwritten', () => {
  const jar = jarWith({ 'biscuit-2025-id': 'uk_first' });
  keepMasterKey(jar, cookie);
  expect(jar.written).toEqual([]);
  expect(readMasterKey(jar, 'biscuit-2025')).toBe('uk_first');
});

test('[ENT-6] a key that the server does not know is replaced by the one that it answers', () => {
  const jar = jarWith({ 'biscuit-2025-id': 'uk_unknown' });
  keepMasterKey(jar, { ...cookie, sent: 'uk_unknown' });
  expect(readMasterKey(jar, 'biscuit-2025')).toBe('uk_1');
  // Another tab may have written its own meanwhile.
  keepMasterKey(jar, { ...cookie, userKey: 'uk_2', sent: 'uk_unknown' });
  keepMasterKey(jar, { ...cookie, sent: 'uk_1' });
  expect(jar.written).toHaveLength(1);
});

test.each([
  ['are blocked', { get: () => fail(), set: () => fail() }],
  ['are null', { value: null }],
])('[ENT-6] where cookies %s there is no key', (_, cookies) => {
  const jar = { cookie: '' };
  Object.defineProperty(jar, 'cookie', cookies);
  expect(readMasterKey(jar, 'biscuit-2025')).toBeUndefined();
  expect(() => keepMasterKey(jar, cookie)).not.toThrow();
});

function fail(): never {
  throw new Error('SecurityError');
}

test('[ENT-6] on https it is sent on https only', () => {
  const jar = jarWith();
  keepMasterKey(jar, { ...cookie, isSecure: true });
  expect(jar.written[0]).toMatch(/; Secure$/);
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
  (cookies) => expect(readMasterKey(jarWith({ ...cookies }), 'biscuit-2025')).toBeUndefined(),
);

test('nor is one that is too long for the call, which is replaced', () => {
  const jar = jarWith({ 'biscuit-2025-id': 'x'.repeat(501) });
  expect(readMasterKey(jar, 'biscuit-2025')).toBeUndefined();
  keepMasterKey(jar, cookie);
  expect(readMasterKey(jar, 'biscuit-2025')).toBe('uk_1');
});
