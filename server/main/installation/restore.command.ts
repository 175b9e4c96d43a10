import path from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { recordAudit } from '../../database/audit-log.ts';
import { takeOverIdentity } from '../../database/identity.ts';
import { openDatabase, transaction, type Database } from '../../database/database.ts';
import { readBackupConfig } from '../../operator/settings/operator-config.ts';
import type { Variables } from '../../operator/settings/program-config.ts';
import { indianTime } from '../../platform/format.ts';
import { addCommand } from '../../operator/add-command.ts';
import {
  RefusedError,
  UsageError,
  type CommandResult,
  type Session,
} from '../../operator/command-context.ts';
import { addWhoAndWhy, operatorOf, whoAndWhy } from '../../operator/options.ts';
import { withDatabase } from '../../operator/with-database.ts';
import { prepareRestored, readContent, readServer } from './backup.sql.ts';
import {
  dumpName,
  measure,
  readDescription,
  withPlainFile,
  type Description,
} from './backup-folder.ts';
import { needTool, runTool } from './postgres-tools.ts';

export function addRestore(parent: Command, session: Session): void {
  addCommand(parent, session, {
    detail:
      'Restores into the empty database of DATABASE_URL, as the login of `migrate`. It deletes nothing, and starts no program: on a copy none starts before --take-over.\n\nGoing back to an earlier moment forgets rewards that shoppers were shown: do it only for data that was destroyed.',
    examples: [
      'restore --from /mnt/backup/2026-07-01-024000',
      'restore --from /mnt/backup/2026-07-01-024000 --database trial',
      'restore --take-over --why "the database was destroyed"',
    ],
    add: (command) => {
      command
        .option('--from <folder>', 'one backup')
        .option('--database <name>', 'another empty one of the same PostgreSQL, for a trial')
        .option(
          '--take-over',
          'the programs run on this copy from now on: nothing runs on another',
        );
      addWhoAndWhy(command);
    },
    shape: {
      from: z.string().optional(),
      database: z.string().optional(),
      takeOver: z.boolean().default(false),
      ...whoAndWhy,
    },
    run: async ({ from, database, takeOver: isTaken, ...who }) => {
      if (isTaken) return takeOver(session, who);
      if (from === undefined) throw new UsageError('Name one backup: --from <folder>.');
      return restore(from, database, session.context.variables);
    },
  });
}

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

const takeOver = ({ context }: Session, who: Parameters<typeof operatorOf>[0]) =>
  withDatabase(context, async ({ database, clocks, id: campaign }): Promise<CommandResult> => {
    const operator = operatorOf(who, clocks.wall());
    await transaction(database, async (connection) => {
      await takeOverIdentity(connection);
      const command = 'restore --take-over';
      await recordAudit(connection, { campaign, command, operator, details: {} });
    });
    const text = 'The programs run on this database from now on. Drop the other one.';
    return { text, json: { campaign, result: 'takenOver' } };
  });

async function assertFit(database: Database): Promise<void> {
  const { isPowerful, isEmpty, others } = await readServer(database);
  if (isPowerful) {
    throw new RefusedError(
      'This login may run programs on the machine of PostgreSQL, and so could what stands in a backup. Name the owner of the database in DATABASE_URL, who is no superuser.',
    );
  }
  if (!isEmpty) {
    throw new RefusedError(
      'This database is not empty. Nothing was changed: restore deletes nothing. Rename the database, and make an empty one (docs/run/back-up.md).',
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
  'Run `npx inaam migrate`: before it, no program has a right here. Then, if nothing runs on another copy any more, `npx inaam restore --take-over --why "the database was restored"`: before it, no program starts here.',
  `Export what the SMS provider has sent since ${moment}: a CSV with number and text.`,
  'Run `npx inaam ledger verify --head <newest saved head before that moment>`. VALID: nothing up to that head is lost. NOT VALID: find a later backup.',
  'Run `npx inaam vouchers reconcile <that CSV> --why "the database was restored"`: each code that was sent stays with its number.',
  'Start `draw` with the same DRAW_HEAD_FILE. If entries are lost, it refuses the ledger: follow "The draw refuses the ledger" in docs/run/draw-and-keys.md. Tell the brand what the ledger lacks.',
  'Start `deliver`, then `serve`. Each /ready answers 200. Back up again.',
];
