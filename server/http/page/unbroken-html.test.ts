import { expect, test } from 'vitest';
import { unbrokenHtml } from './html.ts';

test('a number stays with the word after it, and nothing else is markup', () => {
  expect(unbrokenHtml('<b> 10,00,000 cards & more')).toBe(
    '&lt;b> <span class="unbroken">10,00,000 cards</span> &amp; more',
  );
});
