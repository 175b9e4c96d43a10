// The draw's secret in two parts, each held by somebody else until the end (docs/decisions/0023).

/** Of one and the same length. */
export type DrawParts = readonly [one: Uint8Array, two: Uint8Array];

/**
 * Exclusive or: who has one part knows nothing of the secret, since every secret is as likely as
 * any other. From secret and one part follows the other, so each holder can check both in the end.
 */
export function drawSecretOf([one, two]: DrawParts): Uint8Array {
  return one.map((byte, at) => byte ^ (two[at] ?? 0));
}
