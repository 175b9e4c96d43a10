import postcss from 'postcss';
import { expect, test } from 'vitest';
import { cssFallbacks } from './css-fallbacks.ts';

const processed = (css: string) =>
  postcss([cssFallbacks()])
    .process(css, { from: undefined })
    .css.replaceAll(/\s*([{};])\s*/g, '$1')
    .replaceAll(/\s+/g, ' ');

test.each([
  ['.a:is(.b, .c:not(.d, .e)) i {}', '.a.b i, .a.c:not(.d, .e) i{}'],
  [':is(h1, .b):lang(bn), .c {}', 'h1:lang(bn), .b:lang(bn), .c{}'],
  ['.a :is(.b, .c) > :is(h1, .d) {}', '.a .b > h1, .a .b > .d, .a .c > h1, .a .c > .d{}'],
  ['.a :is(.b, :is(.c, .d)) {}', '.a .b, .a .c, .a .d{}'],
  ['.a::before, [title=":"] {}', '.a::before, [title=":"]{}'],
])('%s is written out', (css, expected) => {
  expect(processed(css)).toBe(expected);
});

test('a type after something else cannot be written out', () => {
  expect(() => processed('.a:is(h1, .b) {}')).toThrow('put the type h1 before');
});

test.each([
  [
    '.a { color: red; inset-inline-end: 0 }',
    ".a{color: red}html:not([dir='rtl']) .a{right: 0}[dir='rtl'] .a{left: 0}",
  ],
  [
    '.a { inset-inline: calc(1px + 2px) 5px }',
    "html:not([dir='rtl']) .a{left: calc(1px + 2px);right: 5px}[dir='rtl'] .a{right: calc(1px + 2px);left: 5px}",
  ],
  [
    '@media print { .a, .b { inset-inline-start: 3px } }',
    "@media print{html:not([dir='rtl']) .a, html:not([dir='rtl']) .b{left: 3px}[dir='rtl'] .a, [dir='rtl'] .b{right: 3px}}",
  ],
])('%s is placed in each direction', (css, expected) => {
  expect(processed(css)).toBe(expected);
});

test('a height of the dynamic viewport comes after one of the static viewport', () => {
  expect(processed('.a { height: calc(100dvh - 1px) }')).toBe(
    '.a{height: calc(100vh - 1px);height: calc(100dvh - 1px)}',
  );
});
