// Codes and visitors are counted in windows of fixed length: the current one and the one before. Of
// the one before, only the part counts that a sliding window would still contain. That is exact to
// a few per cent, and a counter is one row however many it counts.

export const spanMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export const spans = ['minute', 'hour', 'day'] as const;
export type Span = (typeof spans)[number];

/** How many codes were sent within the last minute, hour and day. */
export type Counts = Record<Span, number>;

/** `at`: in the minute of the newest event, ms. */
export type Counter = { at: number } & Record<Span, { count: number; before: number }>;

/** Of the whole campaign; `unpriced` are the codes whose sender was asked for no proof. */
export const campaignCounters = ['campaign', 'unpriced', 'verified'] as const;

/** Names of the counters of a code request, besides those of the campaign. */
export type OwnCounters = { address: string; network: string; provider: string; block: string };

/** Setting the clock back frees nothing. */
export function countsIn(counter: Counter | undefined, now: number): Counts {
  const countIn = (span: Span): number => {
    if (!counter) return 0;
    const { at, [span]: window } = counter;
    const age = Math.max(now - (at - (at % spanMs[span])), 0) / spanMs[span];
    if (age < 1) return window.count + window.before * (1 - age);
    return age < 2 ? window.count * (2 - age) : 0;
  };
  return { minute: countIn('minute'), hour: countIn('hour'), day: countIn('day') };
}

/** @returns ms until one more of an hour is within `most`; 0: it is now */
export function fullMsOf(
  { at, hour }: Pick<Counter, 'at' | 'hour'>,
  most: number,
  now: number,
): number {
  if (countsIn({ at, minute: hour, hour, day: hour }, now).hour < most) return 0;
  const startedAt = at - (at % spanMs.hour);
  const nextAt = startedAt + spanMs.hour;
  // Of a full window less and less counts in the next one.
  const window =
    now < nextAt && hour.count < most
      ? { startedAt, ...hour }
      : { startedAt: nextAt, count: 0, before: hour.count };
  const share = (most - window.count) / window.before;
  return Math.max(Math.ceil(window.startedAt + spanMs.hour * (1 - share) - now), 0) + 1;
}

/** The stored counters plus what the items of one batch add one after another. */
export class SendTally {
  readonly #stored: ReadonlyMap<string, Counter>;
  readonly #added = new Map<string, number>();

  constructor(stored: ReadonlyMap<string, Counter>) {
    this.#stored = stored;
  }

  countsOf(name: string, now: number): Counts {
    const { minute, hour, day } = countsIn(this.#stored.get(name), now);
    const added = this.#added.get(name) ?? 0;
    return { minute: minute + added, hour: hour + added, day: day + added };
  }

  add(names: readonly string[]): void {
    for (const name of names) this.#added.set(name, (this.#added.get(name) ?? 0) + 1);
  }
}
