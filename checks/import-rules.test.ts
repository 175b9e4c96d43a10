import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './repository.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

/** A file, what it must not import, and what it may. */
const cases: readonly [file: string, refused: readonly string[], allowed: readonly string[]][] = [
  [
    'contract/importer.ts',
    ['zod', 'node:crypto', '@inaam/campaigns/public/public-campaign.ts'],
    ['./b.ts', 'zod/mini', '@noble/hashes/sha2.js'],
  ],
  [
    'campaigns/loader/importer.ts',
    ['@inaam/server/main/app.ts'],
    ['@inaam/contract/fields.ts', 'zod', 'node:fs'],
  ],
  ['campaigns/public/importer.ts', ['node:fs', '../loader/a.ts'], ['../schema/a.ts']],
  // A folder of the server imports those below it, whatever the depth and the end of the file.
  [
    'server/vouchers/importer.ts',
    ['../codes/a.ts', '../codes/a.rules.ts', '../main/app.ts', '@inaam/server/codes/a.ts', 'pg'],
    ['./b.ts', '../messages/a.ts', '../http/page/a.ts', '../database/batches/a.ts', 'zod'],
  ],
  [
    'server/draw/cards/importer.ts',
    ['../../codes/a.ts', '../../main/a.ts', '@inaam/demo/a.ts', '@inaam/testing/a.ts'],
    ['../a.sql.ts', '../../messages/a.ts', '../../console/a.ts', 'fastify'],
  ],
  ['server/database/importer.ts', ['../codes/a.sql.ts'], ['pg', '../platform/a.ts']],
  ['server/sms/paths/importer.ts', ['../../database/a.ts', 'pg'], ['../../platform/a.ts']],
  ['server/platform/importer.ts', ['../database/a.ts', 'pg'], ['node:crypto']],
  [
    'server/codes/importer.sql.ts',
    ['../participants/a.sql.ts', 'fastify', 'node:fs'],
    ['pg', '../draw/a.sql.ts', './b.rules.ts'],
  ],
  ['plugins/webhooks/importer.ts', ['pg', '../packs/a.ts'], ['./b.ts', '@inaam/server/draw/a.ts']],
  [
    'plugins/alerts/server/importer.ts',
    [
      'pg',
      '../../packs/a.ts',
      '../console/a.ts',
      '@inaam/plugins/plugins.ts',
      '@inaam/console/a.ts',
    ],
    ['./b.ts', '../contract.ts', '@inaam/server/draw/a.ts'],
  ],
  [
    'plugins/alerts/console/importer.ts',
    ['node:fs', '../server/a.ts', '../../packs/a.ts', '@inaam/server/draw/a.ts'],
    ['./b.ts', '../contract.ts', '@inaam/console/ui/a.ts', 'react'],
  ],
  [
    'plugins/preview/web/importer.ts',
    ['node:fs', '../server/a.ts', '../../packs/a.ts', '@inaam/server/draw/a.ts'],
    ['./b.ts', '../contract.ts', '@inaam/web/app/a.ts', 'react'],
  ],
  [
    'plugins/alerts/server/importer.rules.ts',
    ['./b.ts', '@inaam/server/draw/a.ts', 'zod', 'node:crypto'],
    ['./b.rules.ts', '../contract.ts', '@inaam/server/draw/a.rules.ts'],
  ],
  // Rules are pure.
  [
    'server/codes/importer.rules.ts',
    ['./b.ts', '../main/a.rules.ts', '../platform/a.ts', 'zod', 'node:crypto', '@inaam/demo/a.ts'],
    ['./b.rules.ts', '../draw/a.rules.ts', '@inaam/contract/fields.ts', '@noble/hashes/sha2.js'],
  ],
  // Entries are no exception, and what runs them knows none.
  [
    'server/codes/importer.call.ts',
    ['../main/app.ts', '../participants/a.sql.ts', '../platform/ip-info.ts', 'pg'],
    ['../http/a.ts', '../draw/a.sql.ts', '../console/context.ts'],
  ],
  [
    'server/vouchers/importer.command.ts',
    ['../main/app.ts', '../figures/a.sql.ts', '@inaam/verifier/verify.ts', 'pg'],
    ['../operator/settings/a.ts', 'commander'],
  ],
  [
    'server/vouchers/importer.job.ts',
    ['../main/delivery/a.ts', '../draw/a.sql.ts', 'pg'],
    ['../messages/a.ts'],
  ],
  ['server/operator/importer.ts', ['../http/a.ts', '../figures/a.ts'], ['../database/a.ts']],
  ['server/http/importer.ts', ['../console/a.ts', '../codes/a.ts'], ['../operator/settings/a.ts']],
  ['server/console/sign-in/importer.call.ts', ['../../draw/a.sql.ts'], ['../../http/a.ts']],
  [
    'server/main/importer.ts',
    ['@inaam/testing/a.ts'],
    ['../platform/ip-info.ts', '../codes/a.call.ts', 'fastify'],
  ],
  [
    'web/features/spin/importer.tsx',
    [
      '../registration/register.ts',
      '../../screens/home.tsx',
      '@inaam/server/main/app.ts',
      'node:fs',
    ],
    ['./a.css', '../../ui/button.tsx', '../../wheel/wheel.tsx', '@inaam/campaigns/public/a.ts'],
  ],
  [
    'web/features/reward-ticket/actions/importer.tsx',
    ['../../spin/a.ts', '../../../screens/a.tsx', '@inaam/campaigns/loader/a.ts'],
    ['./a.ts', '../engraving.ts', '../../../ui/a.tsx'],
  ],
  ['web/wheel/importer.tsx', ['../session/a.ts', '../api/a.ts', '@inaam/contract/a.ts'], ['react']],
  [
    'web/wheel/motion/importer.ts',
    ['../../session/a.ts', '../../app/a.ts'],
    ['../a.ts', '../../optional.ts'],
  ],
  ['web/ui/importer.tsx', ['../api/client.ts', '../session/a.ts', '../app/a.ts'], ['react']],
  [
    'web/tracking/importer.ts',
    ['../session/a.ts', '../api/a.ts', '@inaam/contract/a.ts'],
    ['@inaam/campaigns/public/tags.ts'],
  ],
  ['web/session/importer.ts', ['react', '../ui/a.tsx'], ['../api/client.ts', 'zustand/vanilla']],
  [
    'console/ui/importer.tsx',
    ['../pages/a.tsx', '@inaam/server/main/app.ts', '@inaam/contract/calls.ts', 'node:fs'],
    ['./b.ts', '@inaam/contract/console/calls.ts', 'react'],
  ],
  [
    'verifier/importer.ts',
    ['@inaam/contract/signing.ts', 'zod', 'node:crypto'],
    ['./b.ts', '@noble/hashes/sha2.js'],
  ],
  ['demo/importer.ts', ['@inaam/e2e/a.ts', '@inaam/testing/a.ts'], ['@inaam/server/main/app.ts']],
  ['runtime/importer.ts', ['@inaam/server/main/app.ts'], ['node:fs']],
  ['checks/importer.ts', ['@inaam/server/main/app.ts'], ['oxc-parser', './b.ts']],
  ['e2e/importer.ts', ['@inaam/server/main/app.ts', '@inaam/bench/a.ts'], ['@inaam/demo/a.ts']],
  ['testing/server-model/model/importer.ts', ['../system/a.ts', '@inaam/server/a.ts'], ['./b.ts']],
  [
    'testing/faults/check/importer.ts',
    ['../visitors/a.ts', '@inaam/server/a.ts'],
    ['pg', './b.ts'],
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
    'server/codes/importer.call.test.ts',
    ['./b.test.ts'],
    ['./b.ts', '@inaam/testing/server/a.ts', 'pg', 'vitest'],
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

const folder = await folderOfFile();
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
for (const [at, form] of forms.entries()) write(`server/codes/form-${at}.ts`, form);
write('runtime/cycle/one.ts', "import './two.ts';");
write('runtime/cycle/two.ts', "import './one.ts';");
const refused = lint();

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
  expect(refused[`server/codes/form-${at}.ts`]).toEqual(['pg']);
});

test('a cycle is refused', () => {
  expect(refused['runtime/cycle/one.ts']).toEqual(['Dependency cycle detected']);
});
