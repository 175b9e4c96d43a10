// The reward depends on the state of the number's first verification. If the registered state has
// no fixed reward, that was another state, which is known only if there is just one.
export function fixedRewardState(states: readonly string[], registered: string | null) {
  return (
    states.find((state) => state === registered) ?? (states.length === 1 ? states[0] : undefined)
  );
}
