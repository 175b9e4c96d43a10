// What is committed to before a campaign starts: deck, rules and the fingerprint of the secret, as
// one document whose SHA-256 is published (docs/decisions/0013). Pure; never holds the secret
// itself.
import type { FixedReward } from '@inaam/campaigns/loader/fixed-reward.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Canonical } from './canonical.ts';

/**
 * A fixed reward as it is committed to: whether the law forbids chance is not part of the published
 * document.
 */
export type CommittedReward = Omit<FixedReward, 'chance'>;

type WhenDeckEnds = { kind: 'reserve'; amount: number; rewards: number } | { kind: 'close' };

export type DrawDocument = {
  campaign: string;
  /** `cards` of each of the `denominations` (rupees, ascending) in one block. */
  deck: { blocks: number; cards: readonly number[]; denominations: readonly number[] };
  draw: 'inaam-draw-1';
  fixed: readonly CommittedReward[];
  pacing: 'daily' | null;
  programme: { from: string; to: string };
  /** SHA-256 of the secret's bytes, hex. */
  secretSha256: string;
  whenDeckEnds: WhenDeckEnds;
};

/** The document, the bytes that are published, and their SHA-256 in lower-case hex. */
export type Commitment = { document: DrawDocument; text: string; hash: string };

/** The commitment to a document; fixed rewards are put in the order of state and first day. */
export function commitmentFrom(document: DrawDocument): Commitment {
  const fixed = document.fixed.toSorted((a, b) =>
    a.state === b.state ? compare(a.from, b.from) : compare(a.state, b.state),
  );
  const ordered = { ...document, fixed };
  const text = canonicalJson(ordered);
  return { document: ordered, text, hash: bytesToHex(sha256(utf8ToBytes(text))) };
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

/** SHA-256 of the secret's bytes, as the document holds it. */
export const secretHash = (secret: Uint8Array): string => bytesToHex(sha256(secret));

/**
 * A part of the budget: so many rewards of one kind and amount, and of one state where they are
 * fixed.
 */
export type Pool = {
  /** `chance:5`, `reserve:3`, `fixed:Tamil Nadu:3`. */
  name: string;
  kind: 'chance' | 'reserve' | 'fixed';
  amount: number;
  state: string | null;
  planned: number;
};

/** The name of the pool that a reward is taken from. */
export function poolName(kind: Pool['kind'], amount: number, state: string | null): string {
  return kind === 'fixed' ? `fixed:${state}:${amount}` : `${kind}:${amount}`;
}

/** All that a campaign may ever give away. */
export function poolsOf({ deck, fixed, whenDeckEnds }: DrawDocument): Pool[] {
  const pool = (kind: Pool['kind'], amount: number, planned: number, state: string | null = null) =>
    ({ name: poolName(kind, amount, state), kind, amount, state, planned }) satisfies Pool;
  return [
    ...deck.denominations.map((amount, place) =>
      pool('chance', amount, (deck.cards[place] ?? 0) * deck.blocks),
    ),
    ...(whenDeckEnds.kind === 'reserve'
      ? [pool('reserve', whenDeckEnds.amount, whenDeckEnds.rewards)]
      : []),
    ...fixed.map(({ amount, rewards, state }) => pool('fixed', amount, rewards, state)),
  ];
}

/** The parts of a document, by the words an operator knows them by. */
const parts: readonly { part: string; of: (document: DrawDocument) => Canonical }[] = [
  { part: 'the deck (draw.json, deck)', of: ({ deck }) => deck },
  { part: 'the fixed rewards (rewards.json, fixed)', of: ({ fixed }) => fixed },
  { part: 'the pacing (draw.json, pacing)', of: ({ pacing }) => pacing },
  { part: 'the programme (campaign.json, programme)', of: ({ programme }) => programme },
  {
    part: 'what happens when the deck ends (draw.json, whenDeckEnds)',
    of: ({ whenDeckEnds }) => whenDeckEnds,
  },
  { part: 'the secret (DRAW_SECRET)', of: ({ secretSha256 }) => secretSha256 },
  { part: "the campaign's id", of: ({ campaign }) => campaign },
];

/** The parts in which two documents differ, in words; none where they are the same. */
export function differencesOf(committed: DrawDocument, found: DrawDocument): string[] {
  const [left, right] = [commitmentFrom(committed).document, commitmentFrom(found).document];
  return parts
    .filter(({ of }) => canonicalJson(of(left)) !== canonicalJson(of(right)))
    .map(({ part }) => part);
}
