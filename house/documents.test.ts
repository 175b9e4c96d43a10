import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { documentFaults } from './documents.ts';
import { readSources, repositoryFiles, root } from './repository.ts';

const scriptsSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const there = {
  files: repositoryFiles(),
  scripts: Object.keys(scriptsSchema.parse(manifest).scripts),
};
const few = { files: ['server/rules/draw.ts', 'docs/why.md', 'README.md'], scripts: ['test:unit'] };
const faults = (text: string) => documentFaults({ path: 'docs/a.md', text }, few);

test('every script, path and link that a document names is there', () => {
  const documents = readSources((file) => file.endsWith('.md'));
  expect(documents.flatMap((document) => documentFaults(document, there))).toEqual([]);
});

test.each([
  ['Run `npm run test:units`.', 'names the script "test:units"'],
  ['```sh\nnpm ci && npm start\n```', 'names the script "start"'],
  ['See `server/rules/dice.ts`.', 'names server/rules/dice.ts, which is not there'],
  ['See `server/attic/`.', 'names server/attic/, which is not there'],
  ['```\nnode server/serve.ts --now\n```', 'names server/serve.ts'],
  ['See `@inaam/server/rules/dice.ts`.', 'names server/rules/dice.ts'],
  ['See `./which.md`.', 'names ./which.md'],
  ['See [why](which.md).', 'links to which.md, which is not there'],
  ['See [why](../WHY.md#because).', 'links to ../WHY.md'],
])('%j is refused', (text, message) => {
  expect(faults(text)).toEqual([expect.stringContaining(message)]);
});

test.each([
  'Run `npm run test:unit`, then `npm ci`.',
  'See `server/rules/draw.ts`, `server/`, `@inaam/server/rules/draw.ts`, `../README.md`.',
  'Words are in `campaigns/<id>/words/`, data in `.data/`, a number in `draw.ts`, and/or.',
  'See [why](why.md), [home](../README.md#run), [here](#there), [far](https://a.example/b.md).',
])('%j is fine', (text) => {
  expect(faults(text)).toEqual([]);
});
