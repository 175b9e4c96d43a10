import type { VoucherState } from '@inaam/contract/calls.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApp, useOnReturn } from './use-app.ts';

/**
 * Where the voucher is, asked again when the shopper comes back from reading the SMS. Undefined
 * while it is not known: no screen depends on it, so that a failure is not shown.
 */
export function useVoucherState(): VoucherState | undefined {
  const { calls, session } = useApp();
  const [state, setState] = useState<VoucherState>();
  const ask = () => {
    const { accessToken, rewardAmount } = session.getState();
    if (accessToken === null || rewardAmount === null) return;
    calls.voucherState().then(setState, () => undefined);
  };
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    const askIfVisible = () => {
      if (document.visibilityState === 'visible') askNow();
    };
    askIfVisible();
    document.addEventListener('visibilitychange', askIfVisible);
    return () => document.removeEventListener('visibilitychange', askIfVisible);
  }, []);
  useOnReturn(ask);
  return state;
}
