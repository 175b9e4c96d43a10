import { expect, test } from 'vitest';
import { noBreakHtml } from './html.ts';

test('a number stays with the word after it, and nothing else is markup', () => {
  expect(noBreakHtml('<b> 10,00,000 cards & more')).toBe(
    '&lt;b> <span class="no-break">10,00,000 cards</span> &amp; more',
  );
});
