// What `deliver` does about a debt that is held for UPI.

export type DebtFacts = {
  state: string;
  why: string | null;
  /** ms */
  until: number;
  attempts: number;
  isAllowed: boolean;
  message: string;
  isLeased: boolean;
  hold: string | null;
  isWithdrawn: boolean;
  /** By `draw`, as before each voucher. */
  check: 'checked' | 'unchecked' | 'setAside';
  /** Why nothing is owed: `serve` writes whom it is for, and is not trusted with money. */
  wrong: string | undefined;
  request:
    | { state: string; isConfirmed: boolean; isVoucher: boolean; isForged: boolean }
    | undefined;
  /** Other numbers that this id is paid for. */
  numbers: number;
};

export type Verdict =
  | { kind: 'none' | 'pay' | 'end' | 'forged' }
  /** Nothing is paid on UPI any more. */
  | { kind: 'release'; why: string }
  | { kind: 'wait'; at: number; why?: string };

const secondMs = 1000;
const minuteMs = 60 * secondMs;

export function verdictOn(debt: DebtFacts, numbersMax: number, now: number): Verdict {
  const { state, request, until } = debt;
  if (state !== 'open') return { kind: 'none' };
  if (debt.message !== 'owed') return { kind: 'end' };
  if (debt.isLeased) return { kind: 'wait', at: now + 30 * secondMs };
  if (now >= until) return { kind: 'release', why: 'late' };
  if (debt.why === 'final') return { kind: 'release', why: 'final' };
  if (request?.isVoucher) return { kind: 'release', why: 'wanted' };
  const isConfirmed = request?.isConfirmed === true && request.state !== 'wrong';
  // Nobody comes back: consent has ended.
  if (debt.isWithdrawn && !isConfirmed) return { kind: 'release', why: 'withdrawn' };
  if (!isConfirmed) return { kind: 'wait', at: until };
  if (debt.hold === 'held' || debt.hold === 'refused') {
    return { kind: 'wait', at: Math.min(until, now + minuteMs), why: 'held' };
  }
  if (debt.check === 'unchecked') return { kind: 'wait', at: now + 2 * secondMs, why: 'unchecked' };
  // The voucher is not sent either, and says why.
  if (debt.check === 'setAside' || debt.wrong !== undefined)
    return { kind: 'release', why: 'wrong' };
  if (request.isForged) return { kind: 'forged' };
  if (debt.numbers >= numbersMax && !debt.isAllowed) {
    return { kind: 'wait', at: until, why: 'manyNumbers' };
  }
  return { kind: 'pay' };
}
