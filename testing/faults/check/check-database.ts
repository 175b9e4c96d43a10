// Invariants of the database (I1, I3 to I5, I7 to I9, I11, I14 to I17). A query returns violations.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { erasures, type HistoryEvent, type Violation } from './evidence.ts';

/** Of drills whose packs have codes, written again. Other numbers take part once. */
const limitOf = (count: number) =>
  `case when exists (select from inaam.pack_batch) then ${count} else 1 end`;
const [perDay, inAll] = [limitOf(2), limitOf(3)];

const broken: readonly { invariant: string; sentence: string; query: string }[] = [
  {
    invariant: 'I1',
    sentence: 'a number has two rewards',
    query: `select campaign, encode(mobile_index, 'hex') as number, count(*) from inaam.participation
            join inaam.reward using (campaign, pseudonym) where kind <> 'bonus'
            group by 1, 2, claim having count(*) > 1`,
  },
  {
    invariant: 'I16',
    sentence: 'a number takes part more often than it may, or another number of times than it says',
    query: `select encode(mobile_index, 'hex') as number, count(*), max(claim) from inaam.participation
            group by campaign, mobile_index
            having count(*) > ${inAll} or count(*) <> max(claim)
            union all
            select encode(mobile_index, 'hex'), count(*), max(claim) from inaam.participation
            group by campaign, mobile_index, (verified_at at time zone 'Asia/Kolkata')::date
            having count(*) > ${perDay}`,
  },
  {
    invariant: 'I17',
    sentence: 'a bonus without its right answer, or a right answer without its bonus',
    query: `select encode(pseudonym, 'hex') as pseudonym, question.amount, bonus.amount as added
            from (select * from inaam.question where is_right) as question
            full join (select * from inaam.reward where kind = 'bonus') as bonus
              using (campaign, pseudonym)
            where question.amount is distinct from bonus.amount
            union all
            select encode(pseudonym, 'hex'), count(*), sum(amount) from inaam.reward
            where kind = 'bonus' group by campaign, pseudonym having count(*) > 1`,
  },
  {
    invariant: 'I17',
    sentence: 'a pool of bonuses sets aside another number than was asked and not answered',
    query: `select pool, promised, count(question.pool) as open from inaam.budget
            left join (select * from inaam.question where answer is null) as question
              using (campaign, pool)
            where kind = 'bonus' group by budget.campaign, pool, promised
            having promised <> count(question.pool)`,
  },
  {
    invariant: 'I3',
    sentence: 'a pool has granted more than was planned, or counts wrong',
    query: `select pool, planned, granted, remaining, count(reward.pool) as rewards
            from inaam.budget left join inaam.reward using (campaign, pool)
            group by budget.campaign, pool, planned, granted, remaining
            having granted <> count(reward.pool) or planned <> granted + remaining or remaining < 0`,
  },
  {
    invariant: 'I4',
    sentence: 'a reward has two voucher codes',
    query: `select encode(pseudonym, 'hex') as pseudonym, is_bonus, count(*) from inaam.voucher
            where pseudonym is not null group by 1, 2 having count(*) > 1`,
  },
  {
    invariant: 'I4',
    sentence: 'a reward was paid with a voucher of another amount',
    query: `select encode(pseudonym, 'hex') as pseudonym, reward.amount, voucher.amount as paid
            from inaam.voucher join inaam.reward using (campaign, pseudonym, is_bonus)
            where voucher.amount <> reward.amount`,
  },
  {
    invariant: 'I5',
    sentence: 'a reward has no voucher message, or one that was neither sent nor given up',
    query: `select encode(reward.pseudonym, 'hex') as pseudonym, message.state
            from inaam.reward left join inaam.message
              on message.pseudonym = reward.pseudonym and message.kind = 'voucher'
              and message.is_bonus = (reward.kind = 'bonus')
            where message.state is null or message.state in ('owed', 'assigned') and not exists (
              select from inaam.delivery where message_id = message.id and outcome = 'unknown')`,
  },
  {
    invariant: 'I7',
    sentence: 'a code was compared more than five times',
    query: 'select user_key, tries from seen_code_request where tries > 5',
  },
  {
    invariant: 'I8',
    sentence: 'a reward was granted without verification, or a number verified without consent',
    query: `select encode(reward.pseudonym, 'hex') as pseudonym from inaam.reward
            join inaam.participation using (campaign, pseudonym)
            -- The consent of erased people cannot be found.
            join inaam.personal_data using (campaign, pseudonym)
            where not exists (
              select from seen_code_request as code_request
              join seen_consent as consent using (campaign, user_key)
              where code_request.mobile_index = participation.mobile_index and answer = 'YES'
                and consent.at <= participation.verified_at + (select ms * interval '1 ms' from set_back))`,
  },
  {
    invariant: 'I9',
    sentence: 'a number was sent too many codes',
    query: `select encode(mobile_index, 'hex') as number, count(*) from inaam.message
            where kind = 'otp' group by campaign, mobile_index having count(*) > 6`,
  },
  {
    invariant: 'I11',
    sentence: 'the ledger does not have one entry per verification and per reward',
    query: `select kind, number from (
              select 'verified' as kind, (select count(*) from inaam.ledger where kind = 'verified')
                - (select count(*) from inaam.participation) as number
              union all
              select 'granted', (select count(*) from inaam.ledger where kind = 'granted')
                - (select count(*) from inaam.reward where kind <> 'bonus')
              union all
              select 'bonus', (select count(*) from inaam.ledger where kind = 'bonus')
                - (select count(*) from inaam.reward where kind = 'bonus')) as differences
            where number <> 0`,
  },
  {
    invariant: 'I15',
    sentence: 'a code of a pack counts more or less than once',
    query: `select label, used, uses.count as uses, entries.count as entries from inaam.pack_batch
            cross join lateral (
              select count(*) from inaam.pack_use
              where campaign = pack_batch.campaign and batch = pack_batch.batch) as uses
            cross join lateral (
              select count(*) from inaam.ledger
              where campaign = pack_batch.campaign and content::json ->> 'batch' = label) as entries
            where used <> uses.count or used <> entries.count`,
  },
  {
    invariant: 'I15',
    sentence: 'a number takes part without the code of a pack',
    query: `select encode(pseudonym, 'hex') as pseudonym from inaam.participation
            where campaign in (select campaign from inaam.pack_batch)
              and not exists (select from inaam.pack_use where pack_use.campaign = participation.campaign
                and pack_use.pseudonym = participation.pseudonym)`,
  },
];

export async function checkDatabase(
  database: pg.Client,
  history: readonly HistoryEvent[],
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const setBackMs = history.reduce((sum, event) => sum + (event.setBackMs ?? 0), 0);
  await database.query(`create temp view set_back as select ${setBackMs}::bigint as ms`);
  for (const { invariant, sentence, query } of broken) {
    const { rows } = await database.query(query);
    if (rows.length > 0) violations.push({ invariant, sentence, proof: rows.slice(0, 3) });
  }
  return [
    ...violations,
    ...(await checkErasures(database, history)),
    ...(await checkChain(database)),
  ];
}

/** Nothing links the number to the participant any more, so they are counted. */
async function checkErasures(
  database: pg.Client,
  history: readonly HistoryEvent[],
): Promise<Violation[]> {
  const { rows } = await database.query<{ without: number }>(
    `select count(*)::integer as without from inaam.participation
     where not exists (select from inaam.personal_data where pseudonym = participation.pseudonym)`,
  );
  const erased = erasures(history).size;
  const without = rows[0]?.without ?? 0;
  if (without >= erased) return [];
  const sentence = 'the personal data of somebody who was erased is stored';
  return [{ invariant: 'I14', sentence, proof: [{ erased, without }] }];
}

/** Each entry's hash covers the previous hash and its content; the first is the commitment. */
async function checkChain(database: pg.Client): Promise<Violation[]> {
  const { rows: commitments } = await database.query<{ hash: Buffer }>(
    'select hash from inaam.commitment',
  );
  const { rows } = await database.query<{ number: string; content: string; hash: Buffer }>(
    'select number, content, hash from inaam.ledger order by number',
  );
  let previous = commitments[0]?.hash ?? Buffer.alloc(0);
  for (const [place, { number, content, hash }] of rows.entries()) {
    const expected = createHash('sha256').update(previous).update(content).digest();
    if (Number(number) !== place || !expected.equals(hash)) {
      const sentence = `entry ${number} of the ledger does not follow the one before`;
      return [{ invariant: 'I11', sentence, proof: [content] }];
    }
    previous = hash;
  }
  return [];
}
