// What the console says of a reward on UPI, and what support may say.
import { indianDate } from '@inaam/server/platform/period.rules.ts';
import type { DebtLine } from './payouts-page.sql.ts';

const causes: Readonly<Record<string, string>> = {
  wrongId: 'The UPI id cannot be paid: the person is asked for another one',
  balance: 'The balance was too low: add to it, and it is paid within the hour',
  bank: 'A bank did not answer: it is tried again',
  refused: 'The provider refused it',
};
const reasons: Readonly<Record<string, string>> = {
  ...causes,
  manyNumbers: 'Many numbers have this UPI id: decide',
  held: 'Held in the review',
  unchecked: 'Waits for the draw to be checked',
};
const released: Readonly<Record<string, string>> = {
  late: 'Nobody named a UPI id in time: the voucher is sent',
  final: 'It could not be paid: the voucher is sent',
  wanted: 'A voucher was wanted instead',
  withdrawn: 'Consent was withdrawn: the voucher is sent',
  decided: 'A manager decided to send the voucher',
  wrong: 'It is not owed as it is written: see the voucher',
};

/** A sentence without a full stop. */
export function statusOf(line: DebtLine, now: number): string {
  const { state, why, payout, until, request, isConfirmed } = line;
  if (payout === 'excess') return 'Paid by the provider after it was given in another way';
  if (state === 'paid') return 'Paid';
  if (state === 'paying') {
    const isLate = line.at !== null && now - line.at > 86_400_000;
    return isLate ? 'Under way for a day: ask the provider' : 'Under way';
  }
  if (state === 'ended') return 'Nothing is owed any more';
  if (state === 'voucher') return released[why ?? ''] ?? 'The voucher is sent';
  const reason = reasons[why ?? ''];
  if (reason !== undefined) return reason;
  if (isConfirmed) return 'Is paid in a moment';
  const by = `until ${indianDate(until)}, then the voucher is sent`;
  return request === null ? `Waits for a UPI id ${by}` : `Waits for the person ${by}`;
}

export function tellOf({ state, payout, masked, why, until, reference }: DebtLine): string {
  const to = masked === null || masked === '' ? '' : ` to ${masked}`;
  if (state === 'paid') {
    const bank = reference === null ? '' : ` The bank’s reference is ${reference}.`;
    return `Your reward was paid${to}.${bank}`;
  }
  if (state === 'paying') return `Your reward is on its way${to}. Banks can take a day.`;
  if (state === 'voucher') return 'Your reward comes as a voucher by SMS.';
  if (state === 'ended' || payout === 'excess') return 'Your reward was given.';
  if (why === 'wrongId')
    return 'The UPI id could not be paid. Open the page again and name another one.';
  if (why === 'balance' || why === 'bank')
    return `Your reward is paid${to} as soon as the bank answers.`;
  if (why === 'manyNumbers') return 'We look at your reward. Please wait a day.';
  return `Open the page again and name a UPI id by ${indianDate(until)}. Otherwise you get a voucher by SMS.`;
}

export const actionsFor = ({ state, why, payout }: DebtLine): ('pay' | 'voucher')[] => {
  if (state !== 'open' || payout === 'excess') return [];
  const canPay = why === 'manyNumbers' || why === 'balance' || why === 'bank';
  return canPay ? ['pay', 'voucher'] : ['voucher'];
};
