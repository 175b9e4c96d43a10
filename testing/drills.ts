export type Drill = {
  says: string;
  /** Relative to the repository's root. */
  program: string;
  /** Precede the command line's arguments. */
  words?: readonly string[];
  /** A folder with separate packages, which are installed if missing. */
  packages?: string;
};

/** The drills of `npm run drill -- <name>`. */
export const drills: Readonly<Record<string, Drill>> = {
  faults: {
    says: 'breaks the product under load, and checks what clients saw: a scenario, or all',
    program: 'testing/faults/run-faults.ts',
  },
  failover: {
    says: 'the primary of three PostgreSQL fails under load: [rounds] [kill|pause|hang|cut …]',
    program: 'testing/faults/run-faults.ts',
    words: ['failover'],
  },
  restore: {
    says: "loses the database and restores it by the runbook's commands: [journeys]",
    program: 'testing/faults/run-faults.ts',
    words: ['restore'],
  },
  soak: {
    says: 'half load for an hour; memory must not grow: --minutes 60 [--per-second 2]',
    program: 'testing/soak/run-soak.ts',
  },
  attack: {
    says: 'an attack, and the line that it must not cross: <name> [size]',
    program: 'testing/attack/run-attack.ts',
  },
  canaries: {
    says: 'searches all that is written for the marked values of shoppers: [shoppers]',
    program: 'testing/canaries/run-canaries.ts',
  },
  fuzz: {
    says: 'hostile requests to the server: [--requests 1000000] [--seed 1] [--minutes 60]',
    program: 'testing/fuzz/run-fuzz.ts',
  },
  'fuzz-parsers': {
    says: 'any bytes to the parsers of the protocol: [inputs] [seed]',
    program: 'testing/fuzz/parsers/run-parser-fuzz.ts',
  },
  seeds: {
    says: 'the model of the server, seed by seed: [seeds] [--from 1] [--minutes 60]',
    program: 'testing/server-model/run-seeds.ts',
  },
  kannel: {
    says: "a campaign's SMS over Kannel: [messages]",
    program: 'testing/kannel/run-kannel-drill.ts',
  },
  mutation: {
    says: 'changes the code, and shows which changes no test notices: [area …] [--changed]',
    program: 'testing/mutation/run-mutation.ts',
    packages: 'testing/mutation',
  },
  engines: {
    says: 'the journey in another browser: firefox, chromium80 or webkit',
    program: 'e2e/engines/smoke-test.ts',
    packages: 'e2e/engines',
  },
  'postgresql-15': {
    says: "the API tests on Debian's PostgreSQL 15: [files]",
    program: 'testing/postgresql/run-api-tests.ts',
  },
};
