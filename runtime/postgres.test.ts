import { lstat, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nativeFolder } from './postgres-binaries.ts';
import { isAlive } from './postgres-process.ts';
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
import { waitUntil } from '@inaam/testing/runtime/processes.ts';

/** A shared folder with a sound cluster: creating one is slow. */
let folder: string;

beforeAll(async () => {
  folder = path.join(await temporaryFolder(), 'deep', 'postgres');
});
afterEach(stopAll);
afterAll(removeAll);

test('starts with an empty UTF-8 database with page checksums', async () => {
  const { url, urlOf } = await start(folder);
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
  await waitUntil('the app to hear it', () => app.lines.some((line) => line.heard === 'SIGINT'));
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
  await waitUntil('the server to end', () => !isAlive(pid));
});

test('notifies the app when the server exits unexpectedly', async () => {
  const lines: string[] = [];
  const { url } = await start(folder, { log: (line) => lines.push(line) });
  process.kill(await postmasterPid(url), 'SIGINT');
  await waitUntil('a line', () => lines.length > 0);
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
