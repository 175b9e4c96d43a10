// Which reward a participant gets: fixed by law, drawn from the deck, or from the reserve after the deck. Pure.
import { blockOf, takeCard, ticketOf, type DeckPlan } from './draw.ts';

/** A state's fixed reward, as dated law (campaign data): `from` and `until` are days of India, `until` included. */
export type FixedReward = {
  state: string;
  amount: number;
  law: string;
  from: string;
  until: string | null;
};

export type Claim = { pseudonym: Uint8Array; state: string; today: string };

/** What the head and the deck's rows say while they are held. */
export type DeckState = {
  campaign: string;
  plan: DeckPlan;
  nextDraw: number;
  /** What remains in each block that may be drawn from, by its number. */
  remaining: ReadonlyMap<number, readonly number[]>;
  reserve: { amount: number; left: number };
};

export type Grant =
  | { kind: 'fixed'; amount: number }
  | { kind: 'reserve'; amount: number }
  | { kind: 'chance'; amount: number; drawNumber: number; block: number };

/** The fixed reward of a state on a day, where the law gives one. */
export function fixedRewardOf(
  rewards: readonly FixedReward[],
  state: string,
  today: string,
): FixedReward | undefined {
  return rewards.find(
    (fixed) =>
      fixed.state === state &&
      fixed.from <= today &&
      (fixed.until === null || today <= fixed.until),
  );
}

/**
 * Decides the claims in their order and says how the deck stands afterwards.
 *
 * The law comes first: a fixed state's claim never reaches the draw, and takes no draw number. A claim whose
 * block has no card left draws on in the next block, because draw numbers run on; after the last block the
 * reserve pays. Where the reserve is empty too the claim has no grant: the caller alarms, and the participant
 * is told to try again: the debt is never silently dropped.
 */
export function decideRewards(
  claims: readonly Claim[],
  rules: { fixed: readonly FixedReward[]; drawSecret: Uint8Array },
  deck: DeckState,
): { grants: (Grant | undefined)[]; after: DeckState } {
  let after = deck;
  const grants = claims.map((claim) => {
    const fixed = fixedRewardOf(rules.fixed, claim.state, claim.today);
    if (fixed) return { kind: 'fixed' as const, amount: fixed.amount };
    const drawn = drawOne(claim, rules.drawSecret, after) ?? takeReserve(after);
    if (!drawn) return undefined;
    after = drawn.after;
    return drawn.grant;
  });
  return { grants, after };
}

type Step = { grant: Grant; after: DeckState };

function drawOne(claim: Claim, secret: Uint8Array, deck: DeckState): Step | undefined {
  const block = blockOf(deck.plan, deck.nextDraw);
  if (block === undefined) return undefined;
  const remaining = deck.remaining.get(block);
  if (!remaining) throw new Error(`Failed to draw: block ${block} of the deck was not read.`);
  const draw = {
    campaign: deck.campaign,
    block,
    drawNumber: deck.nextDraw,
    pseudonym: claim.pseudonym,
  };
  const cards = remaining.reduce((sum, count) => sum + count, 0);
  const taken = takeCard(remaining, ticketOf(secret, draw, cards));
  const amount = deck.plan.denominations[taken.place];
  if (amount === undefined)
    throw new Error('Failed to draw: the deck has more kinds of cards than denominations.');
  return {
    grant: { kind: 'chance', amount, drawNumber: deck.nextDraw, block },
    after: {
      ...deck,
      nextDraw: deck.nextDraw + 1,
      remaining: new Map(deck.remaining).set(block, taken.remaining),
    },
  };
}

function takeReserve(deck: DeckState): Step | undefined {
  const { amount, left } = deck.reserve;
  if (left < 1) return undefined;
  return {
    grant: { kind: 'reserve', amount },
    after: { ...deck, reserve: { amount, left: left - 1 } },
  };
}
