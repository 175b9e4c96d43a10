// When a message may take another path than the one it was tried with (docs/decisions/0025).

type Outcome =
  | 'accepted'
  | 'refusedForGood'
  | 'refusedForNow'
  | 'throttled'
  | 'unknown'
  | 'full'
  | 'resting';

/**
 * A code is useless in a minute and harmless twice, so it takes the next path whenever this one may
 * not have brought it. A voucher has ten days: it waits for a path that is only busy, and does not
 * leave one that may have accepted it.
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

/** A path that may have accepted a voucher, and since when that is open. */
export type Uncertain = { path: string; since: number };

const dayMs = 86_400_000;

/**
 * The paths that a voucher may take, in their order. One that may have accepted it is the only one
 * for a day: it knows the message's id, and another would send a second SMS. After that it comes
 * last, since it may give the same answer for ever.
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
