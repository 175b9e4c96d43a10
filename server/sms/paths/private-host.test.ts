import { expect, test } from 'vitest';
import { isPrivateHost } from './path-problems.ts';

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.255.255.255', true],
  ['126.255.255.255', false],
  ['128.0.0.0', false],
  ['10.0.0.0', true],
  ['10.255.255.255', true],
  ['11.0.0.0', false],
  ['172.15.255.255', false],
  ['172.16.0.0', true],
  ['172.31.255.255', true],
  ['172.32.0.0', false],
  ['192.168.0.0', true],
  ['192.169.0.0', false],
  ['8.8.8.8', false],
  ['::1', true],
  ['[::1]', true],
  ['[::ffff:7f00:1]', true],
  ['[::ffff:808:808]', false],
  ['[::1', false],
  ['::1]', false],
  ['fc[00::1]', false],
  ['[fc00::]1', false],
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
