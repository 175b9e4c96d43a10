// One machine of the cluster: Patroni and its PostgreSQL. It can die, pause, or be cut off from the
// other machines while its clients still reach it.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import pg from 'pg';
import * as z from 'zod';
import { startFaultProxy, type FaultProxy } from '../product/fault-proxy.ts';
import { programs, asPostgres, processTree, signalAll } from '../product/machine.ts';

export type NodeOptions = {
  name: string;
  folder: string;
  /** Folder of its log. */
  logs: string;
  /** Of etcd. */
  etcdPort: number;
  postgresPort: number;
  restPort: number;
  passwords: { superuser: string; replication: string };
};

export type Member = { role: string; state: string; isSync: boolean };

export type ClusterNode = Awaited<ReturnType<typeof startNode>>;

const shipped = path.resolve(import.meta.dirname, '../../deploy/postgresql');
const configuration = path.join(shipped, 'patroni.yml');

/** A team's template variables, with the addresses replaced. */
export const shippedVariables = (file: 'node.env' | 'etcd.env') =>
  parseEnv(readFileSync(path.join(shipped, file), 'utf8'));

const local = (port: number) => startFaultProxy(`postgres://127.0.0.1:${port}`);

export async function startNode(options: NodeOptions) {
  const { name, folder, postgresPort, restPort } = options;
  const url = `postgres://postgres:${options.passwords.superuser}@127.0.0.1:${postgresPort}/postgres`;
  const data = path.join(folder, name);
  // Traffic between the machines; database clients use another route.
  const [etcd, postgres, rest] = [
    await local(options.etcdPort),
    await local(postgresPort),
    await local(restPort),
  ];
  const links = [etcd, postgres, rest];
  const log = openSync(path.join(options.logs, `${name}.log`), 'a');
  let patroni: ChildProcess | undefined;

  const start = () => {
    const [first, ...words] = [...asPostgres, programs.patroni, configuration];
    patroni = spawn(first ?? programs.patroni, words, {
      cwd: folder,
      stdio: ['ignore', log, log],
      env: patroniVariables(options, { etcd, postgres, rest }),
    });
  };
  /** PostgreSQL is detached, because Patroni may end without it. */
  const pids = () => {
    const file = path.join(data, 'postmaster.pid');
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    return [patroni?.pid ?? 0, postmaster].filter((pid) => pid > 0).flatMap(processTree);
  };
  const kill = () => {
    // Stop all first, so that none sees another one die.
    const all = pids();
    signalAll(all, 'SIGSTOP');
    signalAll(all, 'SIGKILL');
  };
  start();
  return {
    name,
    postgresPort,
    restPort,
    start,
    kill,
    pause: () => signalAll(pids(), 'SIGSTOP'),
    /** Nothing demotes its PostgreSQL any more. */
    hang: () => signalAll(processTree(patroni?.pid ?? 0), 'SIGSTOP'),
    resume: () => signalAll(pids(), 'SIGCONT'),
    cutOff: () => {
      for (const link of links) link.blackHole();
    },
    join: () => {
      for (const link of links) {
        link.heal();
        // When the network is restored, no connection may stay silent forever.
        link.cut();
      }
    },
    /** Whether a commit succeeds, which takes a synchronous standby. */
    commits: () => commits(url),
    /** How many of `commits` it has; undefined if it does not respond. */
    committed: () => committed(url),
    /** Patroni's status; undefined if it does not respond. */
    state: () => stateOf(restPort),
    stop: async () => {
      kill();
      for (const link of links) await link.close();
    },
  };
}

type Links = Record<'etcd' | 'postgres' | 'rest', FaultProxy>;

function patroniVariables(options: NodeOptions, { etcd, postgres, rest }: Links) {
  const { name, folder, postgresPort, restPort, passwords } = options;
  return {
    ...shippedVariables('node.env'),
    PATH: process.env['PATH'],
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: new URL(rest.url).host,
    PATRONI_ETCD_HOSTS: new URL(etcd.url).host,
    // Otherwise it would discover etcd's real address.
    PATRONI_ETCD_USE_PROXIES: 'true',
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgresPort}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: new URL(postgres.url).host,
    PATRONI_POSTGRESQL_DATA_DIR: path.join(folder, name),
    PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/15/bin',
    PATRONI_POSTGRESQL_PGPASS: path.join(folder, `${name}.pgpass`),
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
  };
}

/** Whether a commit succeeds within a second. */
export async function commits(url: string): Promise<boolean> {
  const isAnswered = await ask(url, async (client) => {
    await client.query('create table if not exists probe (at timestamptz)');
    await client.query('insert into probe values (now())');
    return true;
  });
  return isAnswered ?? false;
}

function committed(url: string): Promise<number | undefined> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from probe');
    return rows[0]?.count;
  });
}

/** Undefined if it fails, or takes longer than a second. */
async function ask<Answer>(
  connectionString: string,
  query: (client: pg.Client) => Promise<Answer>,
): Promise<Answer | undefined> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await query(client);
  } catch {
    return undefined;
  } finally {
    // A clean end would wait for pending responses.
    client.connection.stream.destroy();
  }
}

const probeMs = 1000;

const answer = z.object({
  role: z.string(),
  state: z.string(),
  sync_standby: z.boolean().default(false),
});

async function stateOf(port: number): Promise<Member | undefined> {
  try {
    const signal = AbortSignal.timeout(1000);
    const response = await fetch(`http://127.0.0.1:${port}/patroni`, { signal });
    const { role, state, sync_standby } = answer.parse(await response.json());
    return { role, state, isSync: sync_standby };
  } catch {
    return undefined;
  }
}
