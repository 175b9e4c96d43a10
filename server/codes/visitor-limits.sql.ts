// What is stored of a network's visitors is counted in the statement that stores it. So nothing is
// read before: a network beyond its limit is remembered in each process that has seen it, and its
// next visitors are refused without a statement.
import type { VisitorNetworkKind } from './rate-limits.rules.ts';
import { fullMsOf } from './send-counters.rules.ts';
import type { Count } from './send-counters.sql.ts';

/** `name`: a keyed hash. */
export type VisitorNetwork = { kind: VisitorNetworkKind; name: string };

type Counted<Kind> = { kind: Kind; name: string };
type Visitor<Kind> = { networks?: readonly Counted<Kind>[]; now: number };

/** As `addToCounters` returns it. */
export type CounterRow = {
  counter: string;
  started_at: Date;
  hour_count: number;
  hour_before: number;
};

export function visitorLimits<Kind extends string>(
  of: 'session' | 'consent',
  most: Readonly<Record<Kind, number>>,
) {
  /** Until when, wall time in ms. */
  const full = new Map<string, number>();
  const nameOf = ({ name }: Counted<Kind>) => `${of}:${name}`;
  return {
    /** @returns seconds to wait; undefined: one more may be stored */
    waitSeconds({ networks = [], now }: Visitor<Kind>): number | undefined {
      const until = Math.max(0, ...networks.map((network) => full.get(nameOf(network)) ?? 0));
      return until > now ? Math.ceil((until - now) / 1000) : undefined;
    },
    countsOf: (visitors: readonly Visitor<Kind>[]): Count[] =>
      visitors.flatMap(({ networks = [], now }) =>
        networks.map((network) => ({ name: nameOf(network), now })),
      ),
    /** @param rows the counters of the visitors, after they were counted */
    keep(visitors: readonly Visitor<Kind>[], rows: readonly CounterRow[]): void {
      const now = Math.max(...visitors.map((visitor) => visitor.now));
      for (const [name, until] of full) if (until <= now) full.delete(name);
      const kinds = new Map(
        visitors.flatMap(({ networks = [] }) => networks.map((one) => [nameOf(one), one.kind])),
      );
      for (const { counter, started_at, hour_count, hour_before } of rows) {
        const kind = kinds.get(counter);
        const hour = { count: hour_count, before: hour_before };
        const stored = { at: started_at.getTime(), hour };
        const fullMs = kind === undefined ? 0 : fullMsOf(stored, most[kind], now);
        if (fullMs > 0) full.set(counter, now + fullMs);
      }
    },
  };
}
