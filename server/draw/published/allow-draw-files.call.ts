import { recordAudit } from '../../database/audit-log.ts';
import { downloadCommand } from './draw-verifications.sql.ts';
import { readLedgerHead } from '../ledger-export.sql.ts';
import type { ConsoleHandler } from '../../console/context.ts';
import { ConsoleRefusal } from '../../console/refusal.ts';
import { operatorOf } from '../../console/audit-entry.ts';

/** A long ledger takes longer than that to save, and only has to begin by then. */
export const downloadMinutes = 10;

export const allowDrawFiles: ConsoleHandler<'allowDrawFiles'> = async (
  context,
  { why },
  signedIn,
) => {
  const { database, campaign } = context;
  const operator = operatorOf(context, signedIn, why);
  const head = await readLedgerHead(database, campaign.id);
  if (!head) throw new ConsoleRefusal('notFound', 'The draw is not committed to yet.');
  await recordAudit(database, {
    campaign: campaign.id,
    command: downloadCommand,
    operator,
    details: { account: signedIn.id, ...head },
  });
  return { entries: head.entries, minutes: downloadMinutes };
};
