export type Celebration = 'little' | 'more' | 'most';

/** By its place among all: the lowest has its own dignity, the highest gets the most. */
export function celebrationOf(value: number, all: readonly number[]): Celebration {
  const [least, greatest] = [Math.min(...all), Math.max(...all)];
  if (value <= least) return 'little';
  return value >= greatest ? 'most' : 'more';
}
