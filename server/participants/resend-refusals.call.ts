import { resendsMost } from '../messages/delivery-limits.rules.ts';
import type { ResendRefusal } from '../messages/resend-voucher.rules.ts';

export const resendRefusals: Readonly<Record<ResendRefusal, string>> = {
  otp: 'A one-time code is not sent again: the shopper asks for another one on the site.',
  erased: "The winner's data was erased, so there is no number to send the voucher to.",
  refused: 'It was refused in the review. Ask a manager, who can release it.',
  settled: 'It was settled by hand: the winner was paid in another way.',
  held: 'It is held in the review, and sent once a manager releases it.',
  sending: 'It is still being sent. Wait until it has been handed over, or has failed.',
  tooOften: `It was sent again ${resendsMost} times already. Ask a colleague with the command line to settle it by hand.`,
};
