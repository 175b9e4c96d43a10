// The standing rows of a campaign: its head and the blocks of its deck, made once. Never changes them: a deck
// that was changed after the first start is refused.
import type { DeckPlan } from '../rules/draw.ts';
import { firstHash } from '../rules/ledger.ts';
import { transaction, type Database } from './database.ts';
import { holdHead } from './head.ts';

export type CampaignRows = {
  campaign: string;
  plan: DeckPlan;
  reserve: { amount: number; count: number };
};

/** The campaign folder and the database say different decks; `message` says what to do. */
class DeckChanged extends Error {
  override name = 'DeckChanged';
}

/**
 * Makes head and deck where they are missing and checks that they are this campaign folder's.
 * @throws DeckChanged where the deck differs from the one this campaign began with
 */
export async function prepareCampaign(database: Database, rows: CampaignRows): Promise<void> {
  const { campaign, plan, reserve } = rows;
  await transaction(database, async (connection) => {
    const made = await connection.query(
      `insert into inaam.head
         (campaign, last_hash, denominations, cards, blocks, reserve_amount, reserve_left)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [
        campaign,
        Buffer.from(firstHash(campaign)),
        [...plan.denominations],
        [...plan.cards],
        plan.blocks,
        reserve.amount,
        reserve.count,
      ],
    );
    if (made.rowCount === 1) {
      await connection.query(
        `insert into inaam.deck (campaign, block, remaining)
         select $1, block, $2 from generate_series(0, $3 - 1) as block`,
        [campaign, [...plan.cards], plan.blocks],
      );
    }
    const head = await holdHead(connection, campaign);
    const stored = JSON.stringify([
      head.denominations,
      head.cards,
      head.blocks,
      head.reserve.amount,
    ]);
    const wanted = JSON.stringify([plan.denominations, plan.cards, plan.blocks, reserve.amount]);
    if (stored !== wanted) {
      throw new DeckChanged(
        `campaigns/${campaign}/draw.json was changed after the campaign had begun: the database holds ${head.blocks} blocks of ${head.cards.join(' + ')} cards for ${head.denominations.join(', ')}. Put the deck back as it was, or start a new campaign in a new folder.`,
      );
    }
  });
}
