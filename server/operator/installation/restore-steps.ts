// What follows a restore, in its order.
import { indianTime } from '../../platform/format.ts';
import type { Backup } from './backup-folder.ts';

/** @param at ms */
export const spelledTime = (at: number) => `${indianTime(at)} IST`;

type Restored = {
  backup: Backup;
  from: string;
  /** A data folder; undefined: into a database. */
  folder: string | undefined;
  /** ms; undefined: to the latest moment that there is. */
  until: number | undefined;
  /** Whether the log was replayed that `--follow` had copied. */
  hasLog: boolean;
  migration: string | null;
  /** The newest migration of this version. */
  ownMigration: string | undefined;
};

/** Also says why, since nobody reads a manual at that hour. */
export function stepsAfter(restored: Restored): string[] {
  const { backup, from, folder, until, hasLog, migration, ownMigration } = restored;
  const lost = until ?? (hasLog ? undefined : backup.startedAt);
  const needsMigrate = folder === undefined || migration !== ownMigration;
  return [
    'Keep every program stopped until its step.',
    ...(folder === undefined
      ? ['Name this database in the settings of every program.']
      : [
          `Let PostgreSQL use ${folder}: move the broken data folder aside, put this one in its place, and start PostgreSQL alone.`,
        ]),
    ...(needsMigrate
      ? ['Run `npx inaam migrate`: it makes the roles, their rights and what this version needs.']
      : []),
    `Export what the SMS provider has sent since ${lost === undefined ? 'shortly before the loss' : spelledTime(lost)}: a CSV with number and text.`,
    `Run \`npx inaam ledger verify --head <newest saved head${lost === undefined ? '' : ' before that moment'}>\`. VALID: nothing up to that head is lost. NOT VALID: find a later backup.`,
    'Run `npx inaam vouchers reconcile <that CSV> --why "the database was restored"`: each code that was sent stays with its number.',
    lost === undefined
      ? 'Start `draw` with the same DRAW_HEAD_FILE. Its log says "Drawing."'
      : 'Start `draw` with the same DRAW_HEAD_FILE. If entries are lost, it refuses the ledger: follow "The draw refuses the ledger" in docs/run/draw-and-keys.md. Tell the brand what the ledger lacks.',
    `Begin the backup again: \`npx inaam backup --to ${from} --follow\` and \`npx inaam backup --to ${from}\`.`,
    'Start `deliver`, then `serve`. Each /ready answers {"ready":true}.',
  ];
}
