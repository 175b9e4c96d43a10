import { createHash } from 'node:crypto';

export type SeededRandom = {
  /** 0 to 1, 1 excluded. */
  next(): number;
  chance(share: number): boolean;
  integerBelow(bound: number): number;
  bytes(count: number): Buffer;
};

/** Reproducible. Never for codes, keys or the draw of real shoppers. */
export function seededRandom(seed: string, purpose: string): SeededRandom {
  const start = createHash('sha256').update(`${purpose}|${seed}`).digest();
  let a = start.readInt32LE(0);
  let b = start.readInt32LE(4);
  let c = start.readInt32LE(8);
  let counter = start.readInt32LE(12);
  /** sfc32 (Chris Doty-Humphrey). */
  const word = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let turn = 0; turn < 16; turn++) word();
  const share = () => word() / 2 ** 32;
  return {
    next: share,
    chance: (often) => share() < often,
    integerBelow: (bound) => Math.floor(share() * bound),
    bytes: (count) => {
      const bytes = Buffer.alloc(count);
      for (let at = 0; at < count; at++) bytes[at] = word() & 0xff;
      return bytes;
    },
  };
}

/** @param sums from `sumsOf` */
export function pickWeighted(random: SeededRandom, sums: readonly number[]): number {
  const wanted = random.next() * (sums.at(-1) ?? 0);
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function cumulativeSums(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}
