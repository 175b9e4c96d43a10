import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blank, lineOf, read, readSources, repositoryFiles, type Source } from './repository.ts';

type Existing = {
  readonly files: readonly string[];
  readonly scripts: readonly string[];
  readonly settings: readonly string[];
};

const exempt = new Set(['docs/evidence/requirements.md']);
/** Scripts that npm runs without `run`. */
const shorthands = new Set(['start', 'test', 'stop', 'restart']);
/** Variables of the system, its C library, PostgreSQL and Node. */
const foreign = new Set([
  'LANG',
  'HOME',
  'LD_LIBRARY_PATH',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'PGPORT',
  'PGSSLMODE',
  'START_SMSBOX',
]);
/** The file of SMS paths says which of them are read. */
const ownSecret = /^SMS_SECRET_/;
const generated = /^(?:node_modules|\.data|\.cache|\.reports|\.screens|dist)\b|\/dist\b/;

/** What is asked of each of some thousand names, made once. */
type Known = Existing & {
  readonly fileSet: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** The folders and files of the root. */
  readonly tops: ReadonlySet<string>;
};

const known = new WeakMap<Existing, Known>();

function indexOf(existing: Existing): Known {
  const made = known.get(existing) ?? {
    ...existing,
    fileSet: new Set(existing.files),
    folders: new Set(existing.files.flatMap(foldersOf)),
    tops: new Set(existing.files.map((file) => file.split('/')[0] ?? '')),
  };
  known.set(existing, made);
  return made;
}

/** `server` and `server/rules` of `server/draw/draw.rules.ts`. */
function foldersOf(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

/** Scripts, paths, settings and links in a Markdown text that do not exist. */
function brokenReferences({ path: file, text }: Source, all: Existing): string[] {
  if (!file.endsWith('.md') || exempt.has(file)) return [];
  const existing = indexOf(all);
  const at = (offset: number) => `${file}:${lineOf(text, offset)}`;
  const found: [number, string][] = [];
  for (const { value, index } of codeOf(text)) {
    for (const script of scriptsIn(value)) {
      if (!existing.scripts.includes(script)) {
        found.push([index, `names the script "${script}", which package.json does not have`]);
      }
    }
    for (const name of pathsIn(value, existing)) {
      if (!exists(name, file, existing)) found.push([index, `names ${name}, which does not exist`]);
    }
    for (const name of settingsIn(value)) {
      const isRead = spellingsOf(name).some((spelling) => existing.settings.includes(spelling));
      if (!isRead && !foreign.has(name) && !ownSecret.test(name)) {
        found.push([index, `names the setting ${name}, which no program reads`]);
      }
    }
  }
  for (const { value, index } of linksOf(text)) {
    if (!exists(value, file, existing))
      found.push([index, `links to ${value}, which does not exist`]);
  }
  return found
    .toSorted(([a], [b]) => a - b)
    .map(([index, problem]) => `${at(index)} ${problem}. Fix the document.`);
}

type Piece = { value: string; index: number };

function codeOf(text: string): Piece[] {
  const fences = /^```[^\n]*\n([\s\S]*?)^```/gm;
  const indented = /(?<=\n\n)((?: {4}[^\n]*\n)+)/g;
  const unfenced = text.replaceAll(fences, blank);
  const rest = unfenced.replaceAll(indented, blank);
  const blocks = [...text.matchAll(fences), ...unfenced.matchAll(indented)];
  const spans = [...rest.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)];
  return [...blocks, ...spans].map(({ 1: value = '', index }) => ({ value, index }));
}

/** Targets of links to files, without their #fragment. */
function linksOf(text: string): Piece[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(({ 1: value = '', index }) => ({ value: value.replace(/#.*$/, ''), index }))
    .filter(({ value }) => value !== '' && !/^(?:[a-z]+:|\/)/.test(value));
}

function scriptsIn(code: string): string[] {
  const runs = [...code.matchAll(/\bnpm (?:run(?:-script)? ([\w:.-]+)|(\w+))/g)];
  return runs.flatMap(([, script, word = '']) => script ?? (shorthands.has(word) ? word : []));
}

/**
 * A variable given a value, a name of several words, or a lone word in capitals that a program
 * reads.
 */
function settingsIn(code: string): string[] {
  const given = [...code.matchAll(/(?<![\w<])([A-Z][A-Z0-9_]*)=/g)].map(([, name = '']) => name);
  const several = [...code.matchAll(/(?<![\w<./-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w>])/g)];
  return [...new Set([...given, ...several.map(([, name = '']) => name)])];
}

/** `DRAW_DATABASE_URL` is the `DATABASE_URL` of one program. */
const spellingsOf = (name: string) => [
  name,
  name.replace(/^(?:SERVE|DELIVER|DRAW|CONSOLE|MIGRATE|OPERATOR)_/, ''),
];

/** Words of code that look like a path from the root, from here, or of another workspace. */
function pathsIn(code: string, { tops }: Known): string[] {
  return code
    .split(/[\s"'(),;|=]+/)
    .map((word) => word.replace(/[.:]+$/, '').replace(/^@inaam\//, ''))
    .filter((word) => /^[\w./-]+$/.test(word) && !generated.test(word))
    .filter(
      (word) =>
        /^\.{1,2}\//.test(word) ||
        tops.has(word.split('/')[0] ?? '') ||
        /^[\w./-]+\.(?:[cm]?tsx?|mjs|css|md)$/.test(word),
    )
    .filter((word) => word.includes('/') || /\.[a-z]+$/.test(word));
}

function exists(name: string, document: string, known: Known): boolean {
  const { files, fileSet, folders, tops } = known;
  const folder = path.posix.dirname(document);
  const places = [path.posix.normalize(name), path.posix.join(folder, name)];
  // A file may be named without its first folders, `draw/draw.rules.ts`, or by its end.
  const isShortened = !tops.has(name.split('/')[0] ?? '') && !name.startsWith('.');
  const end = name.startsWith('-') ? name : `/${name}`;
  if (isShortened && files.some((one) => one.endsWith(end))) return true;
  return places.some((place) => {
    const plain = place.replace(/\/$/, '');
    return plain === '.' || fileSet.has(plain) || folders.has(plain);
  });
}

/** Keys and strings in capitals in the files that read settings. */
function settingsOf(readers: readonly Source[]): string[] {
  return readers.flatMap(
    ({ text }) => text.match(/(?<=['"]|^\s*)[A-Z][A-Z0-9_]{2,}(?=['"]|:)/gm) ?? [],
  );
}

const manifestSchema = z.object({
  scripts: z.record(z.string(), z.string()),
  workspaces: z.array(z.string()),
});
const manifest = manifestSchema.parse(JSON.parse(read('package.json')));
/** Besides the server's configuration. */
const envReaders = [
  'demo/settings.ts',
  'testing/runtime/chromium.ts',
  'testing/setup/model-runs.ts',
];
const existing = {
  files: repositoryFiles(),
  scripts: Object.keys(manifest.scripts),
  settings: settingsOf(
    readSources(
      (file) =>
        /^(?:server\/operator\/settings\/[\w-]*|plugins\/[\w-]+\/settings)\.ts$/.test(file) ||
        envReaders.includes(file),
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

test('the architecture says what each workspace is', () => {
  const rows = read('ARCHITECTURE.md');
  expect(manifest.workspaces.filter((name) => !rows.includes(`\n| \`${name}/\` `))).toEqual([]);
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
  'Set `SERVE_DATABASE_URL`, or `DRAW_PORT=80`.',
  'Set `DATABASE_URL`, or `PORT=80`; `LANG` and `PLAY` are not ours.',
  'A list:\n\n1. one\n   npm start is prose here\n',
  'See `server/draw/draw.rules.ts`, `server/`, `@inaam/server/draw/draw.rules.ts`, `@inaam/README.md`.',
  'Words are in `campaigns/<id>/words/`, data in `.data/`, a number in `draw.rules.ts`, and/or.',
  'See `draw/draw.rules.ts`, or `draw.rules.ts`.',
  'See [why](why.md), [home](../README.md#run), [here](#there), [far](https://a.example/b.md).',
])('%j is fine', (text) => {
  expect(problems(text)).toEqual([]);
});
