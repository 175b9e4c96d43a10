import { expect, test } from 'vitest';
import { accountNameOf } from './account-options.ts';

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
