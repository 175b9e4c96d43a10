import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { voucherHours, sendingHours, spellHours } from '@inaam/campaigns/sms/sms-category.ts';
import {
  lateDays,
  spelledLate,
  workerSilentMs,
  waitForHours,
} from '../../messages/delivery-limits.rules.ts';
import { stockAlarm } from '../../vouchers/voucher-validity.rules.ts';
import { readBacklog } from '../../messages/deliveries.sql.ts';
import { countFailedMessages } from '../../messages/message-queries.sql.ts';
import { readReceiptFaults } from '../../messages/sms-receipts.sql.ts';
import { countLateVouchers } from '../../vouchers/voucher-debts.sql.ts';
import { countWorkers } from '../../messages/workers.sql.ts';
import type { Database } from '../../database/database.ts';
import { checkOf, type Finding } from './finding.ts';
import { templatesOf } from './sms-checks.ts';

const dayMs = 86_400_000;

export async function checkWorkers(database: Database): Promise<Finding> {
  const delivery = checkOf('delivery');
  const workers = await countWorkers(database, workerSilentMs);
  return workers > 0
    ? delivery.ok(`Workers with a recent heartbeat: ${workers}.`)
    : delivery.fault(
        'No worker has a recent heartbeat: no code and no voucher is sent.',
        'Start `npx inaam deliver`.',
      );
}

const codeSecondsMax = 60;
const voucherSecondsMax = 86_400;

export async function checkBacklog(
  database: Database,
  { id, sms }: Pick<ServerCampaign, 'id' | 'sms'>,
  promisedUntil: string,
): Promise<Finding> {
  const backlog = checkOf('backlog');
  const hours = voucherHours(sms.vouchers);
  const { owed } = await readBacklog(database, id, { promisedUntil, hours });
  const late = owed.filter(
    ({ kind, oldestSeconds }) =>
      (oldestSeconds ?? 0) > (kind === 'otp' ? codeSecondsMax : voucherSecondsMax),
  );
  const spelled = owed.map(
    ({ kind, count, oldestSeconds }) =>
      `${count} ${kind === 'otp' ? 'codes' : 'vouchers'}${count > 0 ? ` (${spellOldest(oldestSeconds)})` : ''}`,
  );
  const found = `Waiting to be sent: ${spelled.join(', ')}.`;
  return late.length === 0
    ? backlog.ok(found)
    : backlog.fault(found, 'See "A failed delivery" in docs/run/deliveries.md.');
}

/** @param seconds null: all are held */
const spellOldest = (seconds: number | null) =>
  seconds === null ? 'held for review' : `oldest ${spellAge(seconds)}`;

function spellAge(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  const minutes = seconds / 60;
  if (minutes < 120) return `${Math.round(minutes)} minutes`;
  const hours = minutes / 60;
  return hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`;
}

/** @param now ms */
export async function checkLate(
  database: Database,
  campaign: string,
  now: number,
): Promise<Finding> {
  const check = checkOf('late vouchers');
  const before = [now - lateDays.error * dayMs, now - lateDays.warning * dayMs];
  const [escalated = 0, late = 0] = await countLateVouchers(database, campaign, before);
  const found = `Owed or failed for more than ${lateDays.warning} days: ${spelledLate(late)}, for more than ${lateDays.error}: ${spelledLate(escalated)}. ${lateDays.promised} are promised.`;
  const mend = '`deliveries late` lists them.';
  if (escalated > 0) return check.fault(found, mend);
  return late > 0 ? check.warning(found, mend) : check.ok(found);
}

export async function checkFailed(database: Database, campaign: string): Promise<Finding> {
  const failed = checkOf('failed');
  const count = await countFailedMessages(database, campaign);
  return count === 0
    ? failed.ok('No message has failed.')
    : failed.warning(
        `Failed permanently: ${count}, one-time codes and vouchers together.`,
        '`deliveries failed` lists them with their reasons.',
      );
}

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

/** `daysLeft`: null if there is no demand. */
export type AmountStock = { amount: number; free: number; owed: number; daysLeft: number | null };

export function checkStock(stock: readonly AmountStock[]): Finding {
  const check = checkOf('stock');
  const found = `${stock.map(spelledStock).join('; ')}.`;
  const short = stock.filter(({ free, owed }) => free < owed);
  if (short.length > 0) {
    return check.fault(found, `Winners wait: load codes of ${list(short)}.`);
  }
  const endsWithin = (days: number) =>
    stock.filter(({ daysLeft }) => daysLeft !== null && daysLeft < days);
  const [last, low] = [endsWithin(stockAlarm.errorDays), endsWithin(stockAlarm.warnDays)];
  if (last.length > 0) return check.fault(found, `Load codes of ${list(last)} now.`);
  if (low.length > 0) return check.warning(found, `Load more codes of ${list(low)}.`);
  const empty = stock.filter(({ free }) => free === 0);
  if (empty.length > 0) {
    return check.warning(found, `Load codes of ${list(empty)} before somebody wins one.`);
  }
  return check.ok(found);
}

const list = (of: readonly AmountStock[]) => of.map(({ amount }) => `Rs ${amount}`).join(', ');

function spelledStock({ amount, free, owed, daysLeft }: AmountStock): string {
  const counts = `Rs ${amount}: ${free} free, ${owed} owed`;
  return daysLeft === null ? counts : `${counts}, for ${daysLeft} days`;
}

// Which texts have sending hours, and whether they may be sent now.

/** @param now wall time, ms */
export function checkSendingHours(campaign: ServerCampaign, now: number): Finding {
  const check = checkOf('sending hours');
  const texts = templatesOf(campaign).flatMap(([name, { category }]) => {
    const hours = sendingHours[category];
    return hours ? [{ name, category, hours }] : [];
  });
  const [first] = texts;
  if (!first) return check.ok('Each text is sent at any hour.');
  const names = texts.map(({ name, category }) => `${name} (${category})`).join(', ');
  const state =
    waitForHours(first.hours, now) === 0
      ? 'It is such an hour now.'
      : 'It is not now: they wait until it is.';
  return check.warning(
    `Sent from ${spellHours(first.hours)} in India only: ${names}. ${state}`,
    'Nothing needs to be done. To send them at any hour, register the texts as service-implicit.',
  );
}
