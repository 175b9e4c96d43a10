/** What is known of a mobile that only its owner may learn. */
export type MobileStatus = { isBlocked: boolean; rewardedAt: number | undefined };

/**
 * Why a right code does not let in.
 * @param usedAt ms; when the code was typed first. A reward that was granted after that is the
 * shopper's own: a repeated call, whose answer was lost, gets the same answer as the first one.
 */
export function shutOut(
  { isBlocked, rewardedAt }: MobileStatus,
  usedAt: number,
): 'blocked' | 'rewarded' | undefined {
  if (isBlocked) return 'blocked';
  return (rewardedAt ?? Infinity) <= usedAt ? 'rewarded' : undefined;
}
