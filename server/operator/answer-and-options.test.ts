import { hasControlCharacters } from '../platform/format.ts';
import { addOptions } from './add-command.ts';
import { answerText } from './answer.ts';
import { operatorOf, systemUserName, whoAndWhy } from './options.ts';
import os from 'node:os';
import { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';

test('facts stand one below the other, lists are tables, and times are written out', () => {
  const answer = {
    at: Date.parse('2025-07-01T10:00:00Z'),
    isPaused: false,
    lastDay: null,
    held: { count: 1200, oldestDays: 3 },
    amounts: [3, 5],
    rules: [
      { rule: 'device', limits: { least: 2 } },
      { rule: 'network', limits: { least: 12 } },
    ],
    late: [],
  };
  expect(answerText(answer).split('\n')).toEqual([
    'at: 2025-07-01 15:30:00',
    'paused: no',
    'last day: -',
    'held:',
    '  count: 1,200',
    '  oldest days: 3',
    'amounts: 3, 5',
    '',
    'rules:',
    '  rule     limits least',
    '  device              2',
    '  network            12',
    'late: -',
    'Times are in IST.',
  ]);
});

test('an answer that is a sentence is that alone, and no terminal obeys what others wrote', () => {
  expect(answerText({ isChanged: true, message: 'Blocked.' })).toBe('Blocked.');
  const text = answerText({ reason: 'not \u001b[2Jknown\u202e', rows: [{ by: 'a\u0007b' }] });
  expect(hasControlCharacters(text.replaceAll('\n', ''))).toBe(false);
});

afterEach(() => vi.restoreAllMocks());

test('who does it is the user of the machine, unless a name is given', () => {
  const command = new Command();
  addOptions(command, whoAndWhy);
  expect(command.opts()).toEqual({ by: os.userInfo().username });
  command.parse(['--by', 'asha'], { from: 'user' });
  expect(command.opts()).toEqual({ by: 'asha' });
});

test('a user without a name, as in a container, can use the commands and has to say who it is', () => {
  vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT');
  });
  const by = systemUserName();
  expect(by).toBe('');
  expect(() => operatorOf({ by, why: 'a test' }, 0)).toThrow('Give your name');
});
