import { expect, test } from 'vitest';
import { savesData } from './browser.ts';

test.each([
  [{}, false],
  [{ connection: null }, false],
  [{ connection: {} }, false],
  [{ connection: { saveData: false, effectiveType: '4g' } }, false],
  [{ connection: { saveData: false, effectiveType: '3g' } }, false],
  [{ connection: { saveData: false, effectiveType: '2g' } }, true],
  [{ connection: { saveData: false, effectiveType: 'slow-2g' } }, true],
  [{ connection: { saveData: true, effectiveType: '4g' } }, true],
])('a network with %j is frugal: %s', (navigator, isSo) => {
  expect(savesData(navigator)).toBe(isSo);
});
