import { createStore } from 'zustand/vanilla';
import type { AppContext } from '@inaam/web/app/app-context.ts';
import { upiCalls, type Payout } from '../contract.ts';

type PayoutApp = Pick<AppContext, 'note' | 'round'> & {
  calls: Pick<AppContext['calls'], 'quiet'>;
};

type State = {
  /** Undefined before the first answer; null: nothing is paid on UPI. */
  payout: Payout | null | undefined;
  isBusy: boolean;
  hasFailed: boolean;
};

/** The state of the shopper's payout. Nothing here rejects. */
export function openPayout({ calls, note, round }: PayoutApp) {
  const store = createStore<State>(() => ({ payout: undefined, isBusy: false, hasFailed: false }));
  let latest = 0;
  const run = async (ask: () => Promise<{ payout: Payout | null }>, isPress: boolean) => {
    const number = ++latest;
    if (isPress) store.setState({ isBusy: true, hasFailed: false });
    try {
      const { payout } = await ask();
      // An older answer may come last.
      if (number === latest && !round.signal.aborted) store.setState({ payout, hasFailed: false });
    } catch (error) {
      note('bonus', error);
      if (isPress && number === latest) store.setState({ hasFailed: true });
    }
    if (isPress) store.setState({ isBusy: false });
  };
  return {
    store,
    read: () => run(() => calls.quiet(upiCalls.getPayout, {}), false),
    /** @param upiId empty: of the own number */
    ask: (upiId: string) => run(() => calls.quiet(upiCalls.askPayout, { upiId }), true),
    /** @param request 0: a voucher instead */
    decide: (request: number) => run(() => calls.quiet(upiCalls.decidePayout, { request }), true),
    again: () =>
      store.setState(({ payout }) => ({ payout: payout && { ...payout, stage: 'ask' } })),
  };
}

/** How long until it is read again; undefined: nothing changes by itself. */
export const pollMsOf = (payout: Payout | null | undefined, polls: number): number | undefined => {
  const first = { checking: 1000, sending: 3000, review: 60_000 } as Record<string, number>;
  const ms = payout === undefined ? 2000 : first[payout?.stage ?? ''];
  return ms && Math.min(60_000, ms * 1.3 ** polls);
};
