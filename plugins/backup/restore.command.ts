import path from 'node:path';
import { recordAudit } from '@inaam/server/database/audit-log.ts';
import { openDatabase, transaction, type Database } from '@inaam/server/database/database.ts';
import { takeOverIdentity } from '@inaam/server/database/identity.ts';
import { readBackupConfig } from '@inaam/server/operator/settings/operator-config.ts';
import type { Variables } from '@inaam/server/operator/settings/program-config.ts';
import { indianTime } from '@inaam/server/platform/format.ts';
import { commandOf, requiredOption, textOption } from '@inaam/server/operator/add-command.ts';
import { RefusedError, type CommandResult } from '@inaam/server/operator/command-context.ts';
import { operatorOf, whoAndWhy } from '@inaam/server/operator/options.ts';
import { withDatabase } from '@inaam/server/operator/with-database.ts';
import { prepareRestored, readContent, readServer } from './backup.sql.ts';
import {
  dumpName,
  measure,
  readDescription,
  withPlainFile,
  type Description,
} from './backup-folder.ts';
import { needTool, runTool } from './postgres-tools.ts';

export const addRestore = commandOf({
  of: 'installation',
  detail:
    'Restores into the empty database of DATABASE_URL, as the login of `migrate`. It deletes nothing, and starts no program: on a copy none starts before `take-over`.\n\nGoing back to an earlier moment forgets rewards that shoppers were shown: do it only for data that was destroyed.',
  examples: [
    'restore --from /mnt/backup/2026-07-01-024000',
    'restore --from /mnt/backup/2026-07-01-024000 --database trial',
  ],
  shape: {
    from: requiredOption('--from <folder>', 'one backup'),
    database: textOption(
      '--database <name>',
      'another empty one of the same PostgreSQL, for a trial',
    ),
  },
  run: ({ from, database }, { context }) => restore(from, database, context.variables),
});

export const addTakeOver = commandOf({
  of: 'installation',
  detail:
    'After a restore, or an upgrade of PostgreSQL that copies it, once nothing runs on the other database any more. No program starts on a copy before.',
  examples: ['take-over --why "the database was destroyed"'],
  shape: whoAndWhy,
  run: (who, { context }) =>
    withDatabase(context, async ({ database, clocks, id: campaign }) => {
      const operator = operatorOf(who, clocks.wall());
      await transaction(database, async (connection) => {
        await takeOverIdentity(connection);
        await recordAudit(connection, { campaign, command: 'take-over', operator, details: {} });
      });
      const text = 'The programs run on this database from now on. Drop the other one.';
      return { text, json: { campaign, result: 'takenOver' } };
    }),
});

async function restore(
  folder: string,
  trial: string | undefined,
  variables: Variables,
): Promise<CommandResult> {
  const { databaseUrl, ...config } = readBackupConfig(variables);
  const description = await readDescription(folder, config);
  const address = new URL(databaseUrl);
  if (trial !== undefined) address.pathname = `/${encodeURIComponent(trial)}`;
  const database = openDatabase(address.href, 2);
  try {
    await assertFit(database);
    await restoreDump(path.join(folder, dumpName), description, address.href);
    const { ledgers } = await readContent(database);
    if (JSON.stringify(ledgers) !== JSON.stringify(description.ledgers)) {
      throw new RefusedError(
        'The restored ledger does not end where the backup says. Start no program on it: drop this database, and take another backup.',
      );
    }
    await prepareRestored(database);
  } finally {
    await database.end();
  }
  return answer(path.basename(folder), description, trial !== undefined);
}

async function assertFit(database: Database): Promise<void> {
  const { isPowerful, isEmpty, others } = await readServer(database);
  if (isPowerful) {
    throw new RefusedError(
      'This login may run programs on the machine of PostgreSQL, and so could what stands in a backup. Name the owner of the database in DATABASE_URL, who is no superuser.',
    );
  }
  if (!isEmpty) {
    throw new RefusedError(
      'This database is not empty. Nothing was changed: restore deletes nothing. Rename the database, and make an empty one (plugins/backup/guide.md).',
    );
  }
  if (others > 0) {
    throw new RefusedError(
      `${others} others are connected to this database. Nothing was changed: stop all programs.`,
    );
  }
}

async function restoreDump(name: string, description: Description, url: string): Promise<void> {
  const { pgDump, bytes, sha256 } = description;
  const tool = await needTool('pg_restore', pgDump);
  await withPlainFile(name, async (file) => {
    const found = await measure(file);
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new RefusedError(
        'The dump is damaged, or was changed. Nothing was restored. Restore another backup, and look at the disk.',
      );
    }
    const into = `--dbname=${decodeURIComponent(new URL(url).pathname.slice(1))}`;
    const words = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
    // The file that was measured, whatever has its name by now.
    await runTool(tool, [...words, into], { url, input: file.fd });
  });
}

function answer(name: string, { takenAt, ledgers }: Description, isTrial: boolean): CommandResult {
  const moment = `${indianTime(Date.parse(takenAt))} IST`;
  const steps = isTrial ? [] : stepsAfter(moment);
  const lines = [
    `Restored: ${name}, as it was at ${moment}.`,
    ...ledgers.map(({ campaign, entries }) => `The ledger of ${campaign} has ${entries} entries.`),
    isTrial
      ? 'This was a trial. When you have looked at it, drop that database yourself.'
      : 'What follows, in this order:',
    ...steps.map((step, at) => `${at + 1}. ${step}`),
  ];
  return { text: lines.join('\n'), json: { backup: name, takenAt, ledgers, steps } };
}

/** Also says why, since nobody reads a manual at that hour. */
const stepsAfter = (moment: string) => [
  'Keep every program stopped until its step.',
  'Run `npx inaam migrate`: before it, no program has a right here. Then, if nothing runs on another copy any more, `npx inaam take-over --why "the database was restored"`: before it, no program starts here.',
  `Export what the SMS provider has sent since ${moment}: a CSV with number and text.`,
  'Run `npx inaam ledger verify --head <newest saved head before that moment>`. VALID: nothing up to that head is lost. NOT VALID: find a later backup.',
  'Run `npx inaam vouchers reconcile <that CSV> --why "the database was restored"`: each code that was sent stays with its number.',
  'Start `draw` with the same DRAW_HEAD_FILE. If entries are lost, it refuses the ledger: follow "The draw refuses the ledger" in docs/run/draw-and-keys.md. Tell the brand what the ledger lacks.',
  'Start `deliver`, then `serve`. Each /ready answers 200. Back up again.',
];
