// The document whose SHA-256 is published before the start (docs/decisions/0013).
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FixedReward } from '@inaam/campaigns/schema/draw-schema.ts';

export type CommittedReward = Omit<FixedReward, 'question'>;

type WhenDeckEnds = { kind: 'reserve'; amount: number; rewards: number } | { kind: 'close' };

/** The question after the reward (docs/decisions/0053). */
export type CommittedQuestion = {
  /** Of the questions with their right answers, which nobody may read in the document. */
  answersHmac?: string;
  /** What a right answer adds: one amount for all, or as much again as the reward. */
  bonus: 'amount' | 'asMuchAgain';
  count: number;
  /** By ascending amount. */
  pools: readonly { amount: number; rewards: number }[];
  /** For how long it is shown; null: no clock. */
  seconds: number | null;
  /** Sorted: where nobody is asked. */
  statesWithout: readonly string[];
};

type CommittedPacks =
  | { kind: 'batch' }
  | { kind: 'unique'; codes: 'made' | 'loaded'; claims?: { perDay: number; inAll: number } };

export type DrawDocument = {
  campaign: string;
  /** `cards` per block, in the order of `denominations` (rupees, ascending). */
  deck: { blocks: number; cards: readonly number[]; denominations: readonly number[] };
  draw: 'inaam-draw-2';
  fixed: readonly CommittedReward[];
  /** Null: the packs have no code. */
  packs: CommittedPacks | null;
  pacing: 'daily' | null;
  programme: { from: string; to: string };
  pseudonymKeySha256: string;
  question?: CommittedQuestion;
  secretPartsSha256: readonly [string, string];
  secretSha256: string;
  /** Sorted: where people can take part. */
  states: readonly string[];
  whenDeckEnds: WhenDeckEnds;
};

type SecretHash = 'secretSha256' | 'secretPartsSha256' | 'pseudonymKeySha256';

/** Without the hashes of secrets that the program lacks. */
export type CommittedPlan = Omit<DrawDocument, SecretHash> &
  Partial<Pick<DrawDocument, SecretHash>>;

export type Commitment = { document: DrawDocument; text: string; hash: string };

export function commitmentFrom(document: DrawDocument): Commitment {
  const ordered = inOrder(document);
  const text = canonicalJson(ordered);
  return { document: ordered, text, hash: bytesToHex(sha256(utf8ToBytes(text))) };
}

function inOrder(document: DrawDocument): DrawDocument {
  const fixed = document.fixed.toSorted((a, b) =>
    a.state === b.state ? compare(a.from, b.from) : compare(a.state, b.state),
  );
  return { ...document, fixed };
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

export const secretHash = (secret: Uint8Array): string => bytesToHex(sha256(secret));

/** @public HMAC-SHA256, hex. */
export const keyedHash = (key: Uint8Array, text: string): string =>
  bytesToHex(hmac(sha256, key, utf8ToBytes(text)));

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

/** What an earlier version has not written is undefined. */
type Read = (document: DrawDocument) => Canonical | undefined;
const comparedFields: Readonly<Record<string, Read>> = {
  'the deck (draw.json, deck)': ({ deck }) => deck,
  'the fixed rewards (rewards.json, fixed)': ({ fixed }) => fixed,
  'the pacing (draw.json, pacing)': ({ pacing }) => pacing,
  'the programme (campaign.json, programme)': ({ programme }) => programme,
  'what happens when the deck ends (draw.json, whenDeckEnds)': ({ whenDeckEnds }) => whenDeckEnds,
  'the states (states.json)': ({ states }) => states,
  'the codes of packs (packs.json)': ({ packs }) => packs && { ...packs, claims: null },
  'how often a number takes part (packs.json, claims)': ({ packs }) =>
    packs?.kind === 'unique' ? packs.claims : undefined,
  'the question (questions.json; rewards.json, question)': ({ question }) =>
    question && { ...question, answersHmac: null },
  'the questions and their right answers (questions.json)': ({ question }) => question?.answersHmac,
  'part one of the secret (DRAW_PART_ONE, which its holder has)': ({ secretPartsSha256: [one] }) =>
    one,
  'part two of the secret (DRAW_PART_TWO, which its holder has)': ({
    secretPartsSha256: [, two],
  }) => two,
  'the secret': ({ secretSha256 }) => secretSha256,
  'the key of the pseudonyms (PSEUDONYM_SECRET)': ({ pseudonymKeySha256 }) => pseudonymKeySha256,
  'the rules of the draw, which are another version': ({ draw }) => draw,
  "the campaign's id": ({ campaign }) => campaign,
};

const spell = (value: Canonical | undefined) => value !== undefined && canonicalJson(value);

export function differencesOf(committed: DrawDocument, found: DrawDocument): string[] {
  const [left, right] = [inOrder(committed), inOrder(found)];
  return Object.entries(comparedFields).flatMap(([field, read]) =>
    spell(read(left)) === spell(read(right)) ? [] : [field],
  );
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

// Canonical JSON for hashing: sorted keys, no white space, integers only.

export type Canonical =
  | string
  | number
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical };

/** @throws RangeError if a number is not a safe integer, since only those have one spelling */
export function canonicalJson(value: Canonical): string {
  if (value === null || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value))
      throw new RangeError('Failed to spell a number: only safe integers have one spelling.');
    return String(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

const isList = (value: Canonical): value is readonly Canonical[] => Array.isArray(value);
