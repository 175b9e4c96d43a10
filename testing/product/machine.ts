// Debian packages, the user of their PostgreSQL, and process trees.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, globSync, readdirSync, readFileSync } from 'node:fs';

const isRoot = process.getuid?.() === 0;

/** Command prefix, because PostgreSQL refuses to run as root. */
export const asPostgres: readonly string[] = isRoot
  ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
  : [];

/** Not under /tmp: a service manager may give the server's user a private /tmp. */
export function folderForPostgres(): string {
  const folder = mkdtempSync('/var/tmp/inaam-cluster-');
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'));
  return folder;
}

const idOf = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/** Of Debian's packages. */
export const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
} as const;
const postgresql = '/usr/lib/postgresql/15/bin/postgres';

const cluster = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy'] as const;
const server = ['postgresql-15', 'postgresql-client-15'] as const;

/** @throws Error if they cannot be installed */
export function installCluster(): void {
  installPackages([...Object.values(programs), postgresql], [...cluster, ...server]);
}

/** @throws Error if it cannot be installed */
export function installPostgres(): void {
  installPackages([postgresql], server);
}

/**
 * Installs Debian packages unless all these files or patterns exist.
 * @throws Error if they cannot be installed
 */
export function installPackages(files: readonly string[], packages: readonly string[]): void {
  if (files.every((file) => globSync(file).length > 0)) return;
  process.stdout.write(`Installing with apt-get: ${packages.join(', ')}.\n`);
  const command = ['install', '-y', '--no-install-recommends', ...packages];
  const { status } = spawnSync('apt-get', command, { stdio: 'ignore' });
  if (status === 0) return;
  throw new Error(`They could not be installed. As root: apt-get ${command.join(' ')}`);
}

/** The process and its running descendants. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined;
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const tree = [root].filter((pid) => parents.has(pid));
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  }
  return tree;
}

function parentOf(pid: string): number | undefined {
  try {
    // The program's name, in brackets, may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(/\) \S (\d+)/.exec(stat.slice(stat.lastIndexOf(')')))?.[1]);
  } catch {
    return undefined;
  }
}

/** Those still running. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}
