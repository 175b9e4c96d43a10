// One statement, so that the head is locked for one round trip less. Triggers take the rewards out
// of deck and budget, and compare the entries with them.
import type { QueryConfig } from 'pg';
import { poolName } from './commitment.rules.ts';
import type { Promised } from './promise.rules.ts';
import type { Grant } from './reward.rules.ts';
import { enqueueOwed } from '../messages/queue/job-queue.sql.ts';
import { chainEntries } from './ledger.sql.ts';
import type { LockedDraw } from './lock-draw.sql.ts';
import { withNamedValues } from '../database/batches/named-values.ts';

export type NewReward = {
  pseudonym: Buffer;
  state: string;
  today: string;
  now: number;
  promised: Promised;
  grant: Grant;
};

const grantsQuery = withNamedValues(`
  with advanced as (
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
  { head }: Pick<LockedDraw, 'head'>,
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
  return grantsQuery(campaign, {
    nextLedger: chained.head.nextLedger,
    lastHash: Buffer.from(chained.head.lastHash),
    firstLedger: head.nextLedger,
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
