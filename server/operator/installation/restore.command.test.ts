/** @module-tag long */
// A PostgreSQL of its own, which is backed up, lost and restored.
import { readdir, readFile, writeFile, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { acquireProcessLock } from '@inaam/runtime/process-lock.ts';
import { shortHash } from '@inaam/runtime/private-folder.ts';
import { removeAll, start, temporaryFolder } from '@inaam/testing/runtime/postgres-sandbox.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  simulateThreeDays,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import type { Environment } from '@inaam/testing/server/programs/program-process.ts';
import { migrate } from '../../database/schema/migrate.ts';
import { indianTime } from '../../platform/format.ts';
import { keepNewest } from './backup-folder.ts';
import { findTool } from './backup-tools.ts';

let home: string;
let backups: string;
let variables: Environment;
let name: string;

const operate = (words: readonly string[], changed: Environment = variables) =>
  runOperatorInProcess(words, { variables: changed, day: '2025-05-07' });

const heads = async (of: Environment = variables) =>
  Reflect.get(Object((await operate(['ledger', 'verify', '--json'], of)).json()), 'verifier');

beforeAll(async () => {
  home = await temporaryFolder();
  backups = path.join(home, 'backups');
  const postgres = await start(path.join(home, 'data'), { durable: true });
  const database = openTestDatabase(postgres.url, 4);
  await migrate(database);
  variables = {
    ...(await simulateThreeDays({ url: postgres.url, database }, 60)),
    CAMPAIGN: 'biscuit-2025',
  };
  await database.end();
  // As under `up`: the login of the commands may not copy anything.
  const ofUp = { ...variables, DATABASE_FOLDER: path.join(home, 'data') };
  const noSuch = { ...ofUp, DATABASE_URL: 'postgres://inaam@127.0.0.1:1/inaam' };
  const taken = await operate(['backup', '--to', backups, '--json'], noSuch);
  name = String(Reflect.get(Object(taken.json()), 'name'));
});
afterAll(removeAll);

test('a backup is one folder of this user alone, and the list says its age and size', async () => {
  expect((await stat(path.join(backups, name))).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(backups, name, 'backup.json'))).mode & 0o777).toBe(0o600);
  const { exit, output } = await operate(['backup', '--to', backups, '--list']);
  expect({ exit, output }).toEqual({
    exit: 0,
    output: expect.stringMatching(/-base {2}\d+ MB {2}.* IST\nThe newest is 0 hours old and has /),
  });
});

test('what was interrupted, by a signal or killed, never looks like a backup', async () => {
  const killed = path.join(backups, '2026-01-01-000000-base.partial');
  await mkdir(path.join(killed, 'data'), { recursive: true });
  await writeFile(path.join(killed, 'backup.json'), '{}');
  const before = await readdir(backups);
  const running = operate(['backup', '--to', backups, '--as', 'base']);
  const begun = async () => (await readdir(backups)).filter((one) => !before.includes(one));
  await expect.poll(begun).toEqual([expect.stringMatching(/-base\.partial$/)]);
  process.emit('SIGTERM');
  expect(await running).toMatchObject({
    exit: 2,
    errors: expect.stringContaining('It was interrupted.'),
  });
  const after = before.filter((one) => one !== path.basename(killed));
  expect(await readdir(backups)).toEqual(after);
});

test('two at once are refused, and so is a folder beside the secrets', async () => {
  const lock = await acquireProcessLock(shortHash(`backup ${backups}`));
  expect(await operate(['backup', '--to', backups])).toMatchObject({
    exit: 1,
    errors: expect.stringContaining(`Process ${process.pid} is at work in ${backups}.`),
  });
  if ('release' in lock) await lock.release();
  const settings = { ...variables, INAAM_SETTINGS: path.join(home, 'inaam.env') };
  expect(await operate(['backup', '--to', backups], settings)).toMatchObject({
    exit: 2,
    errors: expect.stringContaining('is beside the secrets'),
  });
});

test('a restore refuses a place that is not empty, running programs and a damaged backup', async () => {
  const into = (to: string, ...more: string[]) =>
    operate(['restore', '--from', backups, '--to', to, ...more]);
  const running = openTestDatabase(variables['DATABASE_URL'] ?? '', 1);
  await running.query('select 1');
  expect(await into(path.join(home, 'new'))).toMatchObject({
    exit: 1,
    errors: expect.stringContaining("Programs still run on the installation's database"),
  });
  await running.end();
  expect(await into(backups)).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('is not empty. Nothing was changed'),
  });
  expect(await into(path.join(home, 'new'), '--until', '2025-05-07 10:00')).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('No backup in'),
  });
  const description = path.join(backups, name, 'backup.json');
  const text = await readFile(description, 'utf8');
  await writeFile(description, text.replace(/"postgres": \d+/, '"postgres": 9'));
  expect(await into(path.join(home, 'new'))).toMatchObject({
    exit: 2,
    errors: expect.stringContaining('This backup is of PostgreSQL 9, and only that version'),
  });
  await writeFile(description, text);
  const file = path.join(backups, name, 'data', 'global', 'pg_control');
  const bytes = await readFile(file);
  await writeFile(file, Buffer.from(bytes).fill(1, 0, 8));
  expect(await into(path.join(home, 'damaged'), '--trial')).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('The backup is damaged: global/pg_control'),
  });
  expect(await readdir(home)).not.toContainEqual(expect.stringContaining('damaged'));
  await writeFile(file, bytes);
});

test('a moment that the log does not reach is refused, and nothing is kept', async () => {
  // --until has whole seconds, and must be after the backup.
  const described = await readFile(path.join(backups, name, 'backup.json'), 'utf8');
  const { endedAt } = z.object({ endedAt: z.number() }).parse(JSON.parse(described));
  await expect.poll(() => Date.now() - endedAt).toBeGreaterThan(1000);
  const now = `${indianTime(Date.now())} IST`;
  const to = path.join(home, 'too-late');
  const words = ['restore', '--from', backups, '--to', to, '--until', now, '--trial'];
  expect(await operate(words)).toMatchObject({
    exit: 2,
    errors: expect.stringContaining(
      'PostgreSQL could not recover from this backup: recovery ended before configured recovery target was reached. Nothing was kept of it.',
    ),
  });
  expect(await readdir(home)).not.toContainEqual(expect.stringContaining('too-late'));
});

test.skipIf((await findTool('pg_dump', 18)) === undefined)(
  'a dump is restored into an empty database, and into no other',
  async () => {
    expect(await operate(['backup', '--to', backups, '--as', 'dump'])).toMatchObject({ exit: 0 });
    const at = variables['DATABASE_URL'] ?? '';
    expect(await operate(['restore', '--from', backups, '--to', at, '--trial'])).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('This database is not empty.'),
    });
    const admin = openTestDatabase(at, 1);
    await admin.query('create database restored');
    await admin.end();
    const copy = at.replace('/inaam?', '/restored?');
    expect(await operate(['restore', '--from', backups, '--to', copy])).toMatchObject({
      exit: 0,
      output: expect.stringContaining('npx inaam migrate'),
    });
    const database = openTestDatabase(copy, 2);
    await migrate(database);
    await database.end();
    expect(await heads({ ...variables, DATABASE_URL: copy })).toEqual(await heads());
  },
);

test('in another place, as after the loss of all data, the restored ledger ends at the same entry', async () => {
  const before = await heads();
  const data = path.join(home, 'restored');
  await mkdir(data);
  const to = path.join(data, 'cluster');
  const { exit, output, errors } = await operate(['restore', '--from', backups, '--to', to], {});
  expect({ exit, errors }).toEqual({ exit: 0, errors: 'Copying.\nReplaying the log.\n' });
  expect(output).toMatch(
    /^Restored: .*-base, as it was at .* IST\.\nThe ledger of biscuit-2025 has/,
  );
  const steps = [
    'ledger verify',
    'vouchers reconcile',
    'Start `draw`',
    '--follow',
    'Start `deliver`',
  ];
  const places = steps.map((step) => output.indexOf(step));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  const { url } = await start(data, { durable: true });
  expect(await heads({ ...variables, DATABASE_URL: url })).toEqual(before);
});

test('the newest are kept with the log that they need; less than two are refused', async () => {
  const folder = await temporaryFolder();
  const text = await readFile(path.join(backups, name, 'backup.json'), 'utf8');
  const days = ['01', '02', '03'].map((day) => `2026-01-${day}-000000-base`);
  for (const [at, day] of days.entries()) {
    await mkdir(path.join(folder, day));
    const first = text.replace(/"firstLog": "\w+"/, `"firstLog": "00000001000000000000000${at}"`);
    await writeFile(path.join(folder, day, 'backup.json'), first);
  }
  await mkdir(path.join(folder, 'wal-00000001'));
  const log = ['0', '1', '2'].map((last) => `00000001000000000000000${last}`);
  for (const one of log) await writeFile(path.join(folder, 'wal-00000001', one), '');
  expect(await keepNewest(folder, 'base', 2)).toEqual(days.slice(0, 1));
  expect(await readdir(folder)).toEqual([...days.slice(1), 'wal-00000001']);
  expect(await readdir(path.join(folder, 'wal-00000001'))).toEqual(log.slice(1));
  expect(await operate(['backup', '--to', folder, '--keep', '1'])).toMatchObject({ exit: 2 });
});
