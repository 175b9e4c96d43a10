import { expect, test } from 'vitest';
import { entryKey, entryValues } from './entry-values.ts';
import { safeStorage } from './storage/safe-storage.ts';

function tab(stored?: string) {
  const items = new Map(stored === undefined ? [] : [[entryKey, stored]]);
  return safeStorage(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }));
}

test('[ENT-4] the six values of a QR link are read, others are ignored', () => {
  const search =
    '?utm_source=qrcode&utm_medium=pack&utm_campaign=c&utm_content=d&utm_term=e&id=7&masterKey=x&debug=1';
  expect(entryValues(search, tab())).toEqual({
    utm_source: 'qrcode',
    utm_medium: 'pack',
    utm_campaign: 'c',
    utm_content: 'd',
    utm_term: 'e',
    id: '7',
  });
});

test.each(['&amp;id=7', '&ID=7', '&id=7&id=8', '&amp;Id=7&amp;utm_medium='])(
  '[ENT-4] a link that an app has spelled anew has its values: %s',
  (rest) => expect(entryValues(`?utm_source=qrcode${rest}`, tab())).toMatchObject({ id: '7' }),
);

test.each([
  '',
  '?utm_source=',
  '?utm_source=QRCODE',
  '?utm_source=qrcode%20',
  '?utm_medium=qrcode',
])('[ENT-2] %j is not a QR link', (search) => expect(entryValues(search, tab())).toBeUndefined());

test('[SES-7] a tab remembers the link it was entered with', () => {
  const storage = tab();
  entryValues('?utm_source=qrcode&id=7', storage);
  expect(entryValues('', storage)).toEqual({ utm_source: 'qrcode', id: '7' });
  expect(entryValues('?utm_source=other', storage)).toEqual({ utm_source: 'qrcode', id: '7' });
});

test.each(['{', 'null', '[]', '{"utm_source":"other"}', '{"utm_source":7}'])(
  '[ENT-2] what was not kept by us opens nothing: %s',
  (stored) => expect(entryValues('', tab(stored))).toBeUndefined(),
);

test('a value of any length is cut to what the call may carry', () => {
  const values = entryValues(`?utm_source=qrcode&id=${'x'.repeat(9000)}`, tab());
  expect(values?.id).toHaveLength(500);
});
