// The site is also read from right to left: its styles say start and end, not left and right.
import { expect, test } from 'vitest';
import { readSources } from './repository.ts';

/** What stays on its side in every language, and why. */
const kept: ReadonlyMap<string, string> = new Map([
  ['.welcome-amount', 'stands on a picture, which is not mirrored'],
  ['.prefixed span', 'before a number, which is read from the left'],
  ['.wheel-pointer', 'in the middle'],
  ['.steps .done > span::before', 'a tick, in the middle'],
]);
const rightToLeft = "[dir='rtl'] ";
const oneSide =
  /^(?!.*inline)(?:[\w-]+-)?(?:left|right)(?:-[\w-]+)?:|^(?:float|clear|text-align|[\w-]*position):.*\b(?:left|right)\b/;
const fourSides = /^(?:margin|padding|inset|border-(?:width|style|color)): ?\S+ (\S+) \S+ (\S+)$/;

/** The selectors that have one side other than the other, without a rule for right to left. */
function lopsided(css: string): string[] {
  const rules = [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', block = '']) => ({ selector: plain(selector), block }),
  );
  return rules
    .filter(({ selector, block }) => !selector.startsWith(rightToLeft) && hasOneSide(block))
    .map(({ selector }) => selector)
    .filter((selector) => !rules.some((other) => other.selector === rightToLeft + selector));
}

function hasOneSide(block: string): boolean {
  const declarations = block.split(';').map(plain);
  return declarations.some((declaration) => {
    const [, right, left] = fourSides.exec(withoutSpacesInBrackets(declaration)) ?? [];
    const mirrored = declaration.replaceAll(/left|right/g, (side) =>
      side === 'left' ? 'right' : 'left',
    );
    return right !== left || (oneSide.test(declaration) && !declarations.includes(mirrored));
  });
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** `0 calc(50% - 7px)` has two parts. */
function withoutSpacesInBrackets(value: string): string {
  let depth = 0;
  return value.replaceAll(/[( )]/g, (letter) => {
    depth += Number(letter === '(') - Number(letter === ')');
    return letter === ' ' && depth > 0 ? '' : letter;
  });
}

test('the styles of site and console have no left and no right, except what is kept on its side', () => {
  const styles = readSources((file) => /^(?:web|console|demo)\/.*\.css$/.test(file));
  // Those of documents, within the program that writes them.
  const documents = readSources((file) => /^server\/.*\/document-(?:style|frame)\.ts$/.test(file));
  expect(documents.length).toBeGreaterThan(0);
  const found = [...styles, ...documents].flatMap(({ text }) => lopsided(text));
  expect(new Set(found)).toEqual(new Set(kept.keys()));
});

test.each([
  '.a { left: 0; }',
  '.a { padding-right: 1px; }',
  '.a { border-left: 1px solid; }',
  '.a { border-top-left-radius: 1px; }',
  '.a { margin: 0 0 0 auto; }',
  '.a { inset: 0 0 auto auto; }',
  '.a { inset: 12px calc(50% + (1px * 2)) auto calc(-50% + 14px); }',
  '.a { text-align: left; }',
  '@media (min-width: 1px) { .b { top: 0; } .a { left: 0; right: 1px; } }',
  '.a { background-position: right 24px center; }',
])('%s is refused', (text) => {
  expect(lopsided(text)).toEqual(['.a']);
});

test.each([
  '.a { inset-inline-start: 0; margin-inline: auto 0; }',
  '.a { left: 0; right: 0; }',
  '.a { margin: 0 1px 2px 1px; padding: 1px 2px; }',
  ".a { left: 1px; } [dir='rtl'] .a { right: 1px; }",
  '.a { background-position: 50% 0; /* left: 0; */ }',
])('%s is fine', (text) => {
  expect(lopsided(text)).toEqual([]);
});
