// What codes may cost, when a request must show a proof of work, and how much of the rupees one
// sender may spend (docs/decisions/0019). Thousands of people may be behind one address: until the
// campaign is under pressure, a sender only has a price.
/** In multiples of the easiest difficulty. */
export const difficulties = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] as const;
export type Difficulty = (typeof difficulties)[number];

export type AddressKind = 'ipv4' | 'ipv6';

/**
 * Whose codes are counted. `address`: one of IPv4, or a /64 of IPv6. `network`: /24 or /48.
 * `provider`: /16 or /32, instead of the autonomous system, which nothing here knows. `block`: a
 * thousand numbers.
 */
export type Scope = 'number' | AddressKind | 'network' | 'provider' | 'block' | 'campaign';

type ScopeLimits = {
  /** No proof up to here; from here on the price doubles whenever the count does. */
  free: Partial<Counts>;
  hardest: Difficulty;
  /** Of each ceiling, under pressure; the rest of the campaign's is kept for newcomers. */
  share: number;
};

export type SendBudget = {
  smsPaise: number;
  /** Never exceeded, by any number of processes. */
  rupees: Counts;
  /** Share of a ceiling from which the shares of the scopes apply. */
  pressureFrom: number;
  /** `free` of the campaign is a share of the ceilings. */
  scopes: Partial<Record<Scope, ScopeLimits>>;
  /**
   * Applies if, of at least `from` codes of an hour, the last minute's excepted, less than `share`
   * were verified.
   */
  conversionPrices: readonly { from: number; share: number; difficulty: Difficulty }[];
};

export const sendBudget: SendBudget = {
  smsPaise: 25,
  rupees: { minute: 2500, hour: 20_000, day: 50_000 },
  pressureFrom: 0.05,
  // A cheap phone needs 10 s on average for 64, and twice that at worst.
  scopes: {
    number: { free: { day: 0.25 }, hardest: 64, share: 1 },
    ipv4: { free: { hour: 40, day: 120 }, hardest: 512, share: 0.02 },
    ipv6: { free: { hour: 8, day: 16 }, hardest: 512, share: 0.002 },
    network: { free: { hour: 160, day: 480 }, hardest: 512, share: 0.04 },
    // Of the phones of India, 40 % are with one carrier.
    provider: { free: { hour: 2000, day: 8000 }, hardest: 64, share: 0.4 },
    block: { free: { hour: 5, day: 10 }, hardest: 64, share: 0.02 },
    campaign: { free: { minute: 0.04, hour: 0.1, day: 0.1 }, hardest: 64, share: 0.8 },
  },
  conversionPrices: [
    { from: 200, share: 0.5, difficulty: 4 },
    { from: 500, share: 0.25, difficulty: 16 },
    { from: 2000, share: 0.25, difficulty: 64 },
  ],
};

/** For demonstrations and simulations, where all shoppers come from one address. */
export const unlimitedBudget: SendBudget = {
  ...sendBudget,
  rupees: { minute: 1e8, hour: 1e8, day: 1e8 },
  scopes: {},
  conversionPrices: [],
};

export const proofLifetimeMs = 300_000;
/** For a client that cannot compute a proof: by then the pressure may be over. */
const withoutProofSeconds = 60;

/** What raised the price of a code: its sender, only what thousands share, or neither. */
export type Pressure = 'sender' | 'campaign' | 'none';

export type BudgetVerdict =
  | { kind: 'withinBudget'; pressure: Pressure; isNewcomer: boolean }
  /** `difficulty`: a proof of this difficulty gets the code; undefined: not even that. */
  | { kind: 'overBudget'; retryAfterSeconds: number; difficulty: Difficulty | undefined };

/** What was sent before this code. */
export type SendCounts = Record<
  'address' | 'network' | 'provider' | 'block' | 'campaign',
  Counts
> & {
  /** To the number, on the last day. */
  number: number;
  unpriced: Counts;
  verified: Counts;
};

/** @param proven difficulty of the proof that came with the request; 0 without one */
export function checkSendBudget(
  counts: SendCounts,
  addressKind: AddressKind,
  proven: Difficulty | 0,
  budget: SendBudget,
): BudgetVerdict {
  const isNewcomer = counts.number === 0 && counts.address.day === 0;
  const closed = closedSpan(counts, addressKind, isNewcomer, budget);
  if (closed !== undefined) {
    const retryAfterSeconds = { minute: 60, hour: 600, day: 3600 }[closed];
    return { kind: 'overBudget', retryAfterSeconds, difficulty: undefined };
  }
  const priceIn = (scope: Scope, of: Counts) => priceOf(scope, of, budget);
  const ofSender = Math.max(
    priceIn(addressKind, counts.address),
    priceIn('network', counts.network),
    priceIn('block', counts.block),
  );
  // A sender who pays a price raises nobody else's.
  const shared = ofSender > 0 ? counts.campaign : counts.unpriced;
  const ofCampaign = Math.max(
    priceIn('provider', counts.provider),
    priceIn('campaign', shared),
    conversionPrice(shared, counts.verified, budget),
  );
  const ofNumber = priceIn('number', { minute: 0, hour: 0, day: counts.number });
  const difficulty = difficulties.findLast(
    (one) => one <= Math.max(ofSender, ofCampaign, ofNumber),
  );
  // The price may have risen twice while a phone computed.
  if (difficulty !== undefined && proven * 4 < difficulty) {
    return { kind: 'overBudget', retryAfterSeconds: withoutProofSeconds, difficulty };
  }
  const pressure = ofSender > 0 ? 'sender' : ofCampaign > 0 ? 'campaign' : 'none';
  return { kind: 'withinBudget', pressure, isNewcomer };
}

/** @returns the longest span whose rupees are used up, or a share of them under pressure */
function closedSpan(
  counts: SendCounts,
  addressKind: AddressKind,
  isNewcomer: boolean,
  budget: SendBudget,
): Span | undefined {
  const { address, network, provider, block, campaign } = counts;
  return spans.findLast((span) => {
    const paid = codesPaid(budget, span);
    const isShared = (scope: Scope, of: Counts) => of[span] >= codesShared(budget, scope, span);
    if (campaign[span] >= paid) return true;
    if (campaign[span] < budget.pressureFrom * paid) return false;
    return (
      isShared(addressKind, address) ||
      isShared('network', network) ||
      isShared('provider', provider) ||
      isShared('block', block) ||
      (!isNewcomer && isShared('campaign', campaign))
    );
  });
}

/** How many codes the rupees of a time span pay for. */
export function codesPaid({ rupees, smsPaise }: SendBudget, span: Span) {
  return Math.floor((rupees[span] * 100) / smsPaise);
}

/** How many of them may be sent of one scope under pressure. */
export function codesShared(budget: SendBudget, scope: Scope, span: Span): number {
  return Math.ceil(codesPaid(budget, span) * (budget.scopes[scope]?.share ?? 1));
}

/** Doubles with the count; 0: none. */
function priceOf(scope: Scope, counts: Counts, budget: SendBudget): number {
  const limits = budget.scopes[scope];
  if (!limits) return 0;
  const times = spans.map((span) => {
    const free = limits.free[span] ?? Number.POSITIVE_INFINITY;
    return counts[span] / (scope === 'campaign' ? free * codesPaid(budget, span) : free);
  });
  return Math.min(limits.hardest, Math.floor(Math.max(...times)));
}

function conversionPrice(sent: Counts, verified: Counts, budget: SendBudget): number {
  const settled = Math.max(sent.hour - sent.minute, 0);
  const due = budget.conversionPrices.filter(
    ({ from, share }) => settled >= from && verified.hour < settled * share,
  );
  return Math.max(0, ...due.map(({ difficulty }) => difficulty));
}

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

/** @returns ms until one more of an hour is within `max`; 0: it is now */
export function fullMsOf(
  { at, hour }: Pick<Counter, 'at' | 'hour'>,
  max: number,
  now: number,
): number {
  if (countsIn({ at, minute: hour, hour, day: hour }, now).hour < max) return 0;
  const startedAt = at - (at % spanMs.hour);
  const nextAt = startedAt + spanMs.hour;
  // Of a full window less and less counts in the next one.
  const window =
    now < nextAt && hour.count < max
      ? { startedAt, ...hour }
      : { startedAt: nextAt, count: 0, before: hour.count };
  const share = (max - window.count) / window.before;
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
