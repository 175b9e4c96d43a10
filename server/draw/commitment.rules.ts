// The document whose SHA-256 is published before the start (docs/decisions/0013).
import type { FixedReward } from '@inaam/campaigns/loader/fixed-reward.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Canonical } from './canonical.rules.ts';

export type CommittedReward = Omit<FixedReward, 'chance' | 'question'>;

type WhenDeckEnds = { kind: 'reserve'; amount: number; rewards: number } | { kind: 'close' };

/** The question after the reward (docs/decisions/0053). */
export type CommittedQuestion = {
  /** What a right answer adds: one amount for all, or as much again as the reward. */
  bonus: 'amount' | 'asMuchAgain';
  count: number;
  /** By ascending amount. */
  pools: readonly { amount: number; rewards: number }[];
  /** Sorted: where nobody is asked. */
  statesWithout: readonly string[];
};

export type DrawDocument = {
  campaign: string;
  /** `cards` per block, in the order of `denominations` (rupees, ascending). */
  deck: { blocks: number; cards: readonly number[]; denominations: readonly number[] };
  draw: 'inaam-draw-2';
  fixed: readonly CommittedReward[];
  pacing: 'daily' | null;
  programme: { from: string; to: string };
  pseudonymKeySha256: string;
  question?: CommittedQuestion;
  secretPartsSha256: readonly [string, string];
  secretSha256: string;
  whenDeckEnds: WhenDeckEnds;
};

export type Commitment = { document: DrawDocument; text: string; hash: string };

export function commitmentFrom(document: DrawDocument): Commitment {
  const fixed = document.fixed.toSorted((a, b) =>
    a.state === b.state ? compare(a.from, b.from) : compare(a.state, b.state),
  );
  const ordered = { ...document, fixed };
  const text = canonicalJson(ordered);
  return { document: ordered, text, hash: bytesToHex(sha256(utf8ToBytes(text))) };
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

export const secretHash = (secret: Uint8Array): string => bytesToHex(sha256(secret));

export type BudgetPool = {
  name: string;
  kind: 'chance' | 'reserve' | 'fixed' | 'bonus';
  amount: number;
  state: string | null;
  planned: number;
};

export function budgetPoolName(
  kind: BudgetPool['kind'],
  amount: number,
  state: string | null,
): string {
  return kind === 'fixed' ? `fixed:${state}:${amount}` : `${kind}:${amount}`;
}

/** What the pools cost if everything in them is granted. */
export const plannedRupees = (pools: readonly Pick<BudgetPool, 'amount' | 'planned'>[]): number =>
  pools.reduce((sum, { amount, planned }) => sum + amount * planned, 0);

export function budgetPoolsOf({
  deck,
  fixed,
  whenDeckEnds,
  question,
}: Pick<DrawDocument, 'deck' | 'fixed' | 'whenDeckEnds' | 'question'>): BudgetPool[] {
  const pool = (
    kind: BudgetPool['kind'],
    amount: number,
    planned: number,
    state: string | null = null,
  ) =>
    ({
      name: budgetPoolName(kind, amount, state),
      kind,
      amount,
      state,
      planned,
    }) satisfies BudgetPool;
  return [
    ...deck.denominations.map((amount, index) =>
      pool('chance', amount, (deck.cards[index] ?? 0) * deck.blocks),
    ),
    ...(whenDeckEnds.kind === 'reserve'
      ? [pool('reserve', whenDeckEnds.amount, whenDeckEnds.rewards)]
      : []),
    ...fixed.map(({ amount, rewards, state }) => pool('fixed', amount, rewards, state)),
    ...(question?.pools ?? []).map(({ amount, rewards }) => pool('bonus', amount, rewards)),
  ];
}

const comparedFields: readonly { field: string; read: (document: DrawDocument) => Canonical }[] = [
  { field: 'the deck (draw.json, deck)', read: ({ deck }) => deck },
  { field: 'the fixed rewards (rewards.json, fixed)', read: ({ fixed }) => fixed },
  { field: 'the pacing (draw.json, pacing)', read: ({ pacing }) => pacing },
  { field: 'the programme (campaign.json, programme)', read: ({ programme }) => programme },
  {
    field: 'what happens when the deck ends (draw.json, whenDeckEnds)',
    read: ({ whenDeckEnds }) => whenDeckEnds,
  },
  {
    field: 'part one of the secret (DRAW_PART_ONE)',
    read: ({ secretPartsSha256: [one] }) => one,
  },
  {
    field: 'part two of the secret (DRAW_PART_TWO)',
    read: ({ secretPartsSha256: [, two] }) => two,
  },
  { field: 'the secret', read: ({ secretSha256 }) => secretSha256 },
  {
    field: 'the key of the pseudonyms (PSEUDONYM_SECRET)',
    read: ({ pseudonymKeySha256 }) => pseudonymKeySha256,
  },
  {
    field: 'the question (questions.json; rewards.json, question)',
    read: ({ question }) => question ?? null,
  },
  { field: 'the rules of the draw, which are another version', read: ({ draw }) => draw },
  { field: "the campaign's id", read: ({ campaign }) => campaign },
];

export function differencesOf(committed: DrawDocument, found: DrawDocument): string[] {
  const [left, right] = [commitmentFrom(committed).document, commitmentFrom(found).document];
  return comparedFields
    .filter(({ read }) => canonicalJson(read(left)) !== canonicalJson(read(right)))
    .map(({ field }) => field);
}

// The draw's secret has two parts, which two people keep until the end (docs/decisions/0023).

/** Both parts have the same length. */
export type DrawParts = readonly [one: Uint8Array, two: Uint8Array];

/**
 * XOR of the parts. One part reveals nothing about the secret, because every secret remains equally
 * likely. The secret and one part give the other, so each holder can check both at the end.
 */
export function drawSecretOf([one, two]: DrawParts): Uint8Array {
  return one.map((byte, at) => byte ^ (two[at] ?? 0));
}
