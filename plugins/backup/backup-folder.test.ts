// What stands in a backup's folder may have been written by somebody else.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  readDescription,
  withPlainFile,
  writeDescription,
  type Description,
} from './backup-folder.ts';
import { needTool } from './postgres-tools.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const home = await folderOfFile();

const keyed = { campaign: 'biscuit-2025', secrets: { index: new Uint8Array(32).fill(7) } };
const written: Description = {
  format: 1,
  version: '1.0.0',
  campaign: 'biscuit-2025',
  takenAt: '2026-07-01T02:40:00.000Z',
  pgDump: 15,
  migration: '000001-codes.sql',
  ledgers: [{ campaign: 'biscuit-2025', entries: 3, head: 'ab' }],
  bytes: 12,
  sha256: 'cd',
};

let folder: string;
let place = 0;
beforeEach(async () => {
  folder = path.join(home, String((place += 1)));
  await mkdir(folder);
  await writeDescription(folder, written, keyed);
});

const description = () => path.join(folder, 'backup.json');

test('a description is read as it was written', async () => {
  expect(await readDescription(folder, keyed)).toEqual(written);
});

test.each([
  ['another dump', (text: string) => text.replace('"cd"', '"ef"')],
  ['a path', (text: string) => text.replace('{', '{ "dump": "../../../etc/passwd",')],
  ['a setting', (text: string) => text.replace('{', '{ "restore_command": "touch /tmp/x",')],
  ['nothing at all', () => ''],
])('a description that says %s afterwards is refused', async (_what, change) => {
  await writeFile(description(), change(await readFile(description(), 'utf8')));
  await expect(readDescription(folder, keyed)).rejects.toThrow('Nothing of it was used');
});

test('one of another secret or campaign is refused', async () => {
  const other = { ...keyed, secrets: { index: new Uint8Array(32).fill(8) } };
  await expect(readDescription(folder, other)).rejects.toThrow('INDEX_SECRET');
  const campaign = { ...keyed, campaign: 'tea-demo' };
  await expect(readDescription(folder, campaign)).rejects.toThrow('CAMPAIGN');
});

test('a path in it leads nowhere, even with the right HMAC', async () => {
  const more = { ...written, dump: '/etc/passwd', file: '../inaam.dump' };
  await writeDescription(folder, more, keyed);
  expect(await readDescription(folder, keyed)).toEqual(written);
});

test.each(['backup.json', 'backup.json.hmac'])(
  '%s as a link or a pipe is refused',
  async (name) => {
    const file = path.join(folder, name);
    await rename(file, `${file}.real`);
    await symlink(`${file}.real`, file);
    await expect(readDescription(folder, keyed)).rejects.toThrow(`${file} is not a plain file`);
    await rm(file);
    spawnSync('mkfifo', [file]);
    await expect(readDescription(folder, keyed)).rejects.toThrow(`${file} is not a plain file`);
  },
);

test('neither a link nor a folder is a plain file', async () => {
  const link = path.join(folder, 'inaam.dump');
  await symlink('/etc/passwd', link);
  const used = () => withPlainFile(link, async () => 'used');
  await expect(used()).rejects.toThrow('is not a plain file');
  await expect(withPlainFile(folder, async () => 'used')).rejects.toThrow('is not a plain file');
});

test('of several pg_dump the oldest that is new enough is taken, and none that is older', async () => {
  for (const version of [14, 16, 18]) {
    const bin = path.join(folder, String(version));
    await mkdir(bin);
    const script = `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version}.2"\n`;
    await writeFile(path.join(bin, 'pg_dump'), script, { mode: 0o755 });
  }
  const within = path.join(folder, '*');
  expect(await needTool('pg_dump', 15, within)).toMatchObject({ version: 16 });
  await expect(needTool('pg_dump', 19, within)).rejects.toThrow(
    'The pg_dump of this machine is of PostgreSQL 18, which is older than the 19 that is needed. Install postgresql-client-19',
  );
  await expect(needTool('pg_restore', 15, within)).rejects.toThrow('There is no pg_restore');
});
