import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './repository.ts';

/** A file, what it must not import, and what it may. */
const cases: readonly [file: string, refused: readonly string[], allowed: readonly string[]][] = [
  ['a-new-folder/importer.ts', ['./b.ts', 'zod', 'node:fs'], []],
  ['server/a-new-folder/importer.ts', ['./b.ts', '../app.ts', 'zod'], []],
  [
    'contract/importer.ts',
    ['zod', 'node:crypto', '@inaam/campaigns/public/public-campaign.ts'],
    ['./b.ts', 'zod/mini', '@noble/hashes/sha2.js'],
  ],
  [
    'campaigns/loader/load-campaign.ts',
    ['@inaam/server/main/app.ts', 'pg'],
    ['@inaam/contract/fields.ts', 'zod'],
  ],
  [
    'server/app/importer.ts',
    ['@inaam/demo/a.ts', '@inaam/testing/a.ts', '../operator/a.ts', 'pg'],
    ['../calls/a.ts', 'fastify'],
  ],
  ['server/main/serve.ts', ['./rules/a.ts', 'fastify'], ['./programs/a.ts', './time/a.ts']],
  [
    'server/rules/importer.ts',
    ['../storage/a.ts', './../storage/b.ts', 'node:crypto', 'zod'],
    ['./b.ts', '@inaam/contract/fields.ts'],
  ],
  [
    'server/rules/draw/importer.ts',
    ['../codes/a.ts', '../console/a.ts', '../../storage/a.ts', 'zod'],
    ['./b.ts', '../period.ts', '@inaam/contract/fields.ts'],
  ],
  [
    'server/calls/importer.ts',
    ['./b.ts', '../ip-info/a.ts', 'pg', 'fastify', 'fs'],
    ['../storage/a.ts', '../rules/a.ts'],
  ],
  [
    'server/http/importer.ts',
    ['../calls/a.ts', '../ip-info/a.ts', 'pg'],
    ['../rules/a.ts', 'fastify'],
  ],
  [
    'server/storage/importer.ts',
    ['../http/a.ts', '../keys/a.ts', 'fastify'],
    ['../rules/a.ts', 'pg'],
  ],
  [
    'server/storage/codes/importer.ts',
    ['../draw/a.ts', '../participants/a.ts', '../delivery/vouchers/a.ts', '../../http/a.ts'],
    [
      './b.ts',
      '../batches/a.ts',
      '../delivery/jobs/a.ts',
      '../database.ts',
      '../../rules/a.ts',
      'pg',
    ],
  ],
  ['server/ip-info/importer.ts', ['../storage/a.ts'], ['maxmind']],
  [
    'server/operator/importer.ts',
    ['@inaam/verifier/verify.ts', '@inaam/runtime/a.ts', 'pg'],
    ['commander', '../storage/a.ts'],
  ],
  [
    'web/app.tsx',
    [
      '@inaam/server/main/app.ts',
      '@inaam/campaigns/loader/load-campaign.ts',
      '@inaam/testing/a.ts',
      'node:fs',
    ],
    ['@inaam/campaigns/public/public-campaign.ts', './screens/home.tsx', 'react-dom/client'],
  ],
  [
    'web/features/spin/importer.tsx',
    ['../registration/register.ts', '../../screens/home.tsx', 'wouter'],
    ['./a.css', '../../ui/button.tsx', '../../wheel/wheel.tsx', 'react'],
  ],
  ['web/wheel/importer.tsx', ['../session/a.ts', '../api/a.ts', '@inaam/contract/a.ts'], ['react']],
  ['web/ui/importer.tsx', ['../api/client.ts', '../session/a.ts'], ['react']],
  [
    'web/tracking/importer.ts',
    ['../session/a.ts', '../api/a.ts'],
    ['@inaam/campaigns/public/tags.ts'],
  ],
  ['web/session/importer.ts', ['react', '../ui/a.tsx'], ['../api/client.ts', 'zustand/vanilla']],
  [
    'verifier/importer.ts',
    ['@inaam/contract/signing.ts', '@noble/hashes/sha2.js', 'zod'],
    ['./b.ts', 'node:crypto'],
  ],
  [
    'demo/importer.ts',
    ['@inaam/e2e/a.ts', './temporary/a.ts', '@inaam/bench/a.ts', 'pg'],
    ['@inaam/server/main/app.ts'],
  ],
  [
    'e2e/importer.ts',
    ['@inaam/server/main/app.ts', '@inaam/web/app.tsx', '@inaam/demo/start.ts'],
    ['@inaam/demo/temporary/a.ts'],
  ],
  ['server/site/replies/importer.ts', ['../html/a.ts', '../page.ts'], ['./b.ts', 'fastify']],
  ['server/console/sign-in/session/importer.ts', ['../passkey/a.ts', '../guard.ts'], ['./b.ts']],
  ['testing/server/campaign/importer.ts', ['../shopper/a.ts', '../app/a.ts'], ['./b.ts']],
  ['testing/server-model/model/importer.ts', ['../system/a.ts', '../../server/a.ts'], ['./b.ts']],
  [
    'checks/importer.ts',
    ['@inaam/server/main/app.ts', '@inaam/web/app.tsx'],
    ['oxc-parser', './b.ts'],
  ],
  [
    'web/importer.test.ts',
    ['@inaam/server/main/app.ts', './b.test.ts'],
    ['vitest', './session/a.ts'],
  ],
  [
    'verifier/importer.test.ts',
    ['@inaam/server/draw/draw.rules.ts'],
    ['./b.ts', 'node:fs', 'fast-check'],
  ],
  [
    'server/calls/importer.test.ts',
    ['./b.test.ts'],
    ['./b.ts', '../http/a.ts', 'node:fs', 'vitest'],
  ],
];

const forms = [
  "import type { A } from 'pg';",
  "import a, { type B } from 'pg';",
  "export * from 'pg';",
  "export { a } from 'pg';",
  "const a = await import('pg');",
  "import a = require('pg');",
];

const reportSchema = z.object({
  diagnostics: z.array(z.object({ message: z.string(), filename: z.string() })),
});

let folder: string;
let refused: Readonly<Record<string, readonly string[]>>;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inaam-import-rules-'));
  copyFileSync(path.join(root, 'oxlint.imports.mjs'), path.join(folder, 'oxlint.imports.mjs'));
  for (const [file, ...names] of cases) {
    write(
      file,
      names
        .flat()
        .map((name) => `import '${name}';`)
        .join('\n'),
    );
  }
  for (const [at, form] of forms.entries()) write(`web/form-${at}.ts`, form);
  write('runtime/cycle/one.ts', "import './two.ts';");
  write('runtime/cycle/two.ts', "import './one.ts';");
  refused = lint();
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** The names that are refused, by file. */
function lint(): Record<string, string[]> {
  const { stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/oxlint'),
    ['-c', 'oxlint.imports.mjs', '--format', 'json', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  const found: Record<string, string[]> = {};
  for (const { filename, message } of reportSchema.parse(JSON.parse(stdout)).diagnostics) {
    const name = /'([^']+)' import is restricted/.exec(message)?.[1] ?? message;
    (found[filename] ??= []).push(name);
  }
  return found;
}

test.each(cases)('%s must not import %j and may import %j', (file, names) => {
  expect([...new Set(refused[file])].toSorted()).toEqual(names.toSorted());
});

test.each(forms.map((form, at) => [form, at] as const))('%s is an import', (_, at) => {
  expect(refused[`web/form-${at}.ts`]).toEqual(['pg']);
});

test('a cycle is refused', () => {
  expect(refused['runtime/cycle/one.ts']).toEqual(['Dependency cycle detected']);
});
