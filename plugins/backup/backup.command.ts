import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '@inaam/server/database/database.ts';
import { productVersion } from '@inaam/server/database/health.ts';
import { readBackupConfig } from '@inaam/server/operator/settings/operator-config.ts';
import type { Variables } from '@inaam/server/operator/settings/program-config.ts';
import { furtherFiles } from '@inaam/server/operator/settings/settings-file.ts';
import { commandOf, requiredOption } from '@inaam/server/operator/add-command.ts';
import {
  RefusedError,
  UsageError,
  type CommandResult,
} from '@inaam/server/operator/command-context.ts';
import { readServer, withSnapshot } from './backup.sql.ts';
import {
  dumpName,
  measure,
  withPlainFile,
  writeDescription,
  type Description,
} from './backup-folder.ts';
import { needTool, runTool } from './postgres-tools.ts';

export const addBackup = commandOf({
  of: 'installation',
  detail:
    'Runs pg_dump as the login of `migrate`, while the programs go on. Each backup is a folder, which gets its name when it is complete, checked and on the disk.\n\nWhat comes after a backup is lost with the database: plugins/backup/lose-nothing.md says what loses nothing. The secrets are not in it. Without them it is worthless: keep them elsewhere.',
  examples: ['backup --to /mnt/backup'],
  shape: { to: requiredOption('--to <folder>', 'a folder on another machine’s disk') },
  run: ({ to }, { context }) => backUp(to, context.variables),
});

async function backUp(to: string, variables: Variables): Promise<CommandResult> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const folder = await realpath(to);
  await assertApart(folder, variables);
  const takenAt = new Date().toISOString();
  const name = takenAt.slice(0, 19).replace('T', '-').replaceAll(':', '');
  const making = path.join(folder, `${name}.partial`);
  await mkdir(making, { mode: 0o700 });
  try {
    const description = await fill(making, takenAt, variables);
    for (const file of await readdir(making)) await sync(path.join(making, file));
    await sync(making);
    await rename(making, path.join(folder, name));
    await sync(folder);
    return answer(name, description, variables);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
}

const isWithin = (inner: string, outer: string) => `${inner}/`.startsWith(`${outer}/`);

/** Who takes one of them must not have both. */
async function assertApart(folder: string, { INAAM_SETTINGS: file }: Variables): Promise<void> {
  if (file === undefined || file === '') return;
  const own = await realpath(path.dirname(file));
  if (!isWithin(folder, own) && !isWithin(own, folder)) return;
  throw new UsageError(
    `${folder} is beside the secrets in ${own}: one theft would open everything. Name a folder elsewhere, best on another machine's disk.`,
  );
}

async function fill(folder: string, takenAt: string, variables: Variables): Promise<Description> {
  const { databaseUrl: url, ...config } = readBackupConfig(variables);
  const database = openDatabase(url, 2);
  try {
    const server = await readServer(database);
    if (server.isEmpty) throw new RefusedError('There is nothing of Inaam in this database.');
    const tool = await needTool('pg_dump', server.version);
    const file = path.join(folder, dumpName);
    const content = await withSnapshot(database, async (snapshot) => {
      const what = ['--format=custom', '--schema=inaam', `--snapshot=${snapshot}`];
      await runTool(tool, [...what, `--file=${file}`], { url });
    });
    const restore = await needTool('pg_restore', tool.version);
    await runTool(restore, ['--list', file], { url });
    const of = { format: 1, version: productVersion, campaign: config.campaign } as const;
    const measured = await withPlainFile(file, measure);
    const description = { ...of, takenAt, pgDump: tool.version, ...content, ...measured };
    await writeDescription(folder, description, config);
    return description;
  } finally {
    await database.end();
  }
}

/** A file or a folder. */
async function sync(file: string): Promise<void> {
  const handle = await open(file);
  await handle.sync();
  await handle.close();
}

function answer(
  name: string,
  { bytes, ledgers }: Description,
  { INAAM_SETTINGS: file = '' }: Variables,
): CommandResult {
  const further = [false, true].flatMap((isRetired) => furtherFiles(file, isRetired));
  const folders = [file, ...further].map((one) => path.join(path.dirname(one), 'secrets'));
  const where = further.length === 0 ? '' : ` They are in ${folders.join(', ')}.`;
  const lines = [
    `Backed up: ${name}, ${(bytes / 1e6).toFixed(1)} MB, checked.`,
    ...ledgers.map(({ campaign, entries }) => `The ledger of ${campaign} has ${entries} entries.`),
    `The secrets are not in it: keep a copy of them in another place, or it cannot be read.${where}`,
  ];
  return { text: lines.join('\n'), json: { backup: name, bytes, ledgers } };
}
