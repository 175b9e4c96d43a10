import type { OtherVoucher, VoucherState } from '@inaam/contract/vouchers.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallRefused } from '../../api/failures.ts';
import { useApp, useOnReturn } from '../use-app.ts';

export type Voucher = { state?: VoucherState | undefined; by?: string | undefined };

export type Vouchers = Voucher & {
  /** The voucher for a right answer. */
  bonus?: OtherVoucher | undefined;
  /** Of the number's other participations. */
  others?: readonly OtherVoucher[] | undefined;
};

/**
 * The voucher's state, fetched again when the shopper returns from reading the SMS. Undefined while
 * unknown: no screen depends on it, so only the end of the session is reported.
 * @param hasNewBonus fetched again once it has
 */
export function useVoucher(hasNewBonus = false): Vouchers | undefined {
  const { calls, report, session } = useApp();
  const [voucher, setVoucher] = useState<Vouchers>();
  const latest = useRef(0);
  const ask = async () => {
    const { accessToken, rewardAmount } = session.getState();
    if (accessToken === null || rewardAmount === null) return;
    const question = ++latest.current;
    const answer = await calls.voucher().catch((error: unknown) => {
      // Another tab may have changed or erased the person.
      if (error instanceof CallRefused && error.statusCode === 401) report(error);
    });
    // On a slow network an older answer may arrive last.
    if (answer && question === latest.current) setVoucher(answer);
  };
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    const askIfVisible = () => {
      if (document.visibilityState !== 'hidden') void askNow();
    };
    // The screen does not wait for it.
    const timer = setTimeout(askIfVisible);
    document.addEventListener('visibilitychange', askIfVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', askIfVisible);
    };
  }, []);
  useEffect(() => {
    if (hasNewBonus) void askNow();
  }, [hasNewBonus]);
  useOnReturn(() => void ask());
  return voucher;
}
