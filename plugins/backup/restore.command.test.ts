/** @module-tag long */
// Debian's PostgreSQL 15, whose pg_dump is of its version. Its owner is no superuser.
import { execFileSync } from 'node:child_process';
import {
  cp,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountSmallDisk } from '@inaam/testing/product/fault-postgres.ts';
import {
  hasDebianPostgres,
  startDebianPostgres,
  type DebianPostgres,
} from '@inaam/testing/restore/debian-postgres.ts';
import {
  runOperatorInProcess,
  simulateThreeDays,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import type { Environment } from '@inaam/testing/server/programs/program-process.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { migrate } from '@inaam/server/database/schema/migrate.ts';
import { measure, readDescription, withPlainFile, writeDescription } from './backup-folder.ts';

const index = new Uint8Array(32).map((_, at) => at);
const keyed = { campaign: 'biscuit-2025', secrets: { index } };
const isRoot = process.getuid?.() === 0;

describe.skipIf(!hasDebianPostgres)('with pg_dump', () => {
  let postgres: DebianPostgres;
  let home: string;
  let backup: string;
  let variables: Environment;

  const operate = (words: readonly string[], changed: Environment = {}) =>
    runOperatorInProcess(words, { variables: { ...variables, ...changed }, day: '2025-05-07' });
  const restoreInto = (name: string, from = backup, changed: Environment = {}) =>
    operate(['restore', '--from', from, '--database', name], changed);
  const heads = async (changed: Environment = {}) =>
    Reflect.get(
      Object((await operate(['ledger', 'verify', '--json'], changed)).json()),
      'verifier',
    );
  const ask = async (name: string, sql: string) => {
    const database = openTestDatabase(postgres.urlOf(name, 'postgres'), 1);
    const { rows } = await database.query<{ found: unknown }>(sql);
    await database.end();
    return rows[0]?.found;
  };
  const isEmpty = (name: string) => ask(name, "select to_regnamespace('inaam') is null as found");
  /** Somebody has another dump, and the key. */
  const forged = async (change: (folder: string) => Promise<void> | void) => {
    const folder = await mkdtemp(path.join(home, 'forged-'));
    await cp(backup, folder, { recursive: true });
    const description = await readDescription(folder, keyed);
    await change(folder);
    const measured = await withPlainFile(path.join(folder, 'inaam.dump'), measure);
    await writeDescription(folder, { ...description, ...measured }, keyed);
    return folder;
  };

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'inaam-restore-'));
    postgres = await startDebianPostgres();
    const url = postgres.urlOf('inaam');
    const database = openTestDatabase(url, 4);
    await migrate(database);
    variables = {
      ...(await simulateThreeDays({ url, database }, 60)),
      CAMPAIGN: 'biscuit-2025',
      INDEX_SECRET: Buffer.from(index).toString('base64'),
    };
    await database.end();
    postgres.run('create database copy owner inaam', 'create database evil owner inaam');
    const to = path.join(home, 'backups');
    const { json } = await operate(['backup', '--to', to, '--json']);
    backup = path.join(to, String(Reflect.get(Object(json()), 'backup')));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));
  afterAll(() => postgres.stop());

  test('a backup is a folder of this user alone, and lists where the ledger ends', async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
    expect((await readdir(backup)).toSorted()).toEqual([
      'backup.json',
      'backup.json.hmac',
      'inaam.dump',
    ]);
    const entries = await ask('inaam', 'select count(*)::int as found from inaam.ledger');
    expect(await readDescription(backup, keyed)).toMatchObject({
      ledgers: [{ campaign: 'biscuit-2025', entries }],
    });
  });

  test('what was interrupted leaves nothing', async () => {
    const to = path.join(home, 'interrupted');
    const other = openTestDatabase(postgres.urlOf('inaam'), 1);
    const held = await other.connect();
    await held.query('begin; lock inaam.voucher in access exclusive mode');
    const running = operate(['backup', '--to', to]);
    const waiting =
      "select count(*)::int as found from pg_stat_activity where wait_event_type = 'Lock'";
    await expect.poll(() => ask('inaam', waiting)).toBe(1);
    expect(await readdir(to)).toEqual([expect.stringMatching(/\.partial$/)]);
    process.emit('SIGTERM');
    expect(await running).toMatchObject({ exit: 2 });
    expect(await readdir(to)).toEqual([]);
    held.release(true);
    await other.end();
  });

  test.skipIf(!isRoot)('a full disk leaves nothing', async () => {
    const disk = await mountSmallDisk(path.join(home, 'disk'), 1);
    await disk.fill();
    const { exit, errors } = await operate(['backup', '--to', disk.folder]);
    const left = await readdir(disk.folder);
    disk.unmount();
    expect({ exit, left }).toEqual({ exit: 2, left: ['ballast'] });
    expect(errors).toMatch(/No space left|ENOSPC/);
  });

  test('a folder beside the secrets is refused', async () => {
    const settings = { INAAM_SETTINGS: path.join(home, 'inaam.env') };
    expect(await operate(['backup', '--to', path.join(home, 'backups')], settings)).toMatchObject({
      exit: 2,
      errors: expect.stringContaining('is beside the secrets'),
    });
  });

  test('a restore refuses a database that is not empty, that others use, and a superuser', async () => {
    expect(await restoreInto('inaam')).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('is not empty. Nothing was changed'),
    });
    const running = openTestDatabase(postgres.urlOf('copy'), 1);
    await running.query('select 1');
    expect(await restoreInto('copy')).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('1 others are connected'),
    });
    await running.end();
    const superuser = { DATABASE_URL: postgres.urlOf('copy', 'postgres') };
    expect(await restoreInto('copy', backup, superuser)).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('may run programs on the machine of PostgreSQL'),
    });
    expect(await isEmpty('copy')).toBe(true);
  });

  test('a dump that was cut off, is a link, or ends elsewhere is refused', async () => {
    const cut = await forged(async (folder) => {
      await truncate(path.join(folder, 'inaam.dump'), 20_000);
    });
    expect(await restoreInto('evil', cut)).toMatchObject({ exit: 2 });
    await truncate(path.join(cut, 'inaam.dump'), 10_000);
    expect(await restoreInto('evil', cut)).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('The dump is damaged, or was changed.'),
    });
    const dump = path.join(cut, 'inaam.dump');
    await rename(dump, `${dump}.real`);
    await symlink(`${dump}.real`, dump);
    expect(await restoreInto('evil', cut)).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('is not a plain file'),
    });
    expect(await isEmpty('evil')).toBe(true);
  });

  test('statements that only a superuser may run are refused, and nothing of the dump stays', async () => {
    const touched = path.join(postgres.folder, 'touched');
    postgres.run('create database hostile');
    const hostile = openTestDatabase(postgres.urlOf('hostile', 'postgres'), 1);
    await hostile.query(`
      create schema inaam;
      create function inaam.shell() returns int language plpgsql as
        $$ begin copy (select 1) to program 'touch ${touched}'; return 1; end $$;
      create materialized view inaam.runs as select inaam.shell()`);
    await hostile.end();
    await rm(touched);
    const folder = await forged((at) => {
      const file = path.join(at, 'inaam.dump');
      const words = [
        '-Fc',
        '--schema=inaam',
        `--file=${file}`,
        postgres.urlOf('hostile', 'postgres'),
      ];
      execFileSync('/usr/lib/postgresql/15/bin/pg_dump', words);
    });
    expect(await restoreInto('evil', folder)).toMatchObject({
      exit: 2,
      errors: expect.stringContaining('pg_execute_server_program'),
    });
    expect(await isEmpty('evil')).toBe(true);
    await expect(readFile(touched)).rejects.toThrow('ENOENT');
  });

  test('a dump whose ledger ends elsewhere is said to be wrong', async () => {
    const folder = await mkdtemp(path.join(home, 'other-'));
    await cp(backup, folder, { recursive: true });
    const description = await readDescription(folder, keyed);
    await writeDescription(folder, { ...description, ledgers: [] }, keyed);
    postgres.run('create database other owner inaam');
    expect(await restoreInto('other', folder)).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('does not end where the backup says'),
    });
  });

  test('restored, the ledger ends at the same entry, and no program has a right until migrate', async () => {
    const before = await heads();
    postgres.run('alter database inaam rename to before', 'create database inaam owner inaam');
    const { exit, output, errors } = await operate(['restore', '--from', backup]);
    expect({ exit, errors }).toEqual({ exit: 0, errors: '' });
    const steps = [
      'inaam migrate',
      'ledger verify',
      'vouchers reconcile',
      'Start `draw`',
      'Start `deliver`',
    ];
    const places = steps.map((step) => output.indexOf(step));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    const usable = "select has_schema_privilege('inaam_serve', 'inaam', 'usage') as found";
    expect(await ask('inaam', usable)).toBe(false);
    const database = openTestDatabase(postgres.urlOf('inaam'), 2);
    await migrate(database);
    await database.end();
    expect(await ask('inaam', usable)).toBe(true);
    expect(await heads()).toEqual(before);
  });
});
