// The spec's limits, written again because the model must not share the server's.
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
const ever = Number.POSITIVE_INFINITY;
type Limits = readonly (readonly [max: number, within: number])[];
export const limits = {
  number: {
    sends: [[4, day]],
    unprovenSends: [[15, ever]],
    nightSends: [[2, 9 * hour]],
    guarded: [[8, day]],
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
} satisfies Record<string, Record<string, Limits>>;

/** For each further claim of a day. */
export function limitsFor({ perDay }: { perDay: number }): typeof limits {
  const raise = (all: Limits, each: number) =>
    all.map(([max, within]): [number, number] => [max + each * (perDay - 1), within]);
  const { number, device } = limits;
  return {
    number: { ...number, sends: raise(number.sends, 2) },
    device: { sends: raise(device.sends, 2), tries: raise(device.tries, 5) },
  };
}

/** From 21:59 to 7:01 in India, ms until its end; 0 by day. */
export function nightLeft(now: number): number {
  const time = (now + 5.5 * hour) % day;
  const [from, to] = [22 * hour - minute, 7 * hour + minute];
  if (time < to) return to - time;
  return time < from ? 0 : day - time + to;
}

/** @returns ms until another event is allowed; the clock may have gone back between events */
export function waitOf(now: number, times: readonly number[], all: Limits): number {
  return Math.max(
    ...all.map(([max, within]) => {
      const first = inOrder(times.filter((time) => now - time < within)).at(-max);
      return first === undefined ? 0 : first + within - now;
    }),
  );
}

export const inOrder = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);
