import { phaseOf } from '../platform/period.rules.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { committedParts, type PluginParts } from '@inaam/campaigns/loader/plugin-files.ts';
import {
  commitmentFrom,
  secretHash,
  type CommittedPlan,
  type Commitment,
  drawSecretOf,
  type DrawParts,
} from './commitment.rules.ts';

type Folder = Pick<ServerCampaign, 'id' | 'draw' | 'fixed' | 'programme' | 'states'> & PluginParts;

export type CommittedSecrets = { drawParts: DrawParts; pseudonym: Uint8Array };

export const commitmentOf = (campaign: Folder, secrets: CommittedSecrets): Commitment =>
  commitmentFrom({
    ...planOf(campaign, secrets),
    ...secretHashes(secrets.drawParts),
    pseudonymKeySha256: secretHash(secrets.pseudonym),
  });

function secretHashes(parts: DrawParts) {
  const secretPartsSha256 = [secretHash(parts[0]), secretHash(parts[1])] as const;
  return { secretPartsSha256, secretSha256: secretHash(drawSecretOf(parts)) };
}

/** Denominations in ascending order. Without the hashes of secrets that are not known here. */
export function planOf(
  folder: Folder,
  {
    drawParts,
    pseudonym,
  }: { [Name in keyof CommittedSecrets]?: CommittedSecrets[Name] | undefined } = {},
): CommittedPlan {
  const { id, draw, fixed, programme, states } = folder;
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
    fixed: fixed.map(({ question: _question, ...committed }) => committed),
    packs: null,
    pacing: draw.pacing,
    programme: { from: programme.from, to: programme.to },
    states: states.toSorted(),
    whenDeckEnds: draw.whenDeckEnds,
    ...(drawParts && secretHashes(drawParts)),
    ...(pseudonym && { pseudonymKeySha256: secretHash(pseudonym) }),
    ...committedParts(folder, pseudonym),
  };
}

/** Before the commitment: a programme that is over could only be committed to by mistake. */
export const overFaults = ({ programme }: ServerCampaign, now: number): string[] =>
  phaseOf(programme, now) === 'ended'
    ? [`campaign.json: programme.to is over (${programme.to}). Write the days of the programme.`]
    : [];
