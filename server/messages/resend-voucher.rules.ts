import { resendsMax } from './delivery-limits.rules.ts';

type VoucherFacts = {
  state: string;
  kind: 'otp' | 'voucher';
  /** How often operators have resent it. */
  resends: number;
  isErased: boolean;
  /** The review's decision, if it prevents sending. */
  review?: 'held' | 'refused' | undefined;
};

export type ResendRefusal =
  | 'otp'
  | 'erased'
  | 'refused'
  | 'settled'
  | 'held'
  | 'sending'
  | 'tooOften';

/**
 * Why a message cannot be resent; undefined if it can. The SQL statement that resends checks the
 * same.
 */
export function refuseResend({
  state,
  kind,
  resends,
  isErased,
  review,
}: VoucherFacts): ResendRefusal | undefined {
  if (kind === 'otp') return 'otp';
  if (isErased) return 'erased';
  if (state === 'settled') return review === 'refused' ? 'refused' : 'settled';
  if (state === 'owed' || state === 'assigned') return review === 'held' ? 'held' : 'sending';
  return resends < resendsMax ? undefined : 'tooOften';
}
