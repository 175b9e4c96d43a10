// Rewards, their entries of the ledger and the vouchers owed for them are written in one statement,
// which saves a round trip while the head is locked. Triggers take the rewards out of deck and
// budget, and compare the entries with them.
import { budgetPoolName } from './commitment.rules.ts';
import { notifyDue } from '../messages/outbox.sql.ts';
import { chainEntries, type Head, type Unnumbered } from './ledger.sql.ts';

/** SQL: the end of a statement, after `with`. The values are those of `rewardValues`. */
export const rewardRows = `
  advanced as (
    update inaam.head set next_ledger = $nextLedger, last_hash = $lastHash
    where campaign = $1 and next_ledger < $nextLedger),
  rewarded as (
    insert into inaam.reward
      (campaign, pseudonym, granted_at, amount, kind, draw_number, block, day, pool)
    select $1, * from unnest($pseudonyms::bytea[], $times::timestamptz[], $amounts::integer[],
      $kinds::text[], $drawNumbers::bigint[], $drawnBlocks::integer[], $days::date[], $pools::text[])),
  recorded as (
    insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
    select $1, $firstLedger::bigint + place - 1, kind, pseudonym, content, hash
    from unnest($entryKinds::text[], $pseudonyms::bytea[], $contents::text[], $hashes::bytea[])
      with ordinality as entry (kind, pseudonym, content, hash, place)),
  owed as (
    insert into inaam.message (campaign, kind, is_bonus, pseudonym, owed_at, voucher_amount)
    select $1, 'voucher', kind = 'bonus', pseudonym, at, amount
    from unnest($kinds::text[], $pseudonyms::bytea[], $times::timestamptz[], $amounts::integer[])
      as reward (kind, pseudonym, at, amount))
  select ${notifyDue('voucher')}`;

type RewardEntry = Extract<Unnumbered, { kind: 'granted' | 'bonus' }>;

const rewardOf = (entry: RewardEntry) =>
  entry.kind === 'bonus' ? { kind: 'bonus' as const, amount: entry.amount } : entry.grant;

export function rewardValues(campaign: string, head: Head, entries: readonly RewardEntry[]) {
  const chained = chainEntries(campaign, head, entries);
  const rewards = entries.map((entry) => ({ ...rewardOf(entry), state: entry.state }));
  const cards = rewards.map((reward) => (reward.kind === 'chance' ? reward : undefined));
  return {
    nextLedger: chained.head.nextLedger,
    lastHash: Buffer.from(chained.head.lastHash),
    firstLedger: head.nextLedger,
    entryKinds: entries.map(({ kind }) => kind),
    pseudonyms: entries.map(({ pseudonym }) => pseudonym),
    times: entries.map(({ at }) => new Date(at)),
    days: entries.map(({ day }) => day),
    amounts: rewards.map(({ amount }) => amount),
    kinds: rewards.map(({ kind }) => kind),
    drawNumbers: cards.map((card) => card?.drawNumber ?? null),
    drawnBlocks: cards.map((card) => card?.block ?? null),
    pools: rewards.map(({ kind, amount, state }) => budgetPoolName(kind, amount, state)),
    contents: chained.contents,
    hashes: chained.hashes,
  };
}
