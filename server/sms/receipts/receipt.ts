// What a provider says in the end about a message that it accepted.
export type Receipt = { reference: string } & (
  | { outcome: 'delivered' }
  | { outcome: 'undelivered'; reason: string; tryAgain: 'yes' | 'no' | 'mended' }
);

/** Why a message did not arrive, and whether it makes sense to send it again. */
export const failures = {
  /** Nobody has this number. */
  number: { reason: 'number not in use', tryAgain: 'no' },
  /** Header, template, a wish not to be disturbed: somebody has to mend it first. */
  blocked: { reason: 'blocked by the operator', tryAgain: 'mended' },
  /** Switched off, without coverage, full. */
  absent: { reason: 'phone not reached', tryAgain: 'yes' },
  other: { reason: 'not delivered', tryAgain: 'yes' },
} as const;

const failureKinds = ['number', 'blocked', 'absent', 'other'] as const;

export type ReceiptPatterns = {
  delivered: string;
  failed: Partial<Record<(typeof failureKinds)[number], string | undefined>>;
};

/**
 * @param status the provider's word, with its detail after a space
 * @returns undefined for a state that is not the last one
 */
export function readStatus(
  { delivered, failed }: ReceiptPatterns,
  reference: string,
  status: string,
): Receipt | undefined {
  const fits = (pattern: string | undefined) =>
    pattern !== undefined && new RegExp(pattern, 'u').test(status);
  if (fits(delivered)) return { reference, outcome: 'delivered' };
  const kind = failureKinds.find((each) => fits(failed[each]));
  return kind && { reference, outcome: 'undelivered', ...failures[kind] };
}
