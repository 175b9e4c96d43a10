// Durations are stored as counts by bucket. Each bucket ends at 2^(1/4) times the end of the one
// before, so its middle is within a tenth of every value in it (`inaam.rollup_bucket`).

/** `bucket` 0 ends at a tenth of a second. */
export type DurationCount = { bucket: number; count: number };

const firstSeconds = 0.1;
const perDoubling = 4;

/** @param share such as 0.95; @returns seconds, null if there are no durations */
export function percentileOf(counts: readonly DurationCount[], share: number): number | null {
  const ordered = counts
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.bucket - other.bucket);
  const total = ordered.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(share * total));
  let passed = 0;
  const found = ordered.find(({ count }) => (passed += count) >= rank);
  return found === undefined ? null : middleOf(found.bucket);
}

function middleOf(bucket: number): number {
  if (bucket === 0) return firstSeconds;
  const seconds = firstSeconds * 2 ** ((bucket - 0.5) / perDoubling);
  return Math.round(seconds * 100) / 100;
}
