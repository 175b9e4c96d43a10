import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Of Debian's packages. */
export const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
} as const;
const postgresql = '/usr/lib/postgresql/15/bin/postgres';

const cluster = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy'] as const;
const server = ['postgresql-15', 'postgresql-client-15'] as const;

/** @throws Error where they can't be installed */
export function installCluster(print: (line: string) => void): void {
  install([...Object.values(programs), postgresql], [...cluster, ...server], print);
}

/** @throws Error where it can't be installed */
export function installPostgres(print: (line: string) => void): void {
  install([postgresql], server, print);
}

function install(
  needed: readonly string[],
  packages: readonly string[],
  print: (line: string) => void,
): void {
  if (needed.every((program) => existsSync(program))) return;
  print(`Installing with apt-get: ${packages.join(', ')}.`);
  const command = ['install', '-y', '--no-install-recommends', ...packages];
  const { status } = spawnSync('apt-get', command, { stdio: 'ignore' });
  if (status === 0) return;
  throw new Error(`They could not be installed. As root: apt-get ${command.join(' ')}`);
}
