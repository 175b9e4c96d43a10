import type { Command } from 'commander';
import * as z from 'zod';
import { readAudits, type AuditRow } from '../database/audit-log.ts';
import { withDatabase } from '../operator/with-database.ts';
import { addCommand, wholeNumber } from '../operator/add-command.ts';
import type { CommandResult, Session } from '../operator/command-context.ts';

export function addAudit(parent: Command, session: Session): void {
  addCommand(parent, session, {
    name: 'audit',
    summary: 'show the audit log, newest first',
    examples: ['audit', 'audit --most 5 --json', 'audit --all-campaigns'],
    add: (command) => {
      command
        .option('--most <count>', 'how many rows at most', wholeNumber(1, 10_000), 50)
        .option('--all-campaigns', 'show every campaign in this database');
    },
    shape: { most: z.number(), allCampaigns: z.boolean().default(false) },
    run: ({ most: max, allCampaigns }) =>
      withDatabase(session.context, async ({ database, id }) =>
        logOf(await readAudits(database, allCampaigns ? { max } : { max, campaign: id })),
      ),
  });
}

function logOf(rows: readonly AuditRow[]): CommandResult {
  const audits = rows.map(({ number, at, by, command, reason: why, campaign, details }) => ({
    command,
    why,
    campaign,
    details,
    number,
    at: new Date(at).toISOString(),
    by,
  }));
  const lines = audits.map(
    ({ number, at, by, command, why, campaign, details }) =>
      `${number}  ${at}  ${by}: ${command} (${campaign ?? 'no campaign'}), reason: ${why}\n     ${JSON.stringify(details)}`,
  );
  const text = lines.length === 0 ? 'Nothing has been changed so far.' : lines.join('\n');
  return { text, json: { audits } };
}
