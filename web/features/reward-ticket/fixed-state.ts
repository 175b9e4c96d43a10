// Which state's name stands beside a fixed reward. Pure.

/**
 * The registered state where it is one with a fixed reward. The state that counts is the one of the number's first
 * verification, though, which may be another than the one just typed: then the only one there is, or none.
 */
export function fixedState(fixed: readonly string[], registered: string | null) {
  return fixed.find((state) => state === registered) ?? (fixed.length === 1 ? fixed[0] : undefined);
}
