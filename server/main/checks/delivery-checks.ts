import { readUnclearAnswers } from '../../messages/message-queries.sql.ts';
import { readReceiptFaults } from '../../messages/sms-receipts.sql.ts';
import type { Database } from '../../database/database.ts';
import { checkOf, type Finding } from '../../platform/finding.ts';

/** Test SMS and erased people leave a few. */
const unmatchedFew = 10;

/** @param now wall time, ms */
export async function checkReceipts(
  database: Database,
  campaign: string,
  now: number,
): Promise<Finding> {
  const check = checkOf('receipts');
  const { unread, unmatched } = await readReceiptFaults(database, campaign, now);
  const spelled = unread.map(({ path, reason, times }) => `${path}: ${times} (${reason})`);
  const found = [
    spelled.length === 0
      ? 'Each that came this week was understood.'
      : `Not understood this week: ${spelled.join(', ')}.`,
    ...(unmatched === 0 ? [] : [`Fits no message: ${unmatched}.`]),
  ].join(' ');
  return spelled.length === 0 && unmatched <= unmatchedFew
    ? check.ok(found)
    : check.warning(found, 'See "Receipts of delivery" in docs/make/gateways.md.');
}

/** @param now wall time, ms */
export async function checkAnswers(
  database: Database,
  campaign: string,
  now: number,
): Promise<Finding> {
  const check = checkOf('answers');
  const unclear = await readUnclearAnswers(database, campaign, now);
  if (unclear.length === 0) return check.ok('Each path said what became of its messages.');
  const spelled = unclear.map(({ path, reason, times }) => `${path}: ${times} (${reason})`);
  return check.warning(
    `In a day no clear answer from ${spelled.join(', ')}.`,
    'See "When a path fails" in docs/make/sms.md.',
  );
}
