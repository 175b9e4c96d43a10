// The rows of the table of doors for server/. See rooms.ts.
import type { Room } from './doors.ts';

const fileSystem = ['node:fs', 'node:fs/promises', 'node:path', 'node:url'];

/** The rooms that the app is put together from. */
export const below = [
  'contract',
  'campaigns',
  'campaigns: server side',
  'server/calls',
  'server/time',
  'server/http',
  'server/site',
  'server/public-draw',
  'server/rules',
  'server/storage',
  'server/keys',
  'server/sms',
  'server/delivery',
];
const tests = {
  rooms: [
    ...below,
    'runtime',
    'server',
    'server/ip-info',
    'server/lifecycle',
    'server/operations',
    'server/testing',
  ],
};

export const serverRooms: readonly Room[] = [
  {
    // The programs. Only demo and e2e start them; nothing else imports them.
    name: 'server/programs',
    holds: ['server/serve.ts', 'server/deliver.ts', 'server/migrate.ts', 'server/operator.ts'],
    rooms: [...below, 'server', 'server/lifecycle', 'server/operations', 'server/operator'],
    node: [...fileSystem, 'node:timers/promises'],
  },
  {
    // The two clocks, and a promise with a time limit.
    name: 'server/time',
    holds: ['server/time/*'],
    rooms: ['server/storage'],
  },
  {
    // How a program starts, listens and stops.
    name: 'server/lifecycle',
    holds: ['server/lifecycle/*'],
    rooms: [...below, 'server', 'server/operations'],
    node: ['node:os'],
    tests,
  },
  {
    name: 'server',
    holds: ['server/*.ts'],
    rooms: [...below, 'server/ip-info', 'server/operations'],
    packages: ['fastify', '@fastify/under-pressure', 'zod'],
    node: [...fileSystem, 'node:net', 'node:os'],
    tests,
  },
  {
    // What an operator looks at: the log by allow list, the meters, the health. The calls know nothing of it.
    name: 'server/operations',
    holds: ['server/operations/*'],
    rooms: ['contract', 'server/storage', 'server/time'],
    types: { rooms: ['server/http'] },
    packages: ['fastify', 'pino', 'prom-client'],
    node: [...fileSystem, 'node:crypto', 'node:http', 'node:net'],
    tests,
  },
  {
    // Fetch, decide, store, answer. No SQL, no other call, no HTTP library.
    name: 'server/calls',
    holds: ['server/calls/*'],
    among: 'none',
    rooms: [
      'contract',
      'campaigns',
      'campaigns: server side',
      'server/http',
      'server/rules',
      'server/storage',
      'server/keys',
    ],
    tests,
  },
  {
    // How calls travel: routes, checks, answers.
    name: 'server/http',
    holds: ['server/http/*'],
    rooms: [
      'contract',
      'campaigns',
      'campaigns: server side',
      'server/time',
      'server/rules',
      'server/storage',
      'server/keys',
    ],
    types: { rooms: ['server/site'] },
    packages: ['fastify', '@fastify/formbody', '@fastify/helmet', 'zod'],
    tests,
  },
  {
    // The page and its assets.
    name: 'server/site',
    holds: ['server/site/*'],
    rooms: ['contract', 'campaigns', 'campaigns: server side', 'server', 'server/http'],
    packages: ['fastify', '@fastify/static', 'zod'],
    node: [...fileSystem, 'node:crypto', 'node:util', 'node:zlib'],
    // The program of the first paint, which the build has left beside the page.
    computed: true,
    tests,
  },
  {
    // The published draw: documents for everybody, and a page that explains them.
    name: 'server/public-draw',
    holds: ['server/public-draw/*'],
    rooms: [
      'campaigns',
      'campaigns: server side',
      'server/http',
      'server/rules',
      'server/site',
      'server/storage',
    ],
    packages: ['fastify', 'zod'],
    node: ['node:stream'],
    tests,
  },
  {
    // Verdicts: values in, values out. No clock, dice, I/O; compiles without Node's types.
    name: 'server/rules',
    holds: ['server/rules/*'],
    rooms: ['contract'],
    packages: ['@noble/hashes'],
    tests,
  },
  {
    // Program that writes the dump of the schema; starts a PostgreSQL of its own for it.
    name: 'server/storage: schema',
    holds: ['server/storage/write-schema.ts'],
    rooms: ['runtime', 'server/storage'],
    node: [...fileSystem, 'node:child_process', 'node:os'],
  },
  {
    // All the SQL. graphile-worker lays its own tables here, in the same migration.
    name: 'server/storage',
    holds: ['server/storage/*', 'server/storage/migrations/*'],
    rooms: ['contract', 'server/rules'],
    packages: ['pg', 'graphile-worker'],
    node: [...fileSystem, 'node:crypto'],
    tests,
  },
  {
    name: 'server/keys',
    holds: ['server/keys/*'],
    rooms: ['contract', 'server/rules'],
    packages: ['zod'],
    node: ['node:crypto'],
    tests,
  },
  {
    // About where an address is, for review. Only who puts the app together comes in: a call or a rule that could ask
    // here could decide by it.
    name: 'server/ip-info',
    holds: ['server/ip-info/*'],
    packages: ['maxmind', 'zod'],
    node: ['node:fs', 'node:net'],
    tests,
  },
  {
    name: 'server/sms',
    holds: ['server/sms/*'],
    rooms: ['contract', 'campaigns: server side', 'server/keys', 'server/storage'],
    packages: ['zod'],
    node: ['node:crypto'],
    tests,
  },
  {
    name: 'server/delivery',
    holds: ['server/delivery/*'],
    rooms: [
      'contract',
      'campaigns',
      'campaigns: server side',
      'server/time',
      'server/sms',
      'server/storage',
      'server/keys',
      'server/rules',
    ],
    packages: ['graphile-worker', 'zod'],
    node: ['node:events', 'node:timers/promises'],
    tests,
  },
  {
    // A campaign of made-up shoppers, played on the real rules and the real storage. Only the operator starts it.
    name: 'server/simulation',
    holds: ['server/simulation/*'],
    rooms: [
      'campaigns',
      'campaigns: server side',
      'server',
      'server/rules',
      'server/storage',
      'server/keys',
    ],
    node: ['node:crypto'],
    tests,
  },
  {
    // Starts a PostgreSQL of its own for a simulation: the one place of a program that reaches the ground.
    name: 'server/operator: place',
    holds: ['server/operator/simulation-database.ts'],
    rooms: ['runtime', 'server/storage'],
    node: [...fileSystem, 'node:os'],
  },
  {
    // The operator's commands. The verifier is a program beside it, started and never imported.
    name: 'server/operator',
    holds: ['server/operator/*', 'server/operator/commands/*'],
    rooms: [
      'contract',
      'campaigns',
      'campaigns: server side',
      'server',
      'server/time',
      'server/delivery',
      'server/keys',
      'server/lifecycle',
      'server/operator: place',
      'server/public-draw',
      'server/rules',
      'server/simulation',
      'server/storage',
    ],
    packages: ['commander', 'zod'],
    node: [
      ...fileSystem,
      'node:child_process',
      'node:os',
      'node:readline/promises',
      'node:stream',
      'node:stream/consumers',
      'node:stream/promises',
    ],
    tests,
  },
  {
    // Simulated shoppers at the API: a model, what may be done, the real server. Only its own test comes in.
    name: 'server/shoppers',
    holds: ['testing/server-model/*'],
    rooms: ['contract', 'server/testing'],
    packages: ['fast-check', 'vitest'],
    tests,
  },
  {
    // What the tests of the server share. Production never imports it: no row of a program's lists it.
    name: 'server/testing',
    holds: ['testing/server/*'],
    rooms: [
      ...below,
      'runtime',
      'checks/setup',
      'server',
      'server/ip-info',
      'server/lifecycle',
      'server/operations',
      'server/operator',
      'server/simulation',
    ],
    packages: ['fastify', 'vitest'],
    node: [
      ...fileSystem,
      'node:child_process',
      'node:crypto',
      'node:http',
      'node:module',
      'node:net',
      'node:os',
      'node:stream',
      'node:stream/consumers',
      'node:timers/promises',
    ],
  },
];
