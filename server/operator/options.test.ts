import { expect, test, afterEach, vi } from 'vitest';
import { addWhoAndWhy, systemUserName } from './options.ts';
import os from 'node:os';
import { Command } from 'commander';

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
