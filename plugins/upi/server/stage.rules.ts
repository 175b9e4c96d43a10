// What a person is shown of the rewards that are paid on UPI.
import type { Payout } from '../contract.ts';

export type Debt = { amount: number; state: string; why: string | null; until: number };
export type Request = {
  id: number;
  state: string;
  masked: string;
  name: string | null;
  isConfirmed: boolean;
  isVoucher: boolean;
};

export function stageOf(
  debts: readonly Debt[],
  request: Request | undefined,
): Payout['stage'] | undefined {
  const isSome = (state: string) => debts.some((debt) => debt.state === state);
  if (isSome('paying')) return 'sending';
  const open = debts.filter(({ state }) => state === 'open');
  if (open.length === 0) {
    if (isSome('voucher')) return 'voucher';
    return isSome('paid') ? 'paid' : undefined;
  }
  if (open.every(({ why }) => why === 'final')) return 'voucher';
  if (!request) return 'ask';
  if (request.isVoucher) return 'voucher';
  if (request.state === 'asked') return 'checking';
  if (request.state === 'wrong') return 'wrong';
  if (!request.isConfirmed) return 'confirm';
  return open.some(({ why }) => why === 'manyNumbers') ? 'review' : 'sending';
}

/** Whether an id can be given, or another one. */
export const mayAsk = (stage: Payout['stage'] | undefined): boolean =>
  stage === 'ask' || stage === 'wrong' || stage === 'confirm';
