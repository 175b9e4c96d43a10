// Read and written under the head's lock.
import { blockOf } from '../rules/draw.ts';
import type { DeckState } from '../rules/reward.ts';
import type { Connection } from './database.ts';
import type { Head } from './head.ts';

/** Locks the blocks that this many draws may touch (after the head), and reads the pools. */
export async function lockDeck(
  connection: Connection,
  campaign: string,
  head: Head,
  draws: number,
): Promise<DeckState> {
  const first = blockOf(head, head.nextDraw) ?? head.blocks;
  const last = blockOf(head, head.nextDraw + draws) ?? head.blocks - 1;
  const { rows } = await connection.query<{ block: number; remaining: number[] }>(
    `select block, remaining from inaam.deck
     where campaign = $1 and block between $2 and $3 order by block for update`,
    [campaign, first, last],
  );
  const { amounts, cards, blocks, nextDraw } = head;
  return {
    campaign,
    plan: { amounts: amounts, cards, blocks },
    nextDraw,
    remaining: new Map(rows.map((row) => [row.block, row.remaining])),
    ...(await readPools(connection, campaign)),
  };
}

/** Needs no lock: budget rows change with rewards, which are granted only under the head's lock. */
async function readPools(connection: Connection, campaign: string) {
  const { rows } = await connection.query<{
    pool: string;
    kind: 'reserve' | 'fixed';
    amount: number;
    remaining: string;
  }>(
    `select pool, kind, amount, remaining from inaam.budget where campaign = $1 and kind <> 'chance'`,
    [campaign],
  );
  const reserve = rows.find(({ kind }) => kind === 'reserve');
  return {
    reserve: reserve ? { amount: reserve.amount, left: Number(reserve.remaining) } : null,
    fixedLeft: new Map(
      rows
        .filter(({ kind }) => kind === 'fixed')
        .map(({ pool, remaining }) => [pool, Number(remaining)]),
    ),
  };
}

/** The reserve and fixed rewards are counted by the reward rows themselves. */
export async function writeDeck(
  connection: Connection,
  campaign: string,
  before: DeckState,
  after: DeckState,
): Promise<void> {
  for (const [block, remaining] of after.remaining) {
    if (before.remaining.get(block) === remaining) continue;
    await connection.query(
      'update inaam.deck set remaining = $3 where campaign = $1 and block = $2',
      [campaign, block, [...remaining]],
    );
  }
  if (after.nextDraw === before.nextDraw) return;
  await connection.query('update inaam.head set next_draw = $2 where campaign = $1', [
    campaign,
    after.nextDraw,
  ]);
}
