// What is said of a voucher in each state, on every screen.
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import type { VoucherState } from '@inaam/contract/calls.ts';
import { attempt } from '../../optional.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import { useApp } from '../use-app.ts';
import type { Voucher } from './use-voucher.ts';

/**
 * `steps`: of its way, how many are done. `isValid`: it can be used, now or once it comes. `isKept`:
 * the SMS with its code comes or came.
 */
export const voucherFacts = {
  owed: { steps: 2, mood: 'waiting', isValid: true, isKept: true },
  late: { steps: 2, mood: 'console', isValid: true, isKept: true },
  sent: { steps: 3, mood: 'waiting', isValid: true, isKept: true },
  delivered: { steps: 4, mood: 'cheer', isValid: true, isKept: true },
  failed: { steps: 3, mood: 'console', isValid: true, isKept: false },
  settled: { steps: 2, mood: 'waiting', isValid: false, isKept: false },
  notSent: { steps: 2, mood: 'console', isValid: false, isKept: false },
} as const satisfies Record<VoucherState, object>;

/** One true sentence, with the telephone number as a link. */
export function VoucherText({ state, by = '' }: Voucher) {
  const { contacts, language, words } = useApp().campaign;
  const { voucher, voucherStates } = words.reward;
  const isKnown = state !== undefined && (state !== 'owed' || by !== '');
  const text = isKnown
    ? fill(voucherStates[state], { date: attempt(() => formatDate(by, language), by) })
    : voucher;
  const [before = '', ...after] = text.split(contacts.phone);
  return (
    <>
      <NoBreak text={before} />
      {after.length > 0 && (
        <a href={`tel:${contacts.phone.replaceAll(' ', '')}`} dir="ltr" className="no-break">
          {contacts.phone}
        </a>
      )}
      <NoBreak text={after.join(contacts.phone)} />
    </>
  );
}
