import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drills as ofPlugins } from '@inaam/plugins/testing.ts';
import { namesOf, runScript } from './runtime/run-script.ts';

type Short = {
  words: readonly string[];
  /** What it prints when nothing was found. */
  verdict: RegExp;
  /** Of Debian's packages. */
  needs?: readonly string[];
};

const postgres = '/usr/lib/postgresql/15/bin/postgres';
const attack = (name: string, size: number): Short => ({
  words: ['attack', name, String(size)],
  verdict: /"isHeld": true/,
});

/** For a few seconds or minutes each. */
const drills: readonly Short[] = [
  { words: ['faults', 'kill-serve', '--times', '2'], verdict: /All promises were kept/ },
  {
    words: ['failover', '1', 'kill'],
    verdict: /All promises were kept/,
    needs: [postgres, '/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'],
  },
  { words: ['restore', '5'], verdict: /All promises were kept/, needs: [postgres] },
  {
    words: ['go-live'],
    verdict: /From the clone to the first voucher/,
    needs: ['/usr/bin/caddy', '/usr/bin/pg_lsclusters'],
  },
  attack('lockout', 2),
  attack('guessing', 2),
  attack('bombing', 1),
  attack('pumping', 1),
  attack('replay', 1),
  { words: ['fuzz', '--requests', '700'], verdict: /"found": 0/ },
  { words: ['seeds', '3'], verdict: /"seeds":3/ },
  { words: ['mutations', 'plugins/packs/functions.sql:9'], verdict: /Noticed: 1 of 1/ },
  {
    words: ['engines', 'firefox'],
    verdict: /the profile, a dialog, and out/,
    needs: ['/usr/bin/firefox-esr'],
  },
  ...('brands' in ofPlugins
    ? [{ words: ['brands', '2', '60'], verdict: /changed no row of the others/ }]
    : []),
];

test('each drill has a short form here', async () => {
  const { stdout } = await runScript('testing/run-drill.ts', []);
  expect(namesOf(stdout)).toEqual([...new Set(drills.map(({ words: [name] }) => name))]);
});

test.for(drills.map((drill) => [drill.words.join(' '), drill] as const))(
  'the drill %s ends with its verdict',
  { tags: ['long'] },
  async ([, { words, verdict, needs = [] }], { skip }) => {
    const absent = needs.filter((file) => globSync(file).length === 0);
    skip(absent.length > 0, `Debian's packages are not installed: ${absent.join(', ')}`);
    const { stdout, stderr, exit } = await runScript('testing/run-drill.ts', words);
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    expect(stdout).toMatch(verdict);
  },
);
