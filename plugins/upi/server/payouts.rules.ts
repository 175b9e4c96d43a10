// What becomes of a payout. A transfer is known by a key that is stored before the provider hears
// of it. What is not known is asked by that key; nothing is paid with another one before the
// provider has said that this one has failed.

/** `excess`: the provider paid it after its debt had been settled in another way. */
export type PayoutState = 'sending' | 'pending' | 'paid' | 'failed' | 'reversed' | 'excess';

/**
 * `wrongId`: the person can name another one. `balance` and `bank` pass. `refused`: the provider
 * pays this person nothing.
 */
export type Cause = 'wrongId' | 'balance' | 'bank' | 'refused';

/** Of a transfer. `absent`: the provider does not know the key; `unclear`: it gave no answer. */
export type Seen =
  | { kind: 'pending' | 'absent' | 'unclear'; reference?: string | undefined }
  | { kind: 'paid'; reference?: string | undefined; utr?: string | undefined }
  | { kind: 'failed' | 'reversed'; cause: Cause; reference?: string | undefined };

export type Known = {
  state: PayoutState;
  /** When it was last handed over, ms. */
  sentAt: number;
  /** How often it has been asked about. */
  asks: number;
};

/** `send`: hand it over again, with the same key. `askAt`: Infinity: not again. */
export type Step = { state: PayoutState; cause?: Cause; send?: true; askAt: number };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Longer than a request may be on its way: only then does the key's absence mean anything. */
export const quietMs = 2 * minuteMs;

/** Reversals come within days; the web hook may be lost. */
const reversalLooks = 3;

const askAfterMs = (asks: number) => Math.min(2000 * 2 ** Math.min(asks, 20), 30 * minuteMs);

export function stepOf({ state, sentAt, asks }: Known, seen: Seen, now: number): Step {
  const later = now + askAfterMs(asks);
  if ('cause' in seen) {
    // A failure that is told after the success is a reversal.
    const wasPaid = state === 'paid' || state === 'excess';
    const ended = wasPaid || seen.kind === 'reversed' ? 'reversed' : 'failed';
    return { state: ended, cause: seen.cause, askAt: Infinity };
  }
  switch (seen.kind) {
    case 'unclear':
      return { state, askAt: isOpen(state) ? later : paidLook(state, asks, now) };
    case 'absent':
      // One that the provider has known is not handed over again.
      if (state === 'sending' && now - sentAt >= quietMs)
        return { state, send: true, askAt: later };
      return { state, askAt: isOpen(state) ? later : Infinity };
    case 'pending':
      return isOpen(state)
        ? { state: 'pending', askAt: later }
        : { state, askAt: paidLook(state, asks, now) };
    case 'paid':
      return { state: 'paid', askAt: paidLook('paid', state === 'paid' ? asks : 0, now) };
    default:
      return seen satisfies never;
  }
}

export const isOpen = (state: PayoutState): boolean => state === 'sending' || state === 'pending';

const paidLook = (state: PayoutState, asks: number, now: number) =>
  state === 'paid' && asks < reversalLooks ? now + dayMs : Infinity;

/** `ask`: the person for another id; `retry`: with a new key; `voucher`: the debt's other way. */
type Next = { kind: 'ask' | 'voucher' } | { kind: 'retry'; at: number };

const attemptsMax = 6;
const retryMs = 30 * minuteMs;

/** @param attempt that has failed, from 1 on @param until when a voucher must be sent, ms */
export function afterFailure(
  { cause, attempt }: { cause: Cause; attempt: number },
  now: number,
  until: number,
): Next {
  if (cause === 'refused' || attempt >= attemptsMax) return { kind: 'voucher' };
  if (cause === 'wrongId') return { kind: 'ask' };
  const at = now + retryMs * attempt;
  return at < until ? { kind: 'retry', at } : { kind: 'voucher' };
}

/** Pending for so long: somebody asks the provider. */
export const lateMs = dayMs;

/** Requests of one participation and of one device in a day; numbers that one id is paid for. */
export const limits = { ofNumber: 5, ofDevice: 10, numbersOfId: 3 };
