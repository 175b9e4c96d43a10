import { expect, test } from 'vitest';
import { errorCode } from './errors.ts';

test.each([
  [Object.assign(new Error('to 9876543210'), { code: 'ECONNRESET' }), 'ECONNRESET'],
  [Object.assign(new Error('x'), { code: 'to 9876543210' }), 'Error'],
  [new TypeError('to 9876543210'), 'TypeError'],
  ['9876543210', 'unknown'],
])('the error %o is logged as %j', (error, word) => {
  expect(errorCode(error)).toBe(word);
});
