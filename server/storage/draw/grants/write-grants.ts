// One statement, so that the head is locked for one round trip less, and head, deck and budget are
// each written once per batch. A trigger counts the rewards in the budget.
import type { QueryConfig } from 'pg';
import { poolName } from '../../../rules/draw/commitment.ts';
import type { Promised } from '../../../rules/draw/promise.ts';
import type { Grant } from '../../../rules/draw/reward.ts';
import { enqueueOwed } from '../../delivery/jobs/job-queue.ts';
import { chainEntries } from '../ledger.ts';
import type { LockedDraw } from './lock-draw.ts';
import { prepared } from '../../batches/prepared.ts';

export type NewReward = {
  pseudonym: Buffer;
  state: string;
  today: string;
  now: number;
  promised: Promised;
  grant: Grant;
};

/** $5 lists blocks. $6 has, for each of them, how many cards of each amount are taken. */
const statement = `
  with drawn as (
    update inaam.deck set remaining = array(
      select left_in - taken
      from unnest(remaining, ($6::integer[])
        [(place - 1) * cardinality(remaining) + 1 : place * cardinality(remaining)])
        with ordinality as card (left_in, taken, at)
      order by at)
    from unnest($5::integer[]) with ordinality as new (block, place)
    where campaign = $1 and deck.block = new.block and deck.block = any ($5::integer[])),
  advanced as (
    update inaam.head set next_ledger = $2, last_hash = $3 where campaign = $1),
  rewarded as (
    insert into inaam.reward
      (campaign, pseudonym, granted_at, amount, kind, draw_number, block, day, pool)
    select $1, * from unnest($7::bytea[], $8::timestamptz[], $9::integer[], $10::text[], $11::bigint[],
      $12::integer[], $13::date[], $14::text[])),
  recorded as (
    insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
    select $1, $4::bigint + place - 1, 'granted', pseudonym, content, hash
    from unnest($7::bytea[], $15::text[], $16::bytea[]) with ordinality
      as entry (pseudonym, content, hash, place)),
  owed as (
    insert into inaam.message (campaign, kind, pseudonym, owed_at)
    select $1, 'voucher', * from unnest($7::bytea[], $8::timestamptz[])
    returning id, kind)
  ${enqueueOwed()}`;

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
  return prepared(statement, [
    campaign,
    chained.head.nextLedger,
    Buffer.from(chained.head.lastHash),
    head.nextLedger,
    [...taken.keys()],
    [...taken.values()].flat(),
    granted.map(({ pseudonym }) => pseudonym),
    granted.map(({ now }) => new Date(now)),
    granted.map(({ grant }) => grant.amount),
    granted.map(({ grant }) => grant.kind),
    drawn.map((grant) => grant?.drawNumber ?? null),
    drawn.map((grant) => grant?.block ?? null),
    granted.map(({ today }) => today),
    granted.map(({ grant, state }) => poolName(grant.kind, grant.amount, state)),
    chained.contents,
    chained.hashes,
  ]);
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
