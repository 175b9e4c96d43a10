import type { VoucherState } from '@inaam/contract/calls.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApp, useOnReturn } from './use-app.ts';

/** `by`: the last day on which it comes as promised, `YYYY-MM-DD`. */
export type Voucher = { state: VoucherState | undefined; by: string | undefined };

/**
 * Where the voucher is, asked again when the shopper comes back from reading the SMS. Undefined
 * while it is not known: no screen depends on it, so that a failure is not shown.
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
      if (document.visibilityState === 'visible') void askNow();
    };
    askIfVisible();
    document.addEventListener('visibilitychange', askIfVisible);
    return () => document.removeEventListener('visibilitychange', askIfVisible);
  }, []);
  useOnReturn(() => void ask());
  return voucher;
}
