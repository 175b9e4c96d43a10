import { expect, test } from 'vitest';
import { maskName, maskUpiId, readUpiId } from './upi-id.rules.ts';

test.each([
  ['ravi@okaxis', 'ravi@okaxis'],
  ['  Ravi.K-1_2@OKHDFCBANK ', 'ravi.k-1_2@okhdfcbank'],
  ['9876543210 @ ybl', '9876543210@ybl'],
  ['ravi\u200b@okaxis\u202c', 'ravi@okaxis'],
  ['ｒａｖｉ＠ｏｋａｘｉｓ', 'ravi@okaxis'],
  ['upi://pay?pa=Ravi@okaxis&pn=Ravi%20K&am=500', 'ravi@okaxis'],
  ['UPI://PAY?pn=Ravi&pa=ravi%40okaxis', 'ravi@okaxis'],
  ['upi://pay?pn=pa=x@y&pa=ravi@okaxis#a', 'ravi@okaxis'],
])('%j is the id %s', (text, id) => {
  expect(readUpiId(text)).toBe(id);
});

test.each([
  '',
  'ravi',
  '@okaxis',
  'ravi@',
  'a@okaxis',
  'ravi@gmail.com',
  'ravi@@okaxis',
  'ravi@okaxis@ybl',
  'रवि@okaxis',
  'https://pay?pa=ravi@okaxis',
  'upi://pay?pn=Ravi',
  'upi://pay?pa=%E0%A4%A',
  'upi://mandate?pa=ravi@okaxis',
  `${'a'.repeat(300)}@okaxis`,
])('%j is no id', (text) => {
  expect(readUpiId(text)).toBeUndefined();
});

test('a screen shows two letters, and two of each name', () => {
  expect(maskUpiId('ravi@okaxis')).toBe('ra•••@okaxis');
  expect(maskUpiId('ab@ybl')).toBe('ab•••@ybl');
  expect(maskName(' RAVI  Kumar ')).toBe('RA•• Ku••');
  expect(maskName('𝒜𝒷c')).toBe('𝒜𝒷••');
});
