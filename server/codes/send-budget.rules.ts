// Limits what codes cost: when a request needs a proof of work, and what share of the budget one
// sender may spend (docs/decisions/0019). Thousands of people may share one address, so a sender
// only has a price until the campaign is under pressure.
/** In multiples of the easiest difficulty. */
export const difficulties = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] as const;
export type Difficulty = (typeof difficulties)[number];

export type AddressKind = 'ipv4' | 'ipv6';

/**
 * Whose codes are counted. `address`: an IPv4 address or an IPv6 /64. `network`: /24 or /48.
 * `provider`: /16 or /32, as a substitute for the autonomous system, which is not known here.
 * `block`: a thousand numbers.
 */
export type Scope = 'number' | AddressKind | 'network' | 'provider' | 'block' | 'campaign';

type ScopeLimits = {
  /** No proof is needed up to here; beyond it the price doubles whenever the count does. */
  free: Partial<Counts>;
  hardest: Difficulty;
  /** Share of each ceiling under pressure. The rest of the campaign's is reserved for newcomers. */
  share: number;
};

export type SendBudget = {
  smsPaise: number;
  /** Never exceeded, by any number of processes. */
  rupees: Counts;
  /** Share of a ceiling from which the scopes' shares apply. */
  pressureFrom: number;
  /** The campaign's `free` is a share of the ceilings. */
  scopes: Partial<Record<Scope, ScopeLimits>>;
  /**
   * Applies if less than `share` of an hour's codes were verified, without the last minute and from
   * `from` codes on.
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
    // One carrier serves 40 % of India's phones.
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

/** For demonstrations and simulations, where all shoppers share one address. */
export const unlimitedBudget: SendBudget = {
  ...sendBudget,
  rupees: { minute: 1e8, hour: 1e8, day: 1e8 },
  scopes: {},
  conversionPrices: [],
};

export const proofLifetimeMs = 300_000;
/** For a client that cannot compute a proof: by then the pressure may be over. */
const withoutProofSeconds = 60;

/** What raised the price of a code: its sender, or only what thousands share. */
export type Pressure = 'sender' | 'campaign' | 'none';

export type BudgetVerdict =
  | { kind: 'withinBudget'; pressure: Pressure; isNewcomer: boolean }
  /** `difficulty`: a proof of this difficulty gets the code; undefined: not even that. */
  | { kind: 'overBudget'; retryAfterSeconds: number; difficulty: Difficulty | undefined };

export type SendCounts = Record<
  'address' | 'network' | 'provider' | 'block' | 'campaign',
  Counts
> & {
  /** To this number in the last day. */
  number: number;
  unpriced: Counts;
  verified: Counts;
};

/** @param proven difficulty of the request's proof; 0 without one */
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
  // A sender who pays a price does not raise the price of others.
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
  // Accept a proof for a quarter of the price: it may have doubled twice during the computation.
  if (difficulty !== undefined && proven * 4 < difficulty) {
    return { kind: 'overBudget', retryAfterSeconds: withoutProofSeconds, difficulty };
  }
  const pressure = ofSender > 0 ? 'sender' : ofCampaign > 0 ? 'campaign' : 'none';
  return { kind: 'withinBudget', pressure, isNewcomer };
}

/** @returns the longest span whose budget, or whose share of it under pressure, is used up */
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

export function codesPaid({ rupees, smsPaise }: SendBudget, span: Span) {
  return Math.floor((rupees[span] * 100) / smsPaise);
}

/** How many of these codes one scope may get under pressure. */
export function codesShared(budget: SendBudget, scope: Scope, span: Span): number {
  return Math.ceil(codesPaid(budget, span) * (budget.scopes[scope]?.share ?? 1));
}

/** Doubles with the count; 0: no proof. */
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

// Codes and visitors are counted in the current fixed window and the one before, of which only the
// part counts that a sliding window would still contain. That is exact to a few per cent and needs
// one row per counter.

export const spanMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export const spans = ['minute', 'hour', 'day'] as const;
export type Span = (typeof spans)[number];

export type Counts = Record<Span, number>;

/** `at`: the newest event, ms. */
export type Counter = { at: number } & Record<Span, { count: number; before: number }>;

/** Counters of the whole campaign. `unpriced` counts codes whose sender needed no proof. */
export const campaignCounters = ['campaign', 'unpriced', 'verified'] as const;

/** Names of the counters of a code request, besides those of the campaign. */
export type OwnCounters = { address: string; network: string; provider: string; block: string };

/** Setting the clock back frees no budget. */
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

/** @returns ms until an hour's count is below `most`; 0: it is */
export function fullMsOf(
  { at, hour }: Pick<Counter, 'at' | 'hour'>,
  max: number,
  now: number,
): number {
  if (countsIn({ at, minute: hour, hour, day: hour }, now).hour < max) return 0;
  const startedAt = at - (at % spanMs.hour);
  const nextAt = startedAt + spanMs.hour;
  // The next window counts ever less of a full one.
  const window =
    now < nextAt && hour.count < max
      ? { startedAt, ...hour }
      : { startedAt: nextAt, count: 0, before: hour.count };
  const share = (max - window.count) / window.before;
  return Math.max(Math.ceil(window.startedAt + spanMs.hour * (1 - share) - now), 0) + 1;
}

/** The stored counters plus what each item of the batch adds in turn. */
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
