// `audit`: who changed something by this command line, when, what and why. Reads only.
import type { Command } from 'commander';
import * as z from 'zod';
import { readAudits, type AuditRow } from '../storage/audits.ts';
import { atWork } from './at-work.ts';
import { addLeaf, wholeNumber } from './command.ts';
import type { Answer, Session } from './desk.ts';

export function addAudit(parent: Command, session: Session): void {
  addLeaf(parent, session, {
    name: 'audit',
    summary: 'show the audit log, newest first',
    examples: ['audit', 'audit --most 5 --json', 'audit --all-campaigns'],
    add: (command) => {
      command
        .option('--most <count>', 'so many rows at most', wholeNumber(1, 10_000), 50)
        .option('--all-campaigns', 'of every campaign in this database');
    },
    shape: { most: z.number(), allCampaigns: z.boolean().default(false) },
    act: ({ most, allCampaigns }) =>
      atWork(session.desk, async ({ database, id }) =>
        logOf(await readAudits(database, allCampaigns ? { most } : { most, campaign: id })),
      ),
  });
}

function logOf(rows: readonly AuditRow[]): Answer {
  const audits = rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  const lines = audits.map(
    ({ number, at, by, command, why, campaign, details }) =>
      `${number}  ${at}  ${by}: ${command} (${campaign ?? 'no campaign'}), because: ${why}\n     ${JSON.stringify(details)}`,
  );
  const told = lines.length === 0 ? 'Nothing was changed so far.' : lines.join('\n');
  return { told, json: { audits } };
}
