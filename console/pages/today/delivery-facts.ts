import { formatCount, formatDuration, formatRupees, formatShare } from '../../ui/format.ts';
import type { Today } from './today-answer.ts';

type Fact = { readonly label: string; readonly value: string; readonly note?: string };

/** Figures that are not time series. */
export function deliveryFacts({ delivery, sms }: Pick<Today, 'delivery' | 'sms'>): Fact[] {
  return [
    { label: 'Code by SMS', ...timesOf(delivery.codeSeconds) },
    { label: 'Voucher by SMS', ...timesOf(delivery.voucherSeconds) },
    { label: 'Waiting to be sent', ...waitingOf(delivery) },
    {
      label: 'SMS accepted',
      value: formatCount(sms.accepted),
      note: `cost ${formatRupees(sms.rupees)}`,
    },
    {
      label: 'Codes that were typed in',
      ...(sms.verifiedPerCode === null
        ? { value: 'none sent' }
        : {
            value: formatShare(sms.verifiedPerCode),
            note: 'a sudden fall: perhaps a machine asks for codes',
          }),
    },
  ];
}

type Delivery = Today['delivery'];
type Figure = Omit<Fact, 'label'>;

function timesOf({ p50, p95 }: Delivery['codeSeconds']): Figure {
  if (p50 === null || p95 === null) return { value: 'none yet' };
  return {
    value: `half within ${formatDuration(p50)}`,
    note: `95 of 100 within ${formatDuration(p95)}`,
  };
}

function waitingOf({ waiting, oldestWaitingSeconds }: Delivery): Figure {
  const value = formatCount(waiting);
  if (waiting === 0 || oldestWaitingSeconds === null) return { value };
  return { value, note: `the oldest for ${formatDuration(oldestWaitingSeconds)}` };
}
