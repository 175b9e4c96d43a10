// Three PostgreSQL 15 under Patroni with etcd, behind HAProxy, on loopback, configured by the files
// of deploy/postgresql.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '@inaam/runtime/port.ts';
import { waitUntil } from '../server/wait-until.ts';
import { asPostgres, folderForPostgres, installCluster, programs } from '../product/machine.ts';
import { commits, shippedVariables, startNode, type ClusterNode } from './node.ts';

export type Cluster = {
  /** Through HAProxy. */
  url: string;
  nodes: readonly ClusterNode[];
  /** Whether a commit succeeds through HAProxy. */
  commits(): Promise<boolean>;
  /** The machine that claims to be the primary; `other` is skipped. */
  primary(other?: ClusterNode): Promise<ClusterNode | undefined>;
  /** Whether all others follow one primary, one of them synchronously. */
  isWhole(): Promise<boolean>;
  stop(): Promise<void>;
};

const names = ['one', 'two', 'three'] as const;
const startMs = 300_000;

/** @param logs a folder for the logs of all programs */
export async function startCluster(logs: string): Promise<Cluster> {
  installCluster();
  const folder = folderForPostgres();
  const children: ChildProcess[] = [];
  const run = (program: string, words: readonly string[], variables: NodeJS.ProcessEnv) => {
    const [first = program, ...rest] = [...asPostgres, program, ...words];
    const log = openSync(path.join(logs, `${path.basename(program)}.log`), 'a');
    const env = { PATH: process.env['PATH'], ...variables };
    children.push(spawn(first, rest, { cwd: folder, stdio: ['ignore', log, log], env }));
  };
  const nodes: ClusterNode[] = [];
  const stop = async () => {
    for (const node of nodes) await node.stop();
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [etcdPort, peerPort] = [await portFrom(31_000), await portFrom(31_100)];
    const clients = `http://127.0.0.1:${etcdPort}`;
    const peers = `http://127.0.0.1:${peerPort}`;
    run(programs.etcd, [], {
      ...shippedVariables('etcd.env'),
      ETCD_NAME: 'drill',
      ETCD_DATA_DIR: `${folder}/etcd`,
      ETCD_LISTEN_CLIENT_URLS: clients,
      ETCD_ADVERTISE_CLIENT_URLS: clients,
      ETCD_LISTEN_PEER_URLS: peers,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
      ETCD_INITIAL_CLUSTER: `drill=${peers}`,
    });
    // Patroni would wait five seconds before its next check.
    await waitUntil(() => hasVersion(clients), startMs);
    await refuseLostLock(new URL(clients).host);
    const [superuser, replication] = [password(), password()];
    const passwords = { superuser, replication };
    for (const [place, name] of names.entries()) {
      const postgresPort = await portFrom(31_200 + place * 100);
      const restPort = await portFrom(31_500 + place * 100);
      nodes.push(
        await startNode({ name, folder, logs, etcdPort, postgresPort, restPort, passwords }),
      );
    }
    const port = await portFrom(31_900);
    run(programs.haproxy, ['-db', '-f', proxyFile], proxyVariables(port, nodes));
    const cluster = { nodes, ...watch(nodes), stop };
    await waitUntil(() => cluster.isWhole(), startMs);
    const urlOf = (name: string) => `postgres://postgres:${superuser}@127.0.0.1:${port}/${name}`;
    await createDatabase(urlOf('postgres'));
    return { ...cluster, url: urlOf('inaam'), commits: () => commits(urlOf('postgres')) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whether etcd has agreed on its cluster's version. */
async function hasVersion(etcd: string): Promise<boolean> {
  const answer = await fetch(`${etcd}/version`).catch(() => undefined);
  return answer?.ok === true && !(await answer.text()).includes('not_decided');
}

/** @throws Error if a primary that was paused could take the lock back from its successor */
async function refuseLostLock(etcd: string): Promise<void> {
  const isVersion3 = 'PATRONI_ETCD3_HOSTS' in shippedVariables('node.env');
  // Debian's Patroni is a package of Debian's Python.
  const words = [lockFile, isVersion3 ? 'etcd3' : 'etcd', etcd];
  const checked = spawn('/usr/bin/python3', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  checked.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const [status]: unknown[] = await once(checked, 'close');
  if (status !== 0) throw new Error(said.trim());
}

const lockFile = path.join(import.meta.dirname, 'renew_lost_lock.py');

const proxyFile = path.resolve(import.meta.dirname, '../../deploy/postgresql/haproxy.cfg');

const proxyVariables = (port: number, nodes: readonly ClusterNode[]) => ({
  INAAM_PRIMARY: `127.0.0.1:${port}`,
  ...Object.fromEntries(
    nodes.flatMap(({ name, postgresPort, restPort }) => [
      [`INAAM_${name.toUpperCase()}`, `127.0.0.1:${postgresPort}`],
      [`INAAM_${name.toUpperCase()}_CHECK`, String(restPort)],
    ]),
  ),
});

function watch(nodes: readonly ClusterNode[]) {
  return {
    async primary(other?: ClusterNode) {
      const asked = nodes.filter((node) => node !== other);
      const all = await Promise.all(asked.map((node) => node.state()));
      return asked.find((_, place) => {
        const { state, role = '' } = all[place] ?? {};
        return state === 'running' && primaryRoles.has(role);
      });
    },
    async isWhole() {
      const all = await Promise.all(nodes.map((node) => node.state()));
      const running = all.filter((one) => one?.state === 'running');
      const primaries = nodes.filter((_, place) => primaryRoles.has(all[place]?.role ?? ''));
      const [primary] = primaries;
      if (!primary || primaries.length > 1 || running.length < nodes.length) return false;
      if (!running.some((one) => one?.isSync) || !(await primary.commits())) return false;
      // A former primary runs, and even streams, briefly before it has to be rewound.
      const committed = (await primary.committed()) ?? Number.POSITIVE_INFINITY;
      const shown = await Promise.all(nodes.map((node) => node.committed()));
      return shown.every((count) => count !== undefined && count >= committed);
    },
  };
}

/** Patroni 3.0 still says `master`. */
const primaryRoles: ReadonlySet<string> = new Set(['master', 'primary']);

async function createDatabase(url: string): Promise<void> {
  await waitUntil(async () => {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('create database inaam');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }, startMs);
}

const password = () => randomBytes(24).toString('hex');
const portFrom = async (wanted: number) => (await freePort(wanted, '127.0.0.1')).port;
