import { expect, test } from 'vitest';
import { physicalSides } from './physical-sides.ts';
import { readSources } from './repository.ts';

/** What stays on its side in every language, and why. */
const kept: ReadonlyMap<string, string> = new Map([
  ['.welcome-amount', 'stands on a picture, which is not mirrored'],
  ['.hero-tape::after', 'runs along a picture, which is not mirrored'],
  ['.prefixed span', 'before a number, which is read from the left'],
  ['.illustration-scan .character', 'stands in a drawing, which is not mirrored'],
  ['.wheel-pointer', 'in the middle'],
  ['.particles', 'from the middle'],
  ['.steps .done > span::before', 'a tick, in the middle'],
]);

test('the styles of site and console have no left and no right, except what is kept on its side', () => {
  const styles = readSources((file) =>
    /^(?:(?:web|console|demo)\/.*\.css|server\/http\/page\/document-frame\.ts)$/.test(file),
  );
  expect(styles.length).toBeGreaterThan(20);
  const faults = styles.flatMap(physicalSides);
  const others = faults.filter(({ selector }) => !kept.has(selector));
  expect(others.map(({ message }) => message)).toEqual([]);
  expect(new Set(faults.map(({ selector }) => selector))).toEqual(new Set(kept.keys()));
});

test('the styles of documents, within their program, are read too', () => {
  const [style] = readSources((file) => file === 'server/http/page/document-frame.ts');
  const text = style?.text.replace('.notice { padding:', '.notice { left: 0; padding:') ?? '';
  const found = physicalSides({ path: 'server/http/page/document-frame.ts', text });
  expect(found.map(({ selector }) => selector)).toEqual(['.notice']);
});

const faultsOf = (text: string) => physicalSides({ path: 'web/a.css', text });

test.each([
  '.a { left: 0; }',
  '.a { padding-right: 1px; }',
  '.a { border-left: 1px solid; }',
  '.a { margin: 0 0 0 auto; }',
  '.a { inset: 0 0 auto auto; }',
  '.a { inset: 12px calc(50% + (1px * 2)) auto calc(-50% + 14px); }',
  '.a { text-align: left; }',
  '@media (min-width: 1px) { .b { top: 0; } .a { left: 0; right: 1px; } }',
  '.a { background-position: right 24px center; }',
])('%s is refused', (text) => {
  expect(faultsOf(text)[0]?.message).toMatch(
    /^web\/a\.css:1 \.a has .*Write it with start and end/,
  );
});

test.each([
  '.a { inset-inline-start: 0; margin-inline: auto 0; }',
  '.a { left: 0; right: 0; }',
  '.a { margin: 0 1px 2px 1px; padding: 1px 2px; }',
  ".a { left: 1px; } [dir='rtl'] .a { right: 1px; }",
  '.a { background-position: 50% 0; /* left: 0; */ }',
])('%s is fine', (text) => {
  expect(faultsOf(text)).toEqual([]);
});
