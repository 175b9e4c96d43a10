import type { VoucherState } from '@inaam/contract/calls.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApp, useOnReturn } from '../use-app.ts';

/** `by`: the promised last day of arrival, `YYYY-MM-DD`. */
export type Voucher = {
  state: VoucherState | undefined;
  by: string | undefined;
  /** The voucher for a right answer, in rupees. */
  bonus?: { amount: number; state: VoucherState } | undefined;
};

/**
 * The voucher's state, fetched again when the shopper returns from reading the SMS. Undefined while
 * unknown: no screen depends on it, so failures are not shown.
 */
export function useVoucher(): Voucher | undefined {
  const { calls, session } = useApp();
  const [voucher, setVoucher] = useState<Voucher>();
  const latest = useRef(0);
  const ask = async () => {
    const { accessToken, rewardAmount } = session.getState();
    if (accessToken === null || rewardAmount === null) return;
    const question = ++latest.current;
    const answer = await calls.voucher().catch(() => undefined);
    // On a slow network an older answer may arrive last.
    if (answer !== undefined && question === latest.current) setVoucher(answer);
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
  useOnReturn(() => void ask());
  return voucher;
}
