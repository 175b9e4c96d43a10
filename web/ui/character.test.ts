import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { characterParts } from '@inaam/campaigns/public/character-parts.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.node';
import { runnerImport } from 'vite';
import { expect, test } from 'vitest';
import type { Character as CharacterType } from './character.tsx';

const css = await readFile(path.join(import.meta.dirname, 'character.css'), 'utf8');
const withoutStyles = {
  name: 'without-styles',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id.endsWith('.css') ? '\0styles' : undefined),
  load: (id: string) => (id === '\0styles' ? '' : undefined),
};
// Vite imports what Node does not: JSX.
const { Character } = (
  await runnerImport<{ Character: typeof CharacterType }>(
    path.join(import.meta.dirname, 'character.tsx'),
    { configFile: false, logLevel: 'error', plugins: [withoutStyles] },
  )
).module;

test('each part of the sheet is there once, and takes its own cell', () => {
  const markup = renderToStaticMarkup(createElement(Character, { mood: 'waiting' }));
  const cells = characterParts.map((part) => {
    expect(markup.split(`class="character-${part}"`), part).toHaveLength(2);
    return new RegExp(`\\.character-${part} \\{\\s+--at: (\\d+);`).exec(css)?.[1];
  });
  expect(cells).toEqual(characterParts.map((_, at) => String(at)));
  const last = characterParts.length - 1;
  expect(css).toContain(
    `calc(var(--at) * ${100 / last}%) 0 / ${100 * characterParts.length}% 100%`,
  );
});

test('it is hidden from screen readers, and waits for the app before it moves', () => {
  const markup = renderToStaticMarkup(createElement(Character, { mood: 'wince' }));
  expect(markup).toMatch(/^<span class="character" data-mood="wince" aria-hidden="true">/);
});
