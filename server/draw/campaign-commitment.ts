import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import {
  commitmentFrom,
  secretHash,
  type CommittedQuestion,
  type Commitment,
  type DrawDocument,
  drawSecretOf,
  type DrawParts,
} from './commitment.rules.ts';

type Folder = Pick<ServerCampaign, 'id' | 'draw' | 'fixed' | 'programme' | 'questions'>;

export type CommittedSecrets = { drawParts: DrawParts; pseudonym: Uint8Array };

export function commitmentOf(campaign: Folder, secrets: CommittedSecrets): Commitment {
  const [one, two] = secrets.drawParts;
  return commitmentFrom({
    ...planOf(campaign),
    pseudonymKeySha256: secretHash(secrets.pseudonym),
    secretPartsSha256: [secretHash(one), secretHash(two)],
    secretSha256: secretHash(drawSecretOf(secrets.drawParts)),
  });
}

/** For a program without the secrets. Denominations in ascending order. */
export function planOf({
  id,
  draw,
  fixed,
  programme,
  questions,
}: Folder): Omit<DrawDocument, 'secretSha256' | 'secretPartsSha256' | 'pseudonymKeySha256'> {
  const cards = Object.entries(draw.deck.cards)
    .map(([amount, count]) => ({ amount: Number(amount), count }))
    .toSorted((a, b) => a.amount - b.amount);
  return {
    campaign: id,
    deck: {
      blocks: draw.deck.blocks,
      cards: cards.map(({ count }) => count),
      denominations: cards.map(({ amount }) => amount),
    },
    draw: 'inaam-draw-2',
    fixed: fixed.map(({ chance: _chance, question: _question, ...committed }) => committed),
    pacing: draw.pacing,
    programme: { from: programme.from, to: programme.to },
    whenDeckEnds: draw.whenDeckEnds,
    ...(questions && { question: committedQuestion(questions) }),
  };
}

export function committedQuestion({
  bonus,
  pools,
  questions,
  statesWithout,
}: NonNullable<Folder['questions']>): CommittedQuestion {
  return { bonus, count: questions.length, pools, statesWithout };
}

/**
 * The campaign as calls and pages see it: programme and words follow the last day in force
 * (docs/decisions/0031). Do not copy it: a copy would not be updated.
 * @param lastDay undefined: the committed one
 */
export function campaignInForce(
  committed: ServerCampaign,
  lastDay: () => string | undefined,
): ServerCampaign {
  let current = committed;
  const now = () => {
    const to = lastDay() ?? committed.programme.to;
    if (to === current.programme.to) return current;
    current = to === committed.programme.to ? committed : committed.withLastDay(to);
    return current;
  };
  return {
    ...committed,
    get programme() {
      return now().programme;
    },
    words: (language) => now().words(language),
    publicCampaign: (language) => now().publicCampaign(language),
  };
}
