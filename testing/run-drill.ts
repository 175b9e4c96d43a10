import { existsSync } from 'node:fs';
import { drills } from '@inaam/plugins/testing.ts';
import { runNamed } from './run-named.ts';

/** Of a folder whose packages are not always installed: it is not compiled with this one. */
const runFrom = (file: string): Promise<unknown> => import(new URL(file, import.meta.url).href);

/** As e2e/engines starts them, and what Debian calls them. */
const browsers = new Map([
  ['firefox', { file: '/usr/bin/firefox-esr', packages: 'firefox-esr' }],
  [
    'webkit',
    {
      file: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      packages: 'webkit2gtk-driver xvfb',
    },
  ],
]);

await runNamed('drill', {
  faults: {
    says: 'breaks the product under load, and checks what clients saw: a scenario, or all',
    run: () => import('./faults/run-faults.ts'),
  },
  failover: {
    says: 'the primary of three PostgreSQL fails under load: [rounds] [kill|pause|hang|cut …]',
    run: () => import('./faults/run-faults.ts'),
    words: ['failover'],
  },
  restore: {
    says: 'loses the database and restores the backup of some minutes before: [journeys]',
    run: () => import('./faults/run-faults.ts'),
    words: ['restore'],
  },
  'go-live': {
    says: 'types the page "Go live" on this machine, from a clone to the first voucher: [--keep]',
    run: () => import('./go-live/run-go-live.ts'),
  },
  attack: {
    says: 'an attack, and the line that it must not cross: <name> [size]',
    run: () => import('./attack/run-attack.ts'),
  },
  fuzz: {
    says: 'hostile requests: [--requests 1000000] [--seed 1]',
    run: () => import('./fuzz/run-fuzz.ts'),
  },
  seeds: {
    says: 'the model of the server, seed by seed: [seeds] [--from 1] [--minutes 60] [--packs]',
    run: () => import('./server-model/run-seeds.ts'),
  },
  mutations: {
    says: 'mistakes in SQL and rights, and which of them no test notices: [file] [--some 40] [--seed 1]',
    run: () => import('./mutations/run-mutations.ts'),
  },
  engines: {
    says: 'the journey in another browser: firefox or webkit',
    run: () => runFrom('../e2e/engines/smoke-test.ts'),
    problem: ([name = '', program]) => {
      const browser = browsers.get(name);
      if (!browser) return 'Name the browser: firefox or webkit.';
      const { file, packages } = browser;
      if (existsSync(program ?? file)) return undefined;
      return `There is no ${program ?? file}. Install it from Debian (apt-get install ${packages}), or write the path of the browser after its name.`;
    },
    packages: 'e2e/engines',
  },
  ...Object.fromEntries(
    Object.entries(drills).map(([name, run]) => [name, { says: 'of a plugin: [how many] …', run }]),
  ),
});
