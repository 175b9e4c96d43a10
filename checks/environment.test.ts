import { expect, test } from 'vitest';
import { environmentFaults, readers } from './environment.ts';
import { readSources } from './repository.ts';

test('only the listed files read the environment', () => {
  expect(readSources(() => true).flatMap(environmentFaults)).toEqual([]);
});

test.each([
  'const port = process.env.PORT;',
  "const port = process.env['PORT'];",
  "const all = process['env'];",
  'const { env } = process;',
  'const { env: all } = process;',
  'const { pid, ...rest } = process;',
  'const all = globalThis.process.env;',
  "import { env } from 'node:process';",
  "import process, { env as all } from 'node:process';",
])('%j is refused outside of config', (text) => {
  const fault =
    'server/calls/a.ts:1 reads the environment. Take the setting from server/config.ts.';
  expect(environmentFaults({ path: 'server/calls/a.ts', text })).toEqual([fault]);
  expect(environmentFaults({ path: 'server/config.ts', text })).toEqual([]);
});

test.each(['const a = import.meta.env.DEV;', 'process.exit(1);', 'const { pid } = process;'])(
  '%j is fine',
  (text) => {
    expect(environmentFaults({ path: 'web/a.ts', text })).toEqual([]);
  },
);

test('of the server, config alone is listed', () => {
  expect([...readers.keys()].filter((file) => file.startsWith('server/'))).toEqual([
    'server/config.ts',
  ]);
});
