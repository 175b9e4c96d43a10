import { expect, test } from 'vitest';
import { callPath, appendsUserKey } from './calls.ts';

test.each([
  ['users', true],
  ['users/verifyOTP', true],
  ['older/users', true],
  ['video/watched', true],
  ['outlet/nearest', true],
  ['video', false],
  ['outlets', false],
  ['states', false],
])('[API-2] the user key is appended to %s: %s', (path, isAppended) => {
  expect(appendsUserKey(path)).toBe(isAppended);
});

test('[API-1][API-2] the address of a call is /api/ and its path, with the user key after exactly one slash', () => {
  expect(callPath('verifyOtp', 'key')).toBe('/api/users/verifyOTP/key');
  expect(callPath('getStates', 'a/b')).toBe('/api/users/getStates/a%2Fb');
  // The call that starts a session has no key yet.
  expect(callPath('startSession', 'key')).toBe('/api/users');
});
