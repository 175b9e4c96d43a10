// When a message may take another path than the one tried (docs/decisions/0025).

type Outcome =
  | 'accepted'
  | 'refusedForGood'
  | 'refusedForNow'
  | 'throttled'
  | 'unknown'
  | 'full'
  | 'resting';

/**
 * A code is useless after a minute and harmless if it arrives twice, so it takes the next path
 * whenever this one may have failed. A voucher has ten days: it waits for a path that is only busy,
 * and keeps a path that may have accepted it.
 */
export function mayTakeNextPath(kind: 'otp' | 'voucher', outcome: Outcome): boolean {
  switch (outcome) {
    case 'accepted':
    case 'refusedForGood':
      return false;
    case 'refusedForNow':
    case 'resting':
      return true;
    case 'throttled':
    case 'full':
    case 'unknown':
      return kind === 'otp';
    default:
      return outcome satisfies never;
  }
}

/** A path that may have accepted a voucher, and since when that is uncertain. */
export type Uncertain = { path: string; since: number };

const dayMs = 86_400_000;

/**
 * The paths that a voucher may take, in order. For one day, only a path that may have accepted it:
 * the path knows the message's id, and another would send a second SMS. Afterwards that path comes
 * last, because it may never give another answer.
 */
export function pathsOfVoucher<Path extends { name: string }>(
  paths: readonly Path[],
  uncertain: Uncertain | undefined,
  now: number,
): readonly Path[] {
  const known = paths.filter(({ name }) => name === uncertain?.path);
  if (!uncertain || known.length === 0) return paths;
  if (now - uncertain.since < dayMs) return known;
  return [...paths.filter(({ name }) => name !== uncertain.path), ...known];
}
