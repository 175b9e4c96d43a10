// The draw's secret consists of two parts, which two people keep until the end
// (docs/decisions/0023).

/** Both parts have the same length. */
export type DrawParts = readonly [one: Uint8Array, two: Uint8Array];

/**
 * Exclusive or: one part reveals nothing of the secret, since every secret remains equally likely.
 * The secret and one part give the other part, so each holder can check both in the end.
 */
export function drawSecretOf([one, two]: DrawParts): Uint8Array {
  return one.map((byte, at) => byte ^ (two[at] ?? 0));
}
