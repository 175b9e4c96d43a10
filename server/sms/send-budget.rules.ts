// Limits what codes cost (docs/decisions/README.md#0019-abuse-budget). The rupees of a minute, an
// hour and a day are never exceeded. What nobody has verified is shared fairly by providers:
// addresses cost nothing, but only people with a phone verify codes.
export type SendBudget = {
  smsPaise: number;
  /** Never exceeded, by any number of processes. */
  rupees: Counts;
  /** Share of a ceiling from which providers share what is left. */
  pressureFrom: number;
  shares: {
    /** For providers beyond what they have earned by verified codes. */
    unearned: number;
    /** For people without a session who only want to be erased. */
    prove: number;
    /** For requests without an unused purchase, where everybody needs one. */
    withoutPurchase: number;
  };
  /** Codes of a day that a site may leave unverified before each costs a proof of work. */
  freeCodes: number;
  /** Codes of a day to a number before another registration costs a proof. */
  numberCodes: number;
  /** SMS of a day for one purchase, and to how many numbers at a time. */
  purchaseCodes: number;
  purchaseNumbers: number;
};

export const sendBudget: SendBudget = {
  smsPaise: 25,
  rupees: { minute: 2500, hour: 20_000, day: 50_000 },
  pressureFrom: 0.05,
  shares: { unearned: 0.25, prove: 0.05, withoutPurchase: 0.5 },
  freeCodes: 40,
  numberCodes: 1,
  purchaseCodes: 5,
  purchaseNumbers: 1,
};

/** For demonstrations and simulations, where all shoppers share one address. */
export const unlimitedBudget: SendBudget = {
  ...sendBudget,
  rupees: { minute: 1e8, hour: 1e8, day: 1e8 },
  pressureFrom: 1,
  freeCodes: 1e8,
  numberCodes: 1e8,
  purchaseCodes: 1e8,
  purchaseNumbers: 1e8,
};

/** A verified code earns its site and provider so many that nobody verifies. */
const earnedPerVerified = 2;
/** Share of what is left that a provider may take, and a site of what is left to its provider. */
const fairShare = 1 / 4;

/** For a client that cannot compute a proof: by then the pressure may be over. */
const withoutProofSeconds = 60;

/** Codes with a lower one are sent first. */
export type Priority = 0 | 1 | 2;

export type BudgetVerdict =
  | { kind: 'withinBudget'; priority: Priority; isEarned: boolean }
  /** `isProofAsked`: a proof of work gets the code; otherwise nothing does. */
  | { kind: 'overBudget'; retryAfterSeconds: number; isProofAsked: boolean };

type ClientCounts = { sent: Counts; verified: Counts };

export type SendCounts = Record<CampaignCounter, Counts> & {
  /** Codes of the last day to this number; 0 for a resend, which cannot be a copy. */
  number: number;
  /** An IPv4 address or an IPv6 /48: a site, or thousands behind one address of a carrier. */
  site: ClientCounts;
  /** The /16 or /32 around it, as a substitute for the autonomous system, which is not known. */
  provider: ClientCounts;
  /** Undefined unless the request names an unused one: its codes, also those of this number. */
  purchase: { sent: Counts; toNumber: Counts } | undefined;
};

export type BudgetRequest = {
  isProve: boolean;
  hasProof: boolean;
  /** Nobody takes part without one. */
  needsPurchase: boolean;
};

const over = (retryAfterSeconds: number, isProofAsked = false): BudgetVerdict => ({
  kind: 'overBudget',
  retryAfterSeconds,
  isProofAsked,
});

export function checkSendBudget(
  counts: SendCounts,
  { isProve, hasProof, needsPurchase }: BudgetRequest,
  budget: SendBudget,
): BudgetVerdict {
  const { campaign, site, provider, purchase } = counts;
  const { shares, freeCodes } = budget;
  const isPressed = (span: Span) => campaign[span] >= budget.pressureFrom * codesPaid(budget, span);
  const closed = spans.findLast((span) => {
    const paid = codesPaid(budget, span);
    if (campaign[span] >= paid) return true;
    if (isProve && counts.prove[span] >= shares.prove * paid) return true;
    if (purchase) return false;
    if (needsPurchase && counts.withoutPurchase[span] >= shares.withoutPurchase * paid) return true;
    if (!isPressed(span)) return false;
    // Each provider may take a share of what is left, so a few never take all of it; no matter how
    // many there are, something is left for the next.
    const left = shares.unearned * paid - counts.unearned[span];
    const ofProvider = fairShare * left - debtOf(provider, span);
    return ofProvider <= 0 || fairShare * ofProvider <= debtOf(site, span);
  });
  if (closed !== undefined) return over({ minute: 60, hour: 600, day: 3600 }[closed]);
  if (purchase) {
    if (purchase.sent.day >= budget.purchaseCodes) return over(3600);
    const toOthers = purchase.sent.minute - purchase.toNumber.minute;
    if (toOthers >= budget.purchaseNumbers) return over(60);
    return { kind: 'withinBudget', priority: 0, isEarned: true };
  }
  const isUnderPressure = spans.some(isPressed);
  const debt = debtOf(site, 'day');
  const isFree = isUnderPressure ? debt < 0 && !isProve : debt < freeCodes;
  if ((!isFree || counts.number >= budget.numberCodes) && !hasProof)
    return over(withoutProofSeconds, true);
  const isEarned = debtOf(provider, 'day') < 0;
  return { kind: 'withinBudget', priority: isFree ? 0 : debt < freeCodes ? 1 : 2, isEarned };
}

/** Codes that nobody has verified, beyond those that the verified ones have earned. */
function debtOf({ sent, verified }: ClientCounts, span: Span): number {
  const unverified = Math.max(sent[span] - verified[span], 0);
  return unverified - earnedPerVerified * verified[span];
}

export function codesPaid({ rupees, smsPaise }: SendBudget, span: Span) {
  return Math.floor((rupees[span] * 100) / smsPaise);
}

/** How far the processes together may raise a counter; undefined: as far as the rule lets each. */
export function maxOf(counter: string, budget: SendBudget): Counts | undefined {
  const isShare = counter === 'prove' || counter === 'withoutPurchase';
  if (!isShare && counter !== 'campaign') return undefined;
  const share = isShare ? budget.shares[counter] : 1;
  const maxIn = (span: Span) => Math.ceil(share * codesPaid(budget, span));
  return { minute: maxIn('minute'), hour: maxIn('hour'), day: maxIn('day') };
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

/** Counters of the whole campaign: of all codes, and of those that a share limits. */
export const campaignCounters = ['campaign', 'unearned', 'prove', 'withoutPurchase'] as const;
type CampaignCounter = (typeof campaignCounters)[number];

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
