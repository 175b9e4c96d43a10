import { expect, test } from 'vitest';
import { pauseSeconds } from './up.rules.ts';

test.each([
  ['the first crash', 0, { seconds: 5, refused: false }, 1],
  ['a second one soon after', 1, { seconds: 5, refused: false }, 2],
  ['one after many', 16, { seconds: 59, refused: false }, 30],
  ['one after a minute of health', 30, { seconds: 60, refused: false }, 1],
  ['a refusal to start, however often', 0, { seconds: 1, refused: true }, 30],
])('%s', (_, before, run, pause) => {
  expect(pauseSeconds(before, run)).toBe(pause);
});
