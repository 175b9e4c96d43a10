// A code is assigned permanently: every retry sends the same code to the same mobile.
import type { SmsTemplate } from '@inaam/campaigns/schema/folder-schema.ts';
import { sendingHours, spellHours } from '@inaam/campaigns/sms/sms-category.ts';
import { renderSms, smsDate } from '@inaam/campaigns/sms/sms-template.ts';
import { claimsOf } from '@inaam/campaigns/loader/complete-words.ts';
import { sealContexts } from '../platform/seal.ts';
import { waitForHours } from '../messages/delivery-limits.rules.ts';
import { promisedUntil } from './voucher-validity.rules.ts';
import type { OutgoingSms } from '../sms/provider.ts';
import type { assignVouchers, VoucherCode, VoucherMessage } from './voucher-assignment.sql.ts';
import type { Leased } from '../messages/outbox.sql.ts';
import {
  assertBelowCeiling,
  DeliveryError,
  PutOffError,
  refuseToSend,
  sendSms,
  type SmsStorage,
} from '../messages/send-sms.job.ts';
import type { MessageOutcome, SendingContext } from '../messages/delivery-dependencies.ts';

type Context = SendingContext<
  SmsStorage & { assignVouchers: ReturnType<typeof assignVouchers> }
> & {
  review: { before: (messageId: string) => Promise<void> };
  /** At most once a minute for each amount. */
  reportNoStock: (amount: string, report: () => void) => void;
};

type VoucherVerdict =
  | { kind: 'send'; mobileSealed: Buffer; code: VoucherCode }
  | { kind: 'fail'; reason: 'erased' }
  | { kind: 'noStock' }
  | { kind: 'unchecked' | 'setAside' }
  | { kind: 'ended' };

function verdictOfVoucher(message: VoucherMessage): VoucherVerdict {
  const { state, mobileSealed, code } = message;
  if (state === 'unchecked' || state === 'setAside') return { kind: state };
  // A held voucher is not due until it is released.
  if (state !== 'owed' && state !== 'assigned') return { kind: 'ended' };
  if (!mobileSealed) return { kind: 'fail', reason: 'erased' };
  return code ? { kind: 'send', mobileSealed, code } : { kind: 'noStock' };
}

/** @throws DeliveryError if the message is to be tried again */
export async function sendVoucher(context: Context, lease: Leased): Promise<MessageOutcome> {
  const { clocks, storage, log, review } = context;
  const messageId = lease.id;
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
      return 'ended';
    case 'fail':
      await storage.failMessages.one({ messageId, at: clocks.wall(), reason: verdict.reason });
      log.warn(
        { message: messageId },
        "A voucher cannot be sent, because its winner's data has been erased.",
      );
      return 'failed';
    case 'unchecked':
      return waitForDraw(context, messageId);
    case 'setAside':
      return refuseToSend(context, messageId, 'set aside by people');
    case 'noStock':
      context.reportNoStock(String(message.amount), () =>
        log.warn(
          { amount: message.amount },
          `No voucher code of Rs ${message.amount} is in stock, and winners wait for one. Load codes: they are then sent at once.`,
        ),
      );
      throw new DeliveryError(`No voucher code of Rs ${message.amount} is in stock.`);
    case 'send': {
      const template = templateOf(context, message.amount);
      const outgoing = smsOf(context, messageId, message, { ...verdict, template });
      const wrong = wrongIn(context, message, outgoing.to);
      if (wrong !== undefined) return refuseToSend(context, messageId, wrong);
      putOffOutsideHours(context, template);
      assertBelowCeiling(context, 'vouchers', 'deliver refuses a message');
      return sendSms(context, 'voucher', outgoing, lease, message.resends);
    }
    default:
      return verdict satisfies never;
  }
}

/** @throws PutOffError until `draw` has checked the ledger as far as the reward */
function waitForDraw({ clocks, log }: Context, messageId: string): never {
  // An id begins with the time at which the voucher was owed.
  const ageMs = clocks.wall() - Number.parseInt(messageId.replace('-', '').slice(0, 12), 16);
  if (ageMs > 300_000) {
    log.error(
      { alarm: true },
      'Vouchers wait, because `draw` has not checked the ledger so far. It has stopped or does not run: see docs/run/draw-and-keys.md.',
    );
  }
  const waitMs = Math.min(Math.max(1000, ageMs / 4), 60_000);
  throw new PutOffError('The draw has not checked the reward.', waitMs);
}

/**
 * `serve` writes whom a voucher goes to and why. It is compared with what `serve` cannot write
 * afterwards, so that a program that was taken over pays no other phone and no invented pack.
 */
function wrongIn(
  { keys, campaign: { packs } }: Context,
  { mobileIndex, claim, pack }: VoucherMessage,
  to: string,
): string | undefined {
  if (!keys.mobileIndex(to).equals(mobileIndex)) return 'another number';
  if (claim > (claimsOf(packs)?.inAll ?? 1)) return 'more than a number may have';
  if (packs?.kind !== 'unique') return undefined;
  if (!pack) return 'no pack';
  if (packs.codes === 'loaded') return undefined;
  const made = pack.source && keys.packIndex(keys.packCode(pack.source));
  return made?.equals(pack.id) === true ? undefined : 'no code of ours';
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
    `Vouchers of the category ${category} are sent from ${spellHours(hours)} in India; what is due now waits for that. Logged at most once a minute.`,
  );
  throw new PutOffError(`The category ${category} may not be sent at this hour.`, waitMs);
}

function smsOf(
  { keys, clocks, sms }: Context,
  id: string,
  { pseudonym }: VoucherMessage,
  {
    mobileSealed,
    code,
    template,
  }: Extract<VoucherVerdict, { kind: 'send' }> & { template: SmsTemplate },
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
