import { resendsMost } from './delivery-limits.ts';

type VoucherFacts = {
  state: string;
  kind: 'otp' | 'voucher';
  /** How often a person has had it sent again. */
  resends: number;
  isErased: boolean;
};

export type ResendRefusal = 'otp' | 'erased' | 'settled' | 'sending' | 'tooOften';

/**
 * Why a message is not sent again; undefined: it can be. The statement that sends asks the same.
 */
export function refuseResend({
  state,
  kind,
  resends,
  isErased,
}: VoucherFacts): ResendRefusal | undefined {
  if (kind === 'otp') return 'otp';
  if (isErased) return 'erased';
  if (state === 'settled') return 'settled';
  if (state === 'owed' || state === 'assigned') return 'sending';
  return resends < resendsMost ? undefined : 'tooOften';
}
