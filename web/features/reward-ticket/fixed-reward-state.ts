/**
 * The state of the number's first verification counts, which may not be the registered one: then
 * names the only state with a fixed reward, or none.
 */
export function fixedRewardState(states: readonly string[], registered: string | null) {
  return (
    states.find((state) => state === registered) ?? (states.length === 1 ? states[0] : undefined)
  );
}
