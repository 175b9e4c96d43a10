// Who may import what. `checks/import-rules.test.ts` shows that each kind of rule refuses.

/** Each list: lowest first. A folder imports itself and the folders before it. */
const server = `platform sms database operator http console messages vouchers draw codes
  participants figures main`.split(/\s+/);
const web = `older-engines tracking api session locale ui wheel app forms features screens
  first-paint draw-check`.split(/\s+/);
const page = ['ui', 'app', 'pages'];

const node = ['node:*', 'node:*/*'];
const ours = (...names) => names.map((name) => `@inaam/${name}/**`);
const onlyOurs = (...patterns) => ['@inaam/**', ...patterns.map((one) => `!@inaam/${one}`)];
const above = ['web', 'console', 'demo', 'verifier', 'testing', 'e2e', 'bench'];

/** What a rule may import: no clock, no randomness, no input or output. */
const pure = ['**/*.rules.ts', '**/contract.ts', '@inaam/contract/**', '@noble/hashes/**'].concat(
  '{@inaam/campaigns/schema/draw-schema.ts,jsonc-parser}',
);
const rules = ['**', ...pure.map((pattern) => `!${pattern}`)];
/** What the end of a file's name promises. SQL answers no request. */
const kinds = { '.ts': ['pg'], '.sql.ts': ['fastify', 'node:*'], '.rules.ts': rules };

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

const browser = [...node, ...onlyOurs('{contract,campaigns/public}/**', 'plugins/{web,reward}.ts')];
const ofConsole = onlyOurs('contract/{console/**,mobile-input.ts}', 'plugins/console.ts');
const consoleBrowser = [...node, ...ofConsole];
const tests = '**/*.test.*';
const others = '../../[a-z]*/**';
const inPlugin = [others, '../server/**'];
const ofPlugin = ['pg', ...ours('plugins', ...above)];
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
    refuse('contract/**', [...node, ...onlyOurs('plugins/{calls,contract}.ts'), 'zod', 'react']),
    refuse('campaigns/**', onlyOurs('contract/**', 'plugins/campaign{s,-plugin}.ts')),
    refuse('campaigns/public/**', [...node, '../{loader,sms,validation}/**', '@inaam/**']),
    ...folders,
    ...web.map((folder) =>
      refuse(`web/${folder}/**`, [...browser, ...later(web, folder), ...(never[folder] ?? [])]),
    ),
    refuse('web/draw-check/**', [...node, ...onlyOurs('{campaigns/public,verifier}/**')]),
    refuse('web/features/*/*', [...browser, ...later(web, 'features'), '../[a-z]*/**']),
    refuse('web/features/*/*/**', [...browser, ...later(web, 'features'), others]),
    ...page.map((folder) =>
      refuse(`console/${folder}/**`, [...consoleBrowser, ...later(page, folder)]),
    ),
    refuse('plugins/*/*', [...ofPlugin, '../[a-z]*/**']),
    refuse('plugins/*/server/**', [...ofPlugin, others, '../console/**']),
    refuse('plugins/*/console/**', [...consoleBrowser, '!@inaam/console/**', ...inPlugin]),
    refuse('plugins/*/web/**', [...browser, '!@inaam/web/**', ...inPlugin]),
    refuse('plugins/**/*.rules.ts', rules),
    refuse('**/{ledger.command,verify-{apart,worker}}.ts', ours('web', 'console', 'demo')),
    // An auditor's program trusts nothing that it checks.
    refuse('verifier/**', ['**', '!./*', '!node:fs', '!node:util', '!@noble/**']),
    refuse('demo/**', ours('testing', 'e2e', 'bench', 'verifier')),
    refuse('{runtime,checks}/**', ['@inaam/**']),
    refuse('e2e/**', ours('server', 'bench')),
    // A model knows nothing of what it predicts, and a checker nothing of what it checks.
    refuse('testing/{server-model/model,faults/check}/**', ['@inaam/**', '../**']),
    refuse('**/*.test.{ts,tsx}', [tests]),
    refuse('web/**/*.test.{ts,tsx}', [tests, ...ours('server', 'demo')]),
    refuse('verifier/**/*.test.ts', [tests, ...ours('contract', 'campaigns', 'server', 'web')]),
  ],
};
