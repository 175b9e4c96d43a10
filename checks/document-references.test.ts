import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { brokenReferences, settingsOf } from './document-references.ts';
import { readSources, repositoryFiles, root } from './repository.ts';

const manifestSchema = z.object({
  scripts: z.record(z.string(), z.string()),
  workspaces: z.array(z.string()),
});
const manifest = manifestSchema.parse(
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
);
/** Besides the server's configuration. */
const envReaders = ['demo/settings.ts', 'runtime/chromium.ts', 'testing/setup/model-runs.ts'];
const existing = {
  files: repositoryFiles(),
  scripts: Object.keys(manifest.scripts),
  settings: settingsOf(
    readSources(
      (file) => /^server\/main\/settings\/[\w-]*\.ts$/.test(file) || envReaders.includes(file),
    ),
  ),
};
const few = {
  files: ['server/draw/draw.rules.ts', 'docs/why.md', 'README.md'],
  scripts: ['test'],
  settings: ['PORT', 'DATABASE_URL'],
};
const problems = (text: string) => brokenReferences({ path: 'docs/a.md', text }, few);

test('every script, path, setting and link in a document exists', () => {
  const documents = readSources((file) => file.endsWith('.md'));
  expect(documents.flatMap((document) => brokenReferences(document, existing))).toEqual([]);
});

test('every workspace has a README', () => {
  const missing = manifest.workspaces.filter(
    (name) => !existing.files.includes(`${name}/README.md`),
  );
  expect(missing).toEqual([]);
});

test('the settings of a program are found where it reads them', () => {
  expect(existing.settings).toEqual(expect.arrayContaining(['PORT', 'CAMPAIGN', 'DATABASE_URL']));
  const text = "z.object({\n  PORT: whole,\n  'DATA_FOLDER': text,\n});\nenv['HOST'] ?? NOT_THIS;";
  expect(settingsOf([{ path: 'demo/settings.ts', text }])).toEqual(['PORT', 'DATA_FOLDER', 'HOST']);
});

test.each([
  ['Set `DATABASE_URI`.', 'names the setting DATABASE_URI, which no program reads'],
  ['Run:\n\n    PORTS=80 node x\n', 'names the setting PORTS'],
  ['Run:\n\n    npm start\n', 'names the script "start"'],
  ['See `dice.ts`.', 'names dice.ts, which does not exist'],
  ['Run `npm run tests`.', 'names the script "tests"'],
  ['```sh\nnpm ci && npm start\n```', 'names the script "start"'],
  ['See `server/rules/dice.ts`.', 'names server/rules/dice.ts, which does not exist'],
  ['See `rules/draw.ts`.', 'names rules/draw.ts, which does not exist'],
  ['See `aw.ts`.', 'names aw.ts, which does not exist'],
  ['See `server/attic/`.', 'names server/attic/, which does not exist'],
  ['```\nnode server/main/serve.ts --now\n```', 'names server/main/serve.ts'],
  ['See `@inaam/server/rules/dice.ts`.', 'names server/rules/dice.ts'],
  ['See `./which.md`.', 'names ./which.md'],
  ['See [why](which.md).', 'links to which.md, which does not exist'],
  ['See [why](../WHY.md#because).', 'links to ../WHY.md'],
])('%j is refused', (text, message) => {
  expect(problems(text)).toEqual([expect.stringContaining(message)]);
});

test.each([
  'Run `npm test -- unit`, then `npm ci`.',
  'Set `SERVE_DATABASE_URL`, or `PORT_FILE=port`.',
  'Set `DATABASE_URL`, or `PORT=80`; `LANG` and `PLAY` are not ours.',
  'A list:\n\n1. one\n   npm start is prose here\n',
  'See `server/draw/draw.rules.ts`, `server/`, `@inaam/server/draw/draw.rules.ts`, `@inaam/README.md`.',
  'Words are in `campaigns/<id>/words/`, data in `.data/`, a number in `draw.rules.ts`, and/or.',
  'See `draw/draw.rules.ts`, or `draw.rules.ts`.',
  'See [why](why.md), [home](../README.md#run), [here](#there), [far](https://a.example/b.md).',
])('%j is fine', (text) => {
  expect(problems(text)).toEqual([]);
});
