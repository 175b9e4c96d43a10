// A code is assigned permanently: every retry sends the same code to the same mobile.
import { renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import { sealContexts } from '../keys/seal-contexts.ts';
import { countOwed } from '../storage/voucher-queries.ts';
import { DeliveryError, errorCode } from './delivery-error.ts';
import { sendSms } from './send-sms.ts';
import type { JobOutcome, DeliveryContext } from './context.ts';
import { validUntil } from './valid-until.ts';

/** @throws DeliveryError if the job is to be retried */
export async function sendVoucher(
  context: DeliveryContext,
  messageId: string,
): Promise<JobOutcome> {
  const { keys, clocks, storage, log } = context;
  const message = await storage.readVoucherMessages.one(messageId);
  if (message === 'none' || (message.state !== 'owed' && message.state !== 'assigned')) {
    return 'ended';
  }
  const { pseudonym, amount, mobileSealed } = message;
  if (!mobileSealed) {
    await storage.failMessages.one({ messageId, at: clocks.wall(), reason: 'erased' });
    log.warn({ message: messageId }, 'A voucher cannot be sent: its winner has been erased.');
    return 'failed';
  }
  const now = clocks.wall();
  const voucher = await storage.assignVouchers.one({ messageId, now });
  if (voucher.kind === 'ended') return 'ended';
  if (voucher.kind === 'noStock') {
    context.report(`no stock|${amount}`, () => void logNoStock(context, amount));
    throw new DeliveryError(`No voucher code of Rs ${amount} is in stock.`);
  }
  const template = context.sms.vouchers[String(amount)];
  if (!template) throw new DeliveryError(`The campaign has no SMS for a voucher of Rs ${amount}.`);
  const mobile = keys.open(mobileSealed, sealContexts.personalDataMobile(pseudonym));
  const code = keys.open(voucher.codeSealed, sealContexts.voucherCode(voucher.codeIndex));
  // From the day of assignment, so that every retry has the same text.
  const assignedAt = clocks.campaign() - (clocks.wall() - voucher.assignedAt);
  const text = renderSms(template, { code, validUntil: validUntil(assignedAt) });
  return sendSms(context, { id: messageId, to: mobile, text, template: template.dlt });
}

async function logNoStock(
  { database, campaign, log }: DeliveryContext,
  amount: number,
): Promise<void> {
  try {
    const owed = (await countOwed(database, campaign.id)).get(amount) ?? 0;
    log.warn(
      { amount, owed },
      `No voucher code of Rs ${amount} is in stock; ${owed} winners wait for one. Load codes: they are sent at once.`,
    );
  } catch (error) {
    log.warn({ amount, code: errorCode(error) }, `No voucher code of Rs ${amount} is in stock.`);
  }
}
