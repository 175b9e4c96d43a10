import { expect, test } from 'vitest';
import { operatorOf } from './audit-words.ts';

const clocks = { wall: () => 1, campaign: () => 1 };
const taken = (reason: string) => operatorOf({ clocks }, { name: 'Mira' }, reason).reason;

test.each([
  ['a number', 'the owner 98765 43210 called'],
  ['a number and its country', '+919876543210 called'],
  ['a number in groups', 'call 987-654-3210'],
  ['a number with dots', 'call 98765.43210'],
  ['a number and its country in brackets', 'call (+91) 98765-43210'],
  ['a number after two zeros', 'call 0091 98765 43210'],
  ['a number in Hindi digits', 'call ९८७६५ ४३२१०'],
])('a reason with %s in it is refused', (_, reason) => {
  expect(() => taken(reason)).toThrow('Leave the mobile number out');
});

test.each([
  'complaint\u202E4711',
  'complaint\u061C4711',
  'complaint\u20284711',
  'complaint\u00004711',
])('the reason %j is refused: a reader would see something else', (reason) => {
  expect(() => taken(reason)).toThrow('invisible characters');
});

test.each([
  ['a ticket and a day', 'ticket 4711 of 2026-05-06'],
  ['eleven digits', 'ticket 98765432101'],
  ['nine digits', 'ticket 987654321'],
  ['Malayalam, which needs a joiner', 'അവൻ\u200Dറെ പരാതി'],
])('a reason with %s in it is taken', (_, reason) => {
  expect(taken(reason)).toBe(reason);
});
