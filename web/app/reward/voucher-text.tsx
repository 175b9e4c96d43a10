import { voucherParts } from '@inaam/plugins/reward.ts';
import { Suspense } from 'react';
import { NoBreak } from '../../ui/no-break.tsx';
import { useApp } from '../use-app.ts';
import { lazyParts, type VoucherProps } from './reward-part.ts';
import type { Voucher } from './use-voucher.ts';
import { voucherSentence } from './voucher-sentence.ts';

/** The one sentence on a voucher, with the telephone number as a link. */
export function VoucherText(voucher: Voucher) {
  const { campaign } = useApp();
  const { contacts } = campaign;
  const [before = '', ...after] = voucherSentence(campaign, voucher).split(contacts.phone);
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

const parts = lazyParts(voucherParts);

export function OwnVoucher(props: VoucherProps) {
  const { campaign } = useApp();
  const Part = parts.find(({ name }) => name in campaign)?.Part;
  return Part ? (
    <Suspense>
      <Part {...props} />
    </Suspense>
  ) : (
    props.children
  );
}
