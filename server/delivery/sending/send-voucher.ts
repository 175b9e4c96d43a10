// A code is assigned permanently: every retry sends the same code to the same mobile.
import { renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import { sealContexts } from '../../keys/seal-contexts.ts';
import { promisedUntil } from '../../rules/delivery/voucher-validity.ts';
import type { OutgoingSms } from '../../sms/provider.ts';
import type {
  VoucherCode,
  VoucherMessage,
} from '../../storage/delivery/vouchers/voucher-assignment.ts';
import { countOwed } from '../../storage/delivery/vouchers/voucher-queries.ts';
import { DeliveryError } from './delivery-error.ts';
import { errorCode } from '../../errors/error-code.ts';
import { sendSms } from './send-sms.ts';
import type { JobOutcome, DeliveryContext } from '../context.ts';
import { validUntil } from './valid-until.ts';

type VoucherVerdict =
  | { kind: 'send'; mobileSealed: Buffer; code: VoucherCode }
  | { kind: 'fail'; reason: 'erased' }
  | { kind: 'noStock' }
  | { kind: 'ended' };

function verdictOfVoucher(message: VoucherMessage): VoucherVerdict {
  const { state, mobileSealed, code } = message;
  // A held voucher ends here too; releasing it adds a new job.
  if (state !== 'owed' && state !== 'assigned') return { kind: 'ended' };
  if (!mobileSealed) return { kind: 'fail', reason: 'erased' };
  return code ? { kind: 'send', mobileSealed, code } : { kind: 'noStock' };
}

/** @throws DeliveryError if the job is to be retried */
export async function sendVoucher(
  context: DeliveryContext,
  messageId: string,
): Promise<JobOutcome> {
  const { clocks, storage, log, review } = context;
  await review.before(messageId);
  const message = await storage.assignVouchers.one({
    messageId,
    now: clocks.wall(),
    promisedUntil: promisedUntil(clocks.campaign()),
  });
  if (message === 'none') return 'ended';
  const verdict = verdictOfVoucher(message);
  switch (verdict.kind) {
    case 'ended':
      if (message.state === 'settled') await storage.recordEndedJobs.one(messageId);
      return 'ended';
    case 'fail':
      await storage.failMessages.one({ messageId, at: clocks.wall(), reason: verdict.reason });
      log.warn(
        { message: messageId },
        "A voucher cannot be sent, because its winner's data has been erased.",
      );
      return 'failed';
    case 'noStock':
      context.report(`no stock|${message.amount}`, () => void logNoStock(context, message.amount));
      throw new DeliveryError(`No voucher code of Rs ${message.amount} is in stock.`);
    case 'send': {
      const outgoing = smsOf(context, messageId, message, verdict);
      return sendSms(context, 'voucher', outgoing, message.resends);
    }
    default:
      return verdict satisfies never;
  }
}

function smsOf(
  { keys, clocks, sms }: DeliveryContext,
  id: string,
  { pseudonym, amount }: VoucherMessage,
  { mobileSealed, code }: Extract<VoucherVerdict, { kind: 'send' }>,
): OutgoingSms {
  const template = sms.vouchers[String(amount)];
  if (!template) throw new DeliveryError(`The campaign has no SMS for a voucher of Rs ${amount}.`);
  // Counts from the day of the assignment, so that every retry has the same text.
  const assignedAt = clocks.campaign() - (clocks.wall() - code.assignedAt);
  const variables = {
    code: keys.vouchers.open(code.sealed, sealContexts.voucherCode(code.index)),
    validUntil: validUntil(assignedAt, sms.language),
  };
  const text = renderSms(template, variables);
  const to = keys.open(mobileSealed, sealContexts.personalDataMobile(pseudonym));
  return { id, to, text, variables, template: template.dlt };
}

async function logNoStock(
  { database, campaign, log }: DeliveryContext,
  amount: number,
): Promise<void> {
  try {
    const owed = (await countOwed(database, campaign.id)).get(amount) ?? 0;
    log.warn(
      { amount, owed },
      `No voucher code of Rs ${amount} is in stock; ${owed} winners are waiting for one. Load codes: they are then sent at once.`,
    );
  } catch (error) {
    log.warn({ amount, code: errorCode(error) }, `No voucher code of Rs ${amount} is in stock.`);
  }
}
