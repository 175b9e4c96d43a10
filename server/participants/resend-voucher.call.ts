import { isVoucherOf } from './person-reads.sql.ts';
import { readMessageFacts, resendVouchers } from '../vouchers/voucher-debts.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { changeOf } from '../console/audit-words.ts';
import { refuseResend, resendsMax, type ResendRefusal } from '../messages/delivery-limits.rules.ts';

export const resendVoucher: ConsoleHandler<'resendVoucher'> = async (context, fields, signedIn) => {
  const { database } = context;
  const { campaign, mobileIndex, audit } = changeOf(
    context,
    fields,
    signedIn,
    'console person resend',
  );
  const { message } = fields;
  const isOwn = uuid.test(message) && (await isVoucherOf(database, campaign, mobileIndex, message));
  const facts = isOwn ? await readMessageFacts(database, campaign, message) : undefined;
  if (!facts) {
    throw new ConsoleRefusal(
      'notFound',
      'This person has no such voucher. Look the person up again.',
    );
  }
  const refusal = refuseResend(facts);
  if (refusal !== undefined) throw new ConsoleRefusal('refused', resendRefusals[refusal]);
  const { at: now } = audit.operator;
  const details = { ...audit.details, message };
  const chosen = { message };
  const sent = await resendVouchers(database, campaign, chosen, {
    max: 1,
    now,
    auditOf: (count) => ({ ...audit, details: { ...details, count } }),
  });
  // Another request resent it first.
  if (sent === 0) throw new ConsoleRefusal('refused', resendRefusals.sending);
  return {
    isChanged: true,
    message:
      facts.hold === 'held'
        ? 'The voucher is owed again, but held in the review: it is sent once a manager releases it.'
        : 'The voucher is sent again: the same code, to the same number.',
  };
};

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const resendRefusals: Readonly<Record<ResendRefusal, string>> = {
  otp: 'An OTP is not sent again: the shopper requests another one on the site.',
  erased: "The winner's data was erased, so there is no number to send the voucher to.",
  refused: 'It was refused in the review. Ask a manager, who can release it.',
  settled: 'It was settled by hand: the winner was paid in another way.',
  held: 'It is held in the review, and sent once a manager releases it.',
  sending: 'It is still being sent. Wait until it has been handed over, or has failed.',
  tooOften: `It was sent again ${resendsMax} times already. Ask a manager to settle it by hand, under Stock and delivery.`,
};
