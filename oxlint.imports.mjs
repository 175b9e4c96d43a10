// Who may import what. `checks/import-rules.test.ts` shows that each kind of rule refuses.
// Whether a package is listed where it is used is knip's concern.

/** Each list: lowest first. A folder imports itself and the folders before it. */
const server =
  `platform sms database operator http console messages vouchers review draw codes packs
  questions participants figures main`.split(/\s+/);
const web = `older-engines tracking api session locale ui wheel app forms features screens
  first-paint preview draw-check`.split(/\s+/);
const page = ['ui', 'app', 'pages'];

const node = ['node:*', 'node:*/*'];
const ours = (...names) => names.map((name) => `@inaam/${name}/**`);
const onlyTheseOfOurs = (...patterns) => ['@inaam/**', ...patterns.map((one) => `!@inaam/${one}`)];
const above = ['web', 'console', 'demo', 'verifier', 'testing', 'e2e', 'bench'];

/** What a rule may import: no clock, no randomness, no input or output. */
const pure = [
  './**/*.rules.ts',
  '../**/*.rules.ts',
  '@inaam/contract/**',
  '@noble/hashes/**',
].concat('@inaam/campaigns/schema/{draw-schema,json-text}.ts');

/** What the end of a file's name promises: a rule is pure, and SQL answers no request. */
const kinds = {
  '.ts': ['pg'],
  '.sql.ts': ['fastify', 'node:*'],
  '.rules.ts': ['**', ...pure.map((pattern) => `!${pattern}`)],
};

const refuse = (files, group) => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group }] }] },
});

/** The folders after this one. No folder below one of these has the name of another. */
const later = (order, folder) =>
  order.slice(order.indexOf(folder) + 1).map((name) => `../**/${name}/**`);

const folders = server.flatMap((folder) =>
  Object.entries(kinds).map(([end, refused]) =>
    refuse(`server/${folder}/**/*${end}`, [
      ...refused.filter((one) => one !== 'pg' || folder !== 'database'),
      ...ours('server', 'plugins/*', ...above),
      ...later(server, folder),
      // Who could look up where an address is would decide by it.
      ...(['operator', 'main'].includes(folder) ? [] : ['../**/ip-info.ts']),
    ]),
  ),
);

const browser = [...node, ...onlyTheseOfOurs('contract/**', 'campaigns/public/**')];
const consoleBrowser = [...node, ...onlyTheseOfOurs('contract/{console/**,ascii-digits.ts}')];
const never = {
  // What is not given to it cannot reach a tag.
  tracking: ['@inaam/contract/**'],
  session: ['react'],
  wheel: ['../**/{api,session,locale,tracking}/**', '@inaam/contract/**'],
  ui: ['../**/{api,session,tracking}/**'],
};

/** @type {import('oxlint').OxlintConfig} */
export default {
  plugins: ['eslint', 'import'],
  categories: { correctness: 'off' },
  ignorePatterns: ['**/dist/**', '.cache/**', '.data/**', '.reports/**'],
  rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
  overrides: [
    refuse('contract/**', [...node, '@inaam/**', 'zod', 'react']),
    refuse('campaigns/**', onlyTheseOfOurs('contract/**')),
    refuse('campaigns/public/**', [...node, '../{loader,sms,validation}/**', '@inaam/**']),
    ...folders,
    ...web.map((folder) =>
      refuse(`web/${folder}/**`, [...browser, ...later(web, folder), ...(never[folder] ?? [])]),
    ),
    refuse('web/draw-check/**', [...node, ...onlyTheseOfOurs('{campaigns/public,verifier}/**')]),
    refuse('web/features/*/*', [...browser, ...later(web, 'features'), '../[a-z]*/**']),
    refuse('web/features/*/*/**', [...browser, ...later(web, 'features'), '../../[a-z]*/**']),
    ...page.map((folder) =>
      refuse(`console/${folder}/**`, [...consoleBrowser, ...later(page, folder)]),
    ),
    refuse('plugins/*/*', ['pg', '../[a-z]*/**', ...ours('plugins', ...above)]),
    refuse('server/draw/published/ledger-verify.command.ts', ours('web', 'console', 'demo')),
    // An auditor's program trusts nothing that it checks.
    refuse('verifier/**', ['**', '!./*', '!node:fs', '!node:fs/promises', '!node:util']),
    refuse('demo/**', ours('testing', 'e2e', 'bench', 'verifier')),
    refuse('{runtime,checks}/**', ['@inaam/**']),
    refuse('e2e/**', ours('server', 'bench')),
    // A model knows nothing of what it predicts, and a checker nothing of what it checks.
    refuse('testing/{server-model/model,faults/check}/**', ['@inaam/**', '../**']),
    refuse('**/*.test.{ts,tsx}', ['**/*.test.*']),
    refuse('web/**/*.test.{ts,tsx}', ['**/*.test.*', ...ours('server', 'demo')]),
    refuse('verifier/**/*.test.ts', [
      '**/*.test.*',
      ...ours('contract', 'campaigns', 'server', 'web'),
    ]),
  ],
};
