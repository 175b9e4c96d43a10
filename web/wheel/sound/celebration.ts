export type Celebration = 'little' | 'more' | 'most';

/** By its rank among all amounts: the highest gets the longest. */
export function celebrationOf(value: number, all: readonly number[]): Celebration {
  const [least, greatest] = [Math.min(...all), Math.max(...all)];
  if (value <= least) return 'little';
  return value >= greatest ? 'most' : 'more';
}
