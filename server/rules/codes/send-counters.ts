// Codes and visitors are counted in windows of fixed length: the current one and the one before. Of
// the one before, only the part counts that a sliding window would still contain. That is exact to
// a few per cent, and a counter is one row however many it counts.

/** Times in ms. */
export type Counter = { startedAt: number; count: number; countBefore: number };

const minuteMs = 60_000;

/**
 * `address`: of the client. `block`: the mobile's first seven digits. `session`, `consent`: of the
 * visitors of a network.
 */
export const counterWindowsMs = {
  address: 10 * minuteMs,
  block: 60 * minuteMs,
  minute: minuteMs,
  hour: 60 * minuteMs,
  day: 24 * 60 * minuteMs,
  recent: 10 * minuteMs,
  verified: 10 * minuteMs,
  session: 60 * minuteMs,
  consent: 60 * minuteMs,
} as const;

export type CounterKind = keyof typeof counterWindowsMs;

/** Counters of the whole campaign; `recent` is compared with `verified`. */
export const campaignCounters = ['minute', 'hour', 'day', 'recent', 'verified'] as const;

/** How many codes were sent within the length of each counter's window. */
export type SendCounts = Record<Exclude<CounterKind, 'session' | 'consent'>, number>;

/** The counters of a code request besides those of the campaign. */
export type OwnCounters = { address: string; block: string };

export const windowStart = (kind: CounterKind, now: number) => now - (now % counterWindowsMs[kind]);

/** Setting the clock back frees nothing. */
export function countIn(counter: Counter | undefined, kind: CounterKind, now: number): number {
  if (!counter) return 0;
  const windowMs = counterWindowsMs[kind];
  const age = Math.max(now - counter.startedAt, 0) / windowMs;
  if (age < 1) return counter.count + counter.countBefore * (1 - age);
  return age < 2 ? counter.count * (2 - age) : 0;
}

/** @returns ms until one more is within `most`; 0: it is now */
export function fullMsOf(counter: Counter, kind: CounterKind, most: number, now: number): number {
  if (countIn(counter, kind, now) < most) return 0;
  const windowMs = counterWindowsMs[kind];
  const nextAt = counter.startedAt + windowMs;
  // Of a full window less and less counts in the next one.
  const { startedAt, count, countBefore } =
    now < nextAt && counter.count < most
      ? counter
      : { startedAt: nextAt, count: 0, countBefore: counter.count };
  const share = (most - count) / countBefore;
  return Math.max(Math.ceil(startedAt + windowMs * (1 - share) - now), 0) + 1;
}

export const countersOfSend = ({ address, block }: OwnCounters) => [
  { kind: 'address' as const, name: address },
  { kind: 'block' as const, name: block },
  ...(['minute', 'hour', 'day', 'recent'] as const).map((kind) => ({ kind, name: kind })),
];

/** The stored counters plus what the items of one batch add one after another. */
export class SendTally {
  readonly #stored: ReadonlyMap<string, Counter>;
  readonly #added = new Map<string, number>();

  constructor(stored: ReadonlyMap<string, Counter>) {
    this.#stored = stored;
  }

  countsOf(own: OwnCounters, now: number): SendCounts {
    const count = (kind: CounterKind, name: string) =>
      countIn(this.#stored.get(name), kind, now) + (this.#added.get(name) ?? 0);
    return {
      address: count('address', own.address),
      block: count('block', own.block),
      minute: count('minute', 'minute'),
      hour: count('hour', 'hour'),
      day: count('day', 'day'),
      recent: count('recent', 'recent'),
      verified: count('verified', 'verified'),
    };
  }

  addSend(own: OwnCounters): void {
    for (const { name } of countersOfSend(own)) {
      this.#added.set(name, (this.#added.get(name) ?? 0) + 1);
    }
  }
}
