// One statement, so that the head is held for one round trip less, and head, deck and budget are
// each written once per batch. A trigger counts the rewards in the budget.
import type { QueryConfig } from 'pg';
import { poolName } from '../rules/commitment.ts';
import type { DeckState, Grant } from '../rules/reward.ts';
import type { Head } from './head.ts';
import { enqueueOwed } from './job-queue.ts';
import { chainEntries } from './ledger.ts';
import { prepared } from './prepared.ts';

export type NewReward = {
  pseudonym: Buffer;
  state: string;
  today: string;
  now: number;
  grant: Grant;
};

/** A block of cards is a slice of $8, which holds those of the blocks from $6 to $7. */
const statement = `
  with drawn as (
    update inaam.deck set remaining = ($8::integer[])
      [(block - $6::integer) * cardinality(remaining) + 1 : (block - $6::integer + 1) * cardinality(remaining)]
    where campaign = $1 and block between $6::integer and $7::integer),
  advanced as (
    update inaam.head set next_ledger = $2, last_hash = $3, next_draw = $5 where campaign = $1),
  rewarded as (
    insert into inaam.reward
      (campaign, pseudonym, granted_at, amount, kind, draw_number, block, day, pool)
    select $1, * from unnest($9::bytea[], $10::timestamptz[], $11::integer[], $12::text[], $13::bigint[],
      $14::integer[], $15::date[], $16::text[])),
  recorded as (
    insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
    select $1, $4::bigint + place - 1, 'granted', pseudonym, content, hash
    from unnest($9::bytea[], $17::text[], $18::bytea[]) with ordinality
      as entry (pseudonym, content, hash, place)),
  owed as (
    insert into inaam.message (campaign, kind, pseudonym, owed_at)
    select $1, 'voucher', * from unnest($9::bytea[], $10::timestamptz[])
    returning id, kind)
  ${enqueueOwed()}`;

/**
 * The statement that writes rewards, ledger entries, and vouchers to send with their jobs.
 * @param head the locked one
 * @param after the deck without the cards that were drawn
 */
export function grantsWrite(
  head: Head,
  after: DeckState,
  granted: readonly NewReward[],
): QueryConfig {
  const chained = chainEntries(
    after.campaign,
    head,
    granted.map(({ pseudonym, state, today, now, grant }) => ({
      kind: 'granted' as const,
      pseudonym,
      state,
      day: today,
      at: now,
      grant,
    })),
  );
  const drawn = granted.map(({ grant }) => (grant.kind === 'chance' ? grant : undefined));
  return prepared(statement, [
    after.campaign,
    chained.head.nextLedger,
    Buffer.from(chained.head.lastHash),
    head.nextLedger,
    after.nextDraw,
    ...blocksOf(drawn, after),
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

/** The first and the last block that was drawn from, and what remains in all from first to last. */
function blocksOf(drawn: readonly Drawn[], after: DeckState): [number, number, number[]] {
  const first = drawn.find((grant) => grant !== undefined)?.block ?? 0;
  const last = drawn.findLast((grant) => grant !== undefined)?.block ?? -1;
  const blocks = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  return [first, last, blocks.flatMap((block) => after.remaining.get(block) ?? [])];
}
