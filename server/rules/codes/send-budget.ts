// What codes may cost, and when a request must show a proof of work (docs/decisions/0019). An
// address or a block of numbers only raises the price and never refuses, because thousands of
// people may be behind one.
import type { SendCounts } from './send-counters.ts';

/** In multiples of the easiest difficulty. */
export const difficulties = [1, 4, 16] as const;
export type Difficulty = (typeof difficulties)[number];

/** After `from` codes the next one needs a proof. */
type Price = { from: number; difficulty: Difficulty };

export type AddressKind = 'ipv4' | 'ipv6';

export type SendBudget = {
  smsPaise: number;
  /** Never exceeded, by any number of processes. */
  rupees: { minute: number; hour: number; day: number };
  /** `from` is a share of the codes that one minute's rupees pay for. */
  minutePrices: readonly Price[];
  addressPrices: Record<AddressKind, readonly Price[]>;
  blockPrices: readonly Price[];
  /** Applies if, of at least `from` codes older than a minute, less than `share` were verified. */
  conversionPrices: readonly (Price & { share: number })[];
};

export const sendBudget: SendBudget = {
  smsPaise: 25,
  rupees: { minute: 2500, hour: 20_000, day: 50_000 },
  minutePrices: [
    { from: 0.04, difficulty: 1 },
    { from: 0.2, difficulty: 4 },
    { from: 0.6, difficulty: 16 },
  ],
  addressPrices: {
    ipv4: [
      { from: 30, difficulty: 1 },
      { from: 120, difficulty: 4 },
    ],
    ipv6: [
      { from: 6, difficulty: 1 },
      { from: 24, difficulty: 4 },
    ],
  },
  blockPrices: [
    { from: 20, difficulty: 4 },
    { from: 60, difficulty: 16 },
  ],
  conversionPrices: [
    { from: 200, share: 0.5, difficulty: 4 },
    { from: 500, share: 0.25, difficulty: 16 },
  ],
};

/** For demonstrations and simulations, where all shoppers come from one address. */
export const unlimitedBudget: SendBudget = {
  ...sendBudget,
  rupees: { minute: 1e8, hour: 1e8, day: 1e8 },
  minutePrices: [],
  addressPrices: { ipv4: [], ipv6: [] },
  blockPrices: [],
  conversionPrices: [],
};

export const proofLifetimeMs = 300_000;
/** For a client that cannot compute a proof: by then the pressure may be over. */
const withoutProofSeconds = 60;

/**
 * What raised the price of a code: its address or block of numbers, only the campaign's total, or
 * nothing.
 */
export type Pressure = 'sender' | 'campaign' | 'none';

export type Afforded =
  | { kind: 'afforded'; pressure: Pressure }
  /** `difficulty`: a proof of this difficulty gets the code; undefined: not even that. */
  | { kind: 'unaffordable'; retryAfterSeconds: number; difficulty: Difficulty | undefined };

/** @param proven difficulty of the proof that came with the request; 0 without one */
export function affordCode(
  counts: SendCounts,
  addressKind: AddressKind,
  proven: Difficulty | 0,
  budget: SendBudget,
): Afforded {
  const closed = (['day', 'hour', 'minute'] as const).find(
    (span) => counts[span] >= codesPaid(budget, span),
  );
  if (closed !== undefined) {
    const retryAfterSeconds = { minute: 60, hour: 600, day: 3600 }[closed];
    return { kind: 'unaffordable', retryAfterSeconds, difficulty: undefined };
  }
  const ofSender = senderPrices(counts, addressKind, budget);
  const ofCampaign = campaignPrices(counts, budget);
  const due = [...ofSender, ...ofCampaign].map((price) => price.difficulty);
  const difficulty = difficulties.findLast((one) => due.includes(one));
  if (difficulty === undefined || proven * 4 >= difficulty) {
    const pressure = ofSender.length > 0 ? 'sender' : ofCampaign.length > 0 ? 'campaign' : 'none';
    return { kind: 'afforded', pressure };
  }
  return { kind: 'unaffordable', retryAfterSeconds: withoutProofSeconds, difficulty };
}

/** How many codes the rupees of a time span pay for. */
export function codesPaid({ rupees, smsPaise }: SendBudget, span: 'minute' | 'hour' | 'day') {
  return Math.floor((rupees[span] * 100) / smsPaise);
}

function senderPrices(
  counts: SendCounts,
  addressKind: AddressKind,
  { addressPrices, blockPrices }: SendBudget,
): Price[] {
  return [
    ...reached(addressPrices[addressKind], counts.address),
    ...reached(blockPrices, counts.block),
  ];
}

function campaignPrices(counts: SendCounts, budget: SendBudget): Price[] {
  const settled = Math.max(counts.recent - counts.minute, 0);
  return [
    ...reached(budget.minutePrices, counts.minute / codesPaid(budget, 'minute')),
    ...reached(budget.conversionPrices, settled).filter(
      ({ share }) => counts.verified < settled * share,
    ),
  ];
}

const reached = <One extends Price>(prices: readonly One[], count: number): One[] =>
  prices.filter(({ from }) => count >= from);
