/**
 * The state to name beside a fixed reward: the registered one if it is one of `states`, which have
 * fixed rewards. But the state of the number's first verification counts, and it may be another:
 * then the only one of `states`, or none.
 */
export function fixedRewardState(states: readonly string[], registered: string | null) {
  return (
    states.find((state) => state === registered) ?? (states.length === 1 ? states[0] : undefined)
  );
}
