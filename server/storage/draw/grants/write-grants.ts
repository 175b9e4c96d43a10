// One statement, so that the head is locked for one round trip less, and head, deck and budget are
// each written once per batch. A trigger counts the rewards in the budget.
import type { QueryConfig } from 'pg';
import { poolName } from '../../../rules/draw/commitment.ts';
import type { Promised } from '../../../rules/draw/promise.ts';
import type { Grant } from '../../../rules/draw/reward.ts';
import { enqueueOwed } from '../../delivery/jobs/job-queue.ts';
import { chainEntries } from '../ledger.ts';
import type { LockedDraw } from './lock-draw.ts';
import { withNamedValues } from '../../batches/named-values.ts';

export type NewReward = {
  pseudonym: Buffer;
  state: string;
  today: string;
  now: number;
  promised: Promised;
  grant: Grant;
};

/** `$taken` has, for each of `$blocks`, how many cards of each amount are taken. */
const grantsQuery = withNamedValues(`
  with drawn as (
    update inaam.deck set remaining = array(
      select left_in - taken
      from unnest(remaining, ($taken::integer[])
        [(place - 1) * cardinality(remaining) + 1 : place * cardinality(remaining)])
        with ordinality as card (left_in, taken, at)
      order by at)
    from unnest($blocks::integer[]) with ordinality as new (block, place)
    where campaign = $1 and deck.block = new.block and deck.block = any ($blocks::integer[])),
  advanced as (
    update inaam.head set next_ledger = $nextLedger, last_hash = $lastHash where campaign = $1),
  rewarded as (
    insert into inaam.reward
      (campaign, pseudonym, granted_at, amount, kind, draw_number, block, day, pool)
    select $1, * from unnest($pseudonyms::bytea[], $times::timestamptz[], $amounts::integer[],
      $kinds::text[], $drawNumbers::bigint[], $drawnBlocks::integer[], $days::date[], $pools::text[])),
  recorded as (
    insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
    select $1, $firstLedger::bigint + place - 1, 'granted', pseudonym, content, hash
    from unnest($pseudonyms::bytea[], $contents::text[], $hashes::bytea[]) with ordinality
      as entry (pseudonym, content, hash, place)),
  owed as (
    insert into inaam.message (campaign, kind, pseudonym, owed_at)
    select $1, 'voucher', * from unnest($pseudonyms::bytea[], $times::timestamptz[])
    returning id, kind)
  ${enqueueOwed()}`);

/** The statement that writes rewards, ledger entries, and vouchers to send with their jobs. */
export function grantsWrite(
  campaign: string,
  { head, plan }: Pick<LockedDraw, 'head' | 'plan'>,
  granted: readonly NewReward[],
): QueryConfig {
  const chained = chainEntries(
    campaign,
    head,
    granted.map(({ pseudonym, state, today, now, promised, grant }) => ({
      kind: 'granted' as const,
      pseudonym,
      state,
      day: today,
      at: now,
      promised,
      grant,
    })),
  );
  const drawn = granted.map(({ grant }) => (grant.kind === 'chance' ? grant : undefined));
  const taken = takenCards(drawn, plan.amounts);
  return grantsQuery(campaign, {
    nextLedger: chained.head.nextLedger,
    lastHash: Buffer.from(chained.head.lastHash),
    firstLedger: head.nextLedger,
    blocks: [...taken.keys()],
    taken: [...taken.values()].flat(),
    pseudonyms: granted.map(({ pseudonym }) => pseudonym),
    times: granted.map(({ now }) => new Date(now)),
    amounts: granted.map(({ grant }) => grant.amount),
    kinds: granted.map(({ grant }) => grant.kind),
    drawNumbers: drawn.map((grant) => grant?.drawNumber ?? null),
    drawnBlocks: drawn.map((grant) => grant?.block ?? null),
    days: granted.map(({ today }) => today),
    pools: granted.map(({ grant, state }) => poolName(grant.kind, grant.amount, state)),
    contents: chained.contents,
    hashes: chained.hashes,
  });
}

type Drawn = Extract<Grant, { kind: 'chance' }> | undefined;

/** By block: how many cards of each amount are taken, in the order of `amounts`. */
function takenCards(
  drawn: readonly Drawn[],
  amounts: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const byBlock = Map.groupBy(
    drawn.filter((grant) => grant !== undefined),
    ({ block }) => block,
  );
  return new Map(
    [...byBlock].map(([block, grants]) => [
      block,
      amounts.map((amount) => grants.filter((grant) => grant.amount === amount).length),
    ]),
  );
}
