// A code is assigned permanently: every retry sends the same code to the same mobile.
import type { SmsTemplate } from '@inaam/campaigns/schema/folder-schema.ts';
import { sendingHours, spellHours } from '@inaam/campaigns/sms/sms-category.ts';
import { renderSms, smsDate } from '@inaam/campaigns/sms/sms-template.ts';
import { claimsIn } from '@inaam/campaigns/loader/plugin-files.ts';
import { sealContexts } from '../platform/seal.ts';
import { waitForHours } from '../messages/delivery-limits.rules.ts';
import { promisedUntil } from './voucher-validity.rules.ts';
import type { OutgoingSms } from '../sms/provider.ts';
import type { BoundPurchase, TakenVoucher, VoucherCode } from './take-vouchers.sql.ts';
import {
  assertBelowCeiling,
  DeliveryError,
  PutOffError,
  refuseToSend,
  sendSms,
  type SmsStorage,
} from '../messages/send-sms.job.ts';
import type { MessageOutcome, SendingContext } from '../messages/delivery-dependencies.ts';

type Context = SendingContext<SmsStorage> & {
  /** Why nothing is owed for it. */
  wrongPurchase: (purchase: BoundPurchase | undefined) => string | undefined;
  /** At most once a minute for each amount. */
  reportNoStock: (amount: string, report: () => void) => void;
};

/** @throws DeliveryError if the message is to be tried again */
export async function sendVoucher(
  context: Context,
  message: TakenVoucher,
): Promise<MessageOutcome> {
  const { clocks, storage, log, watches = [] } = context;
  const { id: messageId, state, amount, mobileSealed, code, isMeasured, failure } = message;
  if (failure !== undefined) throw failure;
  if (!isMeasured) for (const watch of watches) watch.postpone(messageId);
  // It is not due until it is released.
  if (state === 'held') return 'ended';
  if (state === 'unchecked') return waitForDraw(context, messageId);
  if (state === 'setAside') return refuseToSend(context, messageId, 'set aside by people');
  if (!mobileSealed) {
    await storage.failMessages.one({ messageId, at: clocks.wall(), reason: 'erased' });
    log.warn(
      { message: messageId },
      "A voucher cannot be sent, because its winner's data has been erased.",
    );
    return 'failed';
  }
  if (!code) {
    context.reportNoStock(String(amount), () =>
      log.warn(
        { amount },
        `No voucher code of Rs ${amount} is in stock, and winners wait for one. Load codes: they are then sent at once.`,
      ),
    );
    throw new DeliveryError(`No voucher code of Rs ${amount} is in stock.`);
  }
  const template = templateOf(context, amount);
  const outgoing = smsOf(context, messageId, message, { mobileSealed, code, template });
  const wrong = wrongIn(context, message, outgoing.to);
  if (wrong !== undefined) return refuseToSend(context, messageId, wrong);
  putOffOutsideHours(context, template);
  assertBelowCeiling(context, 'vouchers');
  return sendSms(context, 'voucher', outgoing, message, message.resends);
}

/** @throws PutOffError until `draw` has checked the ledger as far as the reward */
function waitForDraw({ clocks, log }: Context, messageId: string): never {
  // An id begins with the time at which the voucher was owed.
  const ageMs = clocks.wall() - Number.parseInt(messageId.replace('-', '').slice(0, 12), 16);
  if (ageMs > 300_000) {
    log.error(
      { alarm: true },
      'Vouchers wait, because `draw` has not checked the ledger this far. It has stopped or is not running: see docs/run/draw-and-keys.md.',
    );
  }
  const waitMs = Math.min(Math.max(1000, ageMs / 4), 60_000);
  throw new PutOffError('The draw has not checked the reward.', waitMs);
}

/**
 * `serve` writes whom a voucher goes to and why. It is compared with what `serve` cannot write
 * afterwards, so that a program that was taken over pays no other phone and no invented purchase.
 */
function wrongIn(
  { keys, campaign, wrongPurchase }: Context,
  { mobileIndex, claim, purchase }: TakenVoucher,
  to: string,
): string | undefined {
  if (!keys.mobileIndex(to).equals(mobileIndex)) return 'another number';
  if (claim > (claimsIn(campaign)?.inAll ?? 1)) return 'more than a number may have';
  return wrongPurchase(purchase);
}

function templateOf({ sms }: Context, amount: number): SmsTemplate {
  const template = sms.vouchers[String(amount)];
  if (template) return template;
  throw new DeliveryError(`The campaign has no SMS for a voucher of Rs ${amount}.`);
}

/** @throws PutOffError until texts of this category may be sent */
function putOffOutsideHours({ clocks, log }: Context, { category }: SmsTemplate): void {
  const hours = sendingHours[category];
  const waitMs = hours ? waitForHours(hours, clocks.wall()) : 0;
  if (!hours || waitMs === 0) return;
  log.info(
    { category },
    `Vouchers of the category ${category} are sent from ${spellHours(hours)} in India; what is due waits until then. Logged at most once a minute.`,
  );
  throw new PutOffError(`The category ${category} may not be sent at this hour.`, waitMs);
}

function smsOf(
  { keys, clocks, sms }: Context,
  id: string,
  { pseudonym }: TakenVoucher,
  {
    mobileSealed,
    code,
    template,
  }: { mobileSealed: Buffer; code: VoucherCode; template: SmsTemplate },
): OutgoingSms {
  // Count from the day of the assignment, so that every retry has the same text.
  const assignedAt = clocks.campaign() - (clocks.wall() - code.assignedAt);
  const variables = {
    code: keys.vouchers.open(code.sealed, sealContexts.voucherCode(code.index)),
    validUntil: validUntil(assignedAt, sms.language),
  };
  const text = renderSms(template, variables);
  const to = keys.open(mobileSealed, sealContexts.personalDataMobile(pseudonym));
  const { dlt, category } = template;
  return { id, to, text, variables, template: dlt, category };
}

/**
 * The date as the SMS states it, in the language of its registered text, for example `6 May 2026`
 * (CAM-6).
 */
export function validUntil(assignedAt: number, language: string): string {
  return smsDate(promisedUntil(assignedAt), language);
}
