/** What only the owner of a mobile may learn about it. */
export type MobileStatus = { isBlocked: boolean; rewardedAt: number | undefined };

/**
 * Why a right code does not let its owner in; undefined if it does.
 * @param usedAt when the code was first typed, ms. A reward granted after that is the shopper's
 *   own, because a repeated call gets the answer that was lost.
 */
export function shutOut(
  { isBlocked, rewardedAt }: MobileStatus,
  usedAt: number,
): 'blocked' | 'rewarded' | undefined {
  if (isBlocked) return 'blocked';
  return (rewardedAt ?? Infinity) <= usedAt ? 'rewarded' : undefined;
}
