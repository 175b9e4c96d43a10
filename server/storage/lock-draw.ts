import type { DeckState } from '../rules/reward.ts';
import type { Connection } from './database.ts';
import { notCommitted, type Head } from './head.ts';
import { prepared } from './prepared.ts';

export type LockedDraw = {
  head: Head;
  isRevealed: boolean;
  deck: DeckState;
  /** In the order of the claimants; null if the participant is not known. */
  states: readonly (string | null)[];
  /** Amounts in the order of the claimants; null if there is no reward yet. */
  granted: readonly (number | null)[];
};

type Row = {
  next_ledger: string;
  next_draw: string;
  last_hash: Buffer;
  amounts: number[];
  cards: number[];
  blocks: number;
  revealed_at: Date | null;
  states: (string | null)[];
  granted: (number | null)[];
  first_block: number | null;
  remaining: number[][] | null;
  reserve_amount: number | null;
  reserve_left: string | null;
  fixed_pools: string[] | null;
  fixed_left: string[] | null;
};

/**
 * Locks the head and the blocks that these claims may draw from, and reads what decides them.
 * @throws if the campaign has not committed to a draw
 */
export async function lockDraw(
  connection: Connection,
  campaign: string,
  claimants: readonly Buffer[],
): Promise<LockedDraw> {
  const { rows } = await connection.query<Row>(
    prepared('select * from inaam.lock_draw($1, $2::bytea[])', [campaign, claimants]),
  );
  const [row] = rows;
  if (!row) throw notCommitted(campaign);
  return {
    head: { nextLedger: Number(row.next_ledger), lastHash: row.last_hash },
    isRevealed: row.revealed_at !== null,
    deck: deckOf(campaign, row),
    states: row.states,
    granted: row.granted,
  };
}

function deckOf(campaign: string, row: Row): DeckState {
  const { amounts, cards, blocks, first_block: firstBlock, reserve_amount: reserveAmount } = row;
  const fixedPools = row.fixed_pools ?? [];
  return {
    campaign,
    plan: { amounts, cards, blocks },
    nextDraw: Number(row.next_draw),
    remaining: new Map(
      (row.remaining ?? []).map((remaining, place) => [(firstBlock ?? 0) + place, remaining]),
    ),
    reserve:
      reserveAmount === null ? null : { amount: reserveAmount, left: Number(row.reserve_left) },
    fixedLeft: new Map(fixedPools.map((pool, place) => [pool, Number(row.fixed_left?.[place])])),
  };
}
