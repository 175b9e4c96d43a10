import { expect, test } from 'vitest';
import { parseJson } from './read-answer.ts';

test.each<[string, unknown]>([
  ['3562707498794989059', '3562707498794989059'],
  ['-3562707498794989059', '-3562707498794989059'],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740992', '9007199254740992'],
  ['12', 12],
  ['1.50', '1.50'],
  ['{"id":[3562707498794989059,12,"12"]}', { id: ['3562707498794989059', 12, '12'] }],
  ['"text"', 'text'],
  ['true', true],
  ['null', null],
])('%s is read as %j', (text, value) => {
  expect(parseJson(text)).toStrictEqual(value);
});

test.each(['', 'text', '{', '{"id":}', '[1,]'])('%j is not JSON', (text) => {
  expect(parseJson(text)).toBeUndefined();
});
