import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { characterParts } from '@inaam/campaigns/public/kit.ts';
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

test('every motion is drawn, of transform and opacity alone, and each kit has its own', async () => {
  const names = (await readdir(import.meta.dirname)).filter((name) =>
    /^character.*\.css$/.test(name),
  );
  const files = await Promise.all(
    names.map((name) => readFile(path.join(import.meta.dirname, name), 'utf8')),
  );
  const rules = files.join('\n');
  const frames = [...rules.matchAll(/@keyframes ([a-z-]+) \{((?:[^{}]*\{[^{}]*\})+)\s*\}/g)];
  const properties = frames.flatMap(([, , steps = '']) =>
    Array.from(steps.matchAll(/([a-z-]+):/g), ([, property]) => property),
  );
  expect(new Set(properties)).toEqual(
    new Set(['animation-timing-function', 'opacity', 'transform']),
  );
  const declared = rules.matchAll(/animation(?:-name)?:\s*(character-[a-z-]+)/g);
  expect(new Set(Array.from(declared, ([, name]) => name))).toEqual(
    new Set(frames.map(([, name]) => name)),
  );
  const choices = rules.matchAll(/data-character='(\w+)'/g);
  expect(new Set(Array.from(choices, ([, choice]) => choice))).toEqual(new Set(['rock', 'float']));
});
