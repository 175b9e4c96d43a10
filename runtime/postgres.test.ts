import { lstat, mkdir, readFile, readdir, rm, chown, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nativeFolder, findBinaries } from './postgres-binaries.ts';
import { isAlive, readPostmaster } from './postgres-process.ts';
import {
  queryValue,
  removeAll,
  stopAll,
  isRoot,
  postmasterPid,
  socketFolder,
  start,
  startApp,
  temporaryFolder,
  databaseUrlOf,
} from '@inaam/testing/runtime/postgres-sandbox.ts';
import { findProcesses } from '@inaam/testing/runtime/processes.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { spawn } from 'node:child_process';
import { ensurePrivateFolder } from './private-folder.ts';
import { chooseRunAs, spawnOptions } from './run-as.ts';

/** A shared folder with a sound cluster: creating one is slow. */
let folder: string;

beforeAll(async () => {
  folder = path.join(await temporaryFolder(), 'deep', 'postgres');
});
afterEach(stopAll);
afterAll(removeAll);

test('starts with an empty UTF-8 database with page checksums', async () => {
  const { url, urlOf } = await start(path.join(await temporaryFolder(), 'deep', 'postgres'));
  const columns = `SELECT row(current_database(), pg_encoding_to_char(encoding), datlocprovider,
    datlocale, current_setting('data_checksums'), current_setting('server_version_num')::int / 10000,
    lower('ÀÇ'), (SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace))::text
    FROM pg_database WHERE datname = current_database()`;
  expect(await queryValue(url, columns)).toBe('(inaam,UTF8,b,C.UTF-8,on,18,àç,0)');
  expect(await queryValue(urlOf('postgres'), 'SELECT current_database()')).toBe('postgres');
});

test('listens on a socket in a private folder, and not on the network', async () => {
  const { url } = await start(folder);
  const home = socketFolder(url);
  expect((await lstat(home)).mode & 0o777).toBe(0o700);
  expect(path.join(home, '.s.PGSQL.5432').length).toBeLessThan(100);
  expect(await queryValue(url, 'SHOW listen_addresses')).toBe('');
});

test('returns a URL that new URL parses and that PGPORT, PGHOST and PGSSLMODE do not affect', async () => {
  const { url } = await start(folder);
  const before = { ...process.env };
  Object.assign(process.env, { PGPORT: '7', PGHOST: 'example.invalid', PGSSLMODE: 'require' });
  try {
    expect(new URL(url).pathname).toBe('/inaam');
    expect(await queryValue(url, 'SELECT current_database()')).toBe('inaam');
  } finally {
    process.env = before;
  }
});

test('keeps data between starts until the folder is removed', { tags: ['long'] }, async () => {
  const folder = path.join(await temporaryFolder(), 'postgres');
  const first = await start(folder, { durable: true });
  await queryValue(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  expect(await queryValue(first.url, 'SHOW fsync')).toBe('on');
  await first.stop();
  const second = await start(folder);
  expect(await queryValue(second.url, 'SELECT n FROM kept')).toBe(7);
  await second.stop();
  await rm(folder, { recursive: true });
  const third = await start(folder);
  expect(await queryValue(third.url, `SELECT to_regclass('kept')::text`)).toBeNull();
  const pid = await postmasterPid(third.url);
  await third.discard();
  expect(isAlive(pid)).toBe(false);
  await expect(lstat(folder)).rejects.toThrow('ENOENT');
  await expect(lstat(socketFolder(third.url))).rejects.toThrow('ENOENT');
});

test('does not sync to disk if not durable, and applies the caller’s settings', async () => {
  const { url } = await start(folder, { settings: { work_mem: '5MB', jit: 'on' } });
  const settings = `SELECT string_agg(setting, ' ' ORDER BY name) FROM pg_settings WHERE name IN
    ('fsync', 'full_page_writes', 'jit', 'synchronous_commit', 'work_mem')`;
  expect(await queryValue(url, settings)).toBe('off off on off 5120');
});

test('refuses an unknown setting with PostgreSQL’s message', async () => {
  const starting = start(folder, { settings: { work_memory: '5MB' } });
  await expect(starting).rejects.toThrow(/^Failed to start PostgreSQL: .*"work_memory".* log is /);
});

test('stops idempotently, and leaves neither a process nor a socket', async () => {
  const postgres = await start(folder);
  const pid = await postmasterPid(postgres.url);
  await Promise.all([postgres.stop(), postgres.stop()]);
  await postgres.stop();
  expect(isAlive(pid)).toBe(false);
  const left = await readdir(socketFolder(postgres.url)).catch(() => 'no folder');
  // For root the data are there.
  expect(left).toEqual(isRoot ? ['cluster', 'postgres.log'] : 'no folder');
});

test('refuses a second start on its folder and names the running process', async () => {
  const { url } = await start(folder);
  const sentence = `${folder} is in use by process ${process.pid}. Stop that one first`;
  await expect(start(folder)).rejects.toThrow(sentence);
  expect((await startApp(folder).started).failed).toContain(sentence);
  expect(await queryValue(url, 'SELECT 1')).toBe(1);
});

test('serves exactly one of two apps that start at the same moment', async () => {
  const apps = [startApp(folder), startApp(folder)];
  const lines = await Promise.all(apps.map((app) => app.started));
  const served = lines.findIndex((line) => line.url !== undefined);
  const refused = lines.find((line) => line.failed !== undefined);
  expect(refused?.failed).toContain(`in use by process ${String(apps[served]?.child.pid)}.`);
  expect(await queryValue(lines[served]?.url ?? '', 'SELECT 1')).toBe(1);
});

test('survives a Ctrl-C that the terminal sends to the whole process group', async () => {
  const app = startApp(folder, { how: 'lingers' });
  const url = await databaseUrlOf(app);
  process.kill(-Number(app.child.pid), 'SIGINT');
  await waitUntil(() => app.lines.some((line) => line.heard === 'SIGINT'));
  expect(await queryValue(url, 'SELECT 1')).toBe(1);
  app.child.kill('SIGTERM');
  expect(await app.ended).toEqual({ code: 0, signal: null });
});

test('stops with an app that exits without stopping it', async () => {
  const app = startApp(folder, { how: 'exits' });
  const pid = await postmasterPid(await databaseUrlOf(app));
  expect(isAlive(pid)).toBe(true);
  app.child.kill('SIGTERM');
  await app.ended;
  await waitUntil(() => !isAlive(pid));
});

test('notifies the app when the server exits unexpectedly', async () => {
  const lines: string[] = [];
  const { url } = await start(folder, { log: (line) => lines.push(line) });
  process.kill(await postmasterPid(url), 'SIGINT');
  await waitUntil(() => lines.length > 0);
  expect(lines).toEqual([
    expect.stringMatching(/^PostgreSQL stopped unexpectedly\. .*postgres\.log\.$/),
  ]);
});

test('writes nothing that a shopper typed into its log', async () => {
  const { url } = await start(folder);
  const cluster = String(await queryValue(url, 'SHOW data_directory'));
  await queryValue(url, 'CREATE TABLE phones (phone text PRIMARY KEY)');
  const insert = `INSERT INTO phones VALUES ('9876543210')`;
  await queryValue(url, insert);
  await expect(queryValue(url, insert)).rejects.toThrow('phones_pkey');
  await queryValue(url, 'DROP TABLE phones');
  const text = await readFile(path.join(path.dirname(cluster), 'postgres.log'), 'utf8');
  expect(text).toContain('phones_pkey');
  expect(text).not.toContain('9876543210');
});

test('reports the remedy on an unsupported machine', () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  try {
    expect(() => nativeFolder()).toThrow(
      /^Failed to start PostgreSQL: no package contains it for win32 .* Set DATABASE_URL /,
    );
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});

test.runIf(!isRoot)('reports the remedy for a folder without write access', async () => {
  const closed = path.join(await temporaryFolder(), 'closed');
  await mkdir(closed, { mode: 0o500 });
  await expect(start(closed)).rejects.toThrow(`this user may not write to ${closed}.`);
});

// PostgreSQL after an accident: killed apps, half-created clusters, stale files, missing folders.

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
  await waitUntil(() => !isAlive(pid));
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
  await waitUntil(async () => (await readPostmaster(cluster))?.ready ?? false);
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
function halfMade(app: number): Promise<string> {
  return waitUntil(async () => {
    for (const pid of await findProcesses('initdb')) {
      const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const fresh = /--pgdata=([^\0]+)/.exec(command)?.[1];
      if (!fresh || Number(status.split(' ')[3]) !== app) continue;
      if ((await namesIn(fresh)).includes('base')) return path.dirname(fresh);
    }
    return undefined;
  });
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
