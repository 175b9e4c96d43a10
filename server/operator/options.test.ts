import { expect, test, afterEach, vi } from 'vitest';
import { accountNameOf, addWhoAndWhy, systemUserName } from './options.ts';
import os from 'node:os';
import { Command } from 'commander';

test.each([
  ['Asha Rao', 'Asha Rao'],
  ['  Asha   Rao ', 'Asha Rao'],
  ['Jose\u0301 D’Souza-Nair, 2.', 'José D’Souza-Nair, 2.'],
  ['आशा राव', 'आशा राव'],
  ['ஆஷா 2', 'ஆஷா 2'],
  ['عائشة', 'عائشة'],
  ['a'.repeat(60), 'a'.repeat(60)],
  ['a'.repeat(61), undefined],
  ['', undefined],
  ['-Asha', undefined],
  ['Asha\nRao', undefined],
  ['Asha\u001B[2J', undefined],
  ['Asha\u202EoaR', undefined],
  ['Asha\u00A0Rao', undefined],
  ['Asha\u200BRao', undefined],
  ['Asha\u034FRao', undefined],
  ['Asha\uFE0FRao', undefined],
  ['Asha\u3164Rao', undefined],
  ['\u0410sha Rao', undefined],
  ['\u0410\u0455\u04BB\u0430', undefined],
  ['Asha राव', undefined],
  ['Asha ²', undefined],
])('the name %j of an account is %j', (text, name) => {
  expect(accountNameOf(text)).toBe(name);
});

afterEach(() => vi.restoreAllMocks());

test('a user without a name, as in a container, can use the commands and has to say who it is', () => {
  vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT');
  });
  expect(systemUserName()).toBe('');
  const command = new Command();
  addWhoAndWhy(command);
  expect(command.opts()).toEqual({ by: '' });
  command.parse(['--by', 'asha'], { from: 'user' });
  expect(command.opts()).toEqual({ by: 'asha' });
});
