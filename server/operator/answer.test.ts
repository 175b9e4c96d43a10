import { expect, test } from 'vitest';
import { hasControlCharacters } from '../platform/control-characters.rules.ts';
import { answerText } from './answer.ts';

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
