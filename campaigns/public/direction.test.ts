import { expect, test } from 'vitest';
import { directionOf, scriptOf } from './direction.ts';

test.each([
  ['en', 'Latn', 'ltr'],
  ['hi', 'Deva', 'ltr'],
  ['ta', 'Taml', 'ltr'],
  ['pa', 'Guru', 'ltr'],
  ['pa-Arab', 'Arab', 'rtl'],
  ['ur', 'Arab', 'rtl'],
  ['ks', 'Arab', 'rtl'],
  ['en-XA', 'Latn', 'ltr'],
])('%s is written in %s, %s', (language, script, direction) => {
  expect(scriptOf(language)).toBe(script);
  expect(directionOf(language)).toBe(direction);
});
