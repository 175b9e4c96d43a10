import { resendsMost } from './delivery-limits.ts';

type VoucherFacts = {
  state: string;
  kind: 'otp' | 'voucher';
  /** How often a person has had it sent again. */
  resends: number;
  isErased: boolean;
  /** What was decided in the review, if it keeps the voucher from being sent. */
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
 * Why a message is not sent again; undefined: it can be. The statement that sends asks the same.
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
  return resends < resendsMost ? undefined : 'tooOften';
}
