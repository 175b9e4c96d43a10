/** @module-tag long */
// PostgreSQL after an accident: killed apps, half-created clusters, stale files, missing folders.
import { spawn } from 'node:child_process';
import { chown, lstat, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findBinaries } from './postgres-binaries.ts';
import { isAlive, readPostmaster } from './postgres-process.ts';
import { ensurePrivateFolder } from './private-folder.ts';
import { chooseRunAs, spawnOptions } from './run-as.ts';
import {
  queryValue,
  removeAll,
  stopAll,
  isRoot,
  postmasterPid,
  socketFolder,
} from '@inaam/testing/runtime/postgres-sandbox.ts';
import {
  start,
  startApp,
  temporaryFolder,
  databaseUrlOf,
} from '@inaam/testing/runtime/postgres-sandbox.ts';
import { findProcesses, waitUntil } from '@inaam/testing/runtime/processes.ts';

/**
 * A data folder with a sound cluster and one row, shared by tests; its cluster and socket folder.
 */
let folder: string;
let cluster: string;
let home: string;

beforeAll(async () => {
  folder = path.join(await temporaryFolder(), 'postgres');
  const { url, stop } = await start(folder);
  await queryValue(url, 'CREATE TABLE kept AS SELECT 7 AS n');
  cluster = String(await queryValue(url, 'SHOW data_directory'));
  home = socketFolder(url);
  await stop();
});
afterEach(stopAll);
afterAll(removeAll);

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [] as string[]);
}

/** Writes a file as the user that runs PostgreSQL. */
async function writeInto(cluster: string, name: string, text: string): Promise<void> {
  const file = path.join(cluster, name);
  await writeFile(file, text, { mode: 0o600 });
  const { uid, gid } = await lstat(cluster);
  await chown(file, uid, gid);
}

test('stops when the app is killed', async () => {
  const app = startApp(folder);
  const pid = await postmasterPid(await databaseUrlOf(app));
  expect(isAlive(pid)).toBe(true);
  app.child.kill('SIGKILL');
  await waitUntil('the server to end', () => !isAlive(pid));
});

test('starts again after the app was killed, without losing data', async () => {
  const app = startApp(folder);
  const url = await databaseUrlOf(app);
  await queryValue(url, 'CREATE TABLE written AS SELECT 9 AS n');
  const pid = await postmasterPid(url);
  app.child.kill('SIGKILL');
  // The server may not have noticed yet.
  await app.ended;
  const postgres = await start(folder);
  expect(await queryValue(postgres.url, 'SELECT n FROM written')).toBe(9);
  expect(isAlive(pid)).toBe(false);
});

test('replaces a server that outlived its app', async () => {
  const as = await chooseRunAs(await lstat(cluster));
  const { postgres } = await findBinaries(as);
  await ensurePrivateFolder(home, as, 0o700);
  const left = spawnOptions(as, [postgres, '-D', cluster, '-k', home, '-h', '']);
  const orphan = spawn(left.program, left.args, {
    ...left.options,
    detached: true,
    stdio: 'ignore',
  });
  await waitUntil('the server', async () => (await readPostmaster(cluster))?.ready ?? false);
  const taken = await start(folder);
  expect(await queryValue(taken.url, 'SELECT n FROM kept')).toBe(7);
  expect(await postmasterPid(taken.url)).not.toBe(orphan.pid);
  expect(orphan.exitCode).toBe(0);
});

test('recovers after the server was killed', async () => {
  const first = await start(folder, { durable: true });
  await queryValue(first.url, 'CREATE TABLE unsaved AS SELECT 8 AS n');
  process.kill(await postmasterPid(first.url), 'SIGKILL');
  await first.stop();
  const second = await start(folder);
  expect(await queryValue(second.url, 'SELECT n FROM unsaved')).toBe(8);
});

test('starts again after a first start that was killed', { tags: ['long'] }, async () => {
  const folder = path.join(await temporaryFolder(), 'postgres');
  const app = startApp(folder);
  const place = await halfMade(app.child.pid ?? 0);
  app.child.kill('SIGKILL');
  await app.ended;
  expect(await namesIn(place)).not.toContain('cluster');
  const postgres = await start(folder);
  expect(await queryValue(postgres.url, 'SELECT 1')).toBe(1);
  expect((await namesIn(place)).filter((name) => name.startsWith('making-'))).toEqual([]);
});

/** Waits until an app's initdb is running, and returns its folder. */
async function halfMade(app: number): Promise<string> {
  let place: string | undefined;
  await waitUntil('initdb to be half-way', async () => {
    for (const pid of await findProcesses('initdb')) {
      const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const fresh = /--pgdata=([^\0]+)/.exec(command)?.[1];
      if (!fresh || Number(status.split(' ')[3]) !== app) continue;
      if ((await namesIn(fresh)).includes('base')) place = path.dirname(fresh);
    }
    return place !== undefined;
  });
  return place ?? '';
}

test('starts despite a stale postmaster.pid with the pid of another program', async () => {
  const as = await chooseRunAs(await lstat(cluster));
  const { program, args, options } = spawnOptions(as, ['sleep', '60']);
  const stranger = spawn(program, args, { ...options, stdio: 'ignore' });
  try {
    const file = [stranger.pid, cluster, 1, 5432, home, '', '0 0', 'ready   ', ''];
    await writeInto(cluster, 'postmaster.pid', file.join('\n'));
    await ensurePrivateFolder(home, as, 0o700);
    await writeInto(home, '.s.PGSQL.5432.lock', file.join('\n'));
    const postgres = await start(folder);
    expect(await queryValue(postgres.url, 'SELECT n FROM kept')).toBe(7);
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

test('starts despite a postmaster.pid of an ended process', async () => {
  const gone = spawn('true');
  await new Promise((resolve) => gone.once('exit', resolve));
  await writeInto(cluster, 'postmaster.pid', `${String(gone.pid)}\n${cluster}\n`);
  const postgres = await start(folder);
  expect(await queryValue(postgres.url, 'SELECT n FROM kept')).toBe(7);
});

test('refuses an incomplete cluster and leaves it unchanged', async () => {
  const id = await readFile(path.join(cluster, 'inaam.id'), 'utf8');
  await rm(path.join(cluster, 'inaam.id'));
  await expect(start(folder)).rejects.toThrow(`${cluster} is not a complete Inaam cluster.`);
  expect(await namesIn(cluster)).toContain('PG_VERSION');
  await writeInto(cluster, 'inaam.id', id);
});

test('refuses a cluster of another version and leaves it unchanged', async () => {
  await writeInto(cluster, 'PG_VERSION', '17\n');
  await expect(start(folder)).rejects.toThrow(`${cluster} was made by version 17, and this is 18.`);
  expect(await namesIn(cluster)).toContain('base');
  await writeInto(cluster, 'PG_VERSION', '18\n');
});

test.runIf(isRoot)(
  'reports it and creates a new cluster if its folder under /var/tmp was removed',
  { tags: ['long'] },
  async () => {
    const folder = path.join(await temporaryFolder(), 'postgres');
    const first = await start(folder);
    await queryValue(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    await rm(socketFolder(first.url), { recursive: true });
    const lines: string[] = [];
    const postgres = await start(folder, { log: (line) => lines.push(line) });
    expect(await queryValue(postgres.url, `SELECT to_regclass('kept')::text`)).toBeNull();
    expect(lines).toEqual([expect.stringContaining('starting with an empty database')]);
  },
);
