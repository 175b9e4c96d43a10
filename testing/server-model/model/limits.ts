// The limits of the spec, written a second time, because the model must not share the server's.
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
const ever = Number.POSITIVE_INFINITY;
type Limits = readonly (readonly [most: number, within: number])[];
export const limits = {
  number: {
    sends: [
      [4, hour],
      [6, day],
      [15, ever],
    ],
    tries: [
      [10, day],
      [30, ever],
    ],
  },
  device: {
    sends: [
      [5, 2 * hour],
      [20, day],
    ],
    tries: [[15, 2 * hour]],
  },
} satisfies Record<string, Record<'sends' | 'tries', Limits>>;

/** @returns ms until another event is allowed; the clock may have gone back between the events */
export function waitOf(now: number, times: readonly number[], all: Limits): number {
  return Math.max(
    ...all.map(([most, within]) => {
      const first = inOrder(times.filter((time) => now - time < within)).at(-most);
      return first === undefined ? 0 : first + within - now;
    }),
  );
}

export const inOrder = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);
