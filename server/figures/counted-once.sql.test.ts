// Random facts and changes, in transactions that commit at any later moment, between counts of
// which some crash, compared with a direct count.
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { simulateThreeDays } from '@inaam/testing/server/operator/operator-in-process.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { Connection, Database } from '../database/database.ts';
import { countFacts, hoursKeptFrom } from './rollups.sql.ts';
import { ofPeople, stepNames } from '@inaam/contract/console/overview.ts';

const campaign = 'biscuit-2025';

const clone = await testDatabase();
const database = openTestDatabase(clone.url, 4);
await simulateThreeDays({ url: clone.url, database }, 40);
// Keeps what an erasure deletes.
await database.query(
  `create table public.erased as select * from inaam.message limit 0;
     alter table public.erased add column erasure xid8 default pg_current_xact_id();
     create table public.erased_delivery as select * from inaam.delivery limit 0;
     create function public.keep() returns trigger language plpgsql as $$ begin
       if tg_table_name = 'message' then insert into public.erased select old.*;
       else insert into public.erased_delivery select old.*; end if; return null; end $$;
     create trigger kept after delete on inaam.message for each row execute function public.keep();
     create trigger kept after delete on inaam.delivery for each row execute function public.keep()`,
);
afterAll(() => clone.drop());
afterAll(() => database.end());

const countAll = () => countFacts(database, campaign, Date.now());

type Step = {
  act:
    | 'visit'
    | 'code'
    | 'attempt'
    | 'end'
    | 'receipt'
    | 'resend'
    | 'settle'
    | 'erase'
    | 'count'
    | 'crash';
  isLate: boolean;
  commits: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'visit',
    'code',
    'attempt',
    'attempt',
    'end',
    'receipt',
    'resend',
    'settle',
    'erase',
    'count',
    'count',
    'crash',
  ),
  isLate: fc.boolean(),
  commits: fc.constantFrom(0, 0, 0, 1, 2),
});

const some = (states: string) => `id = any (array(
  select id from inaam.message where campaign = '${campaign}' and state in (${states})
  order by random() limit 3 for update skip locked))`;
/** The programs lock a number while they send it a code, or erase it. */
const isFree = (number: string) => `pg_try_advisory_xact_lock(hashtext(${number}::text))`;
const ago = `now() - random() * interval '5 hours'`;
const acts: Readonly<Record<Exclude<Step['act'], 'count' | 'crash'>, string>> = {
  visit: `insert into inaam.visit (campaign, user_key, at, query)
    select '${campaign}', 'six ' || place % 3, ${ago}, jsonb_build_object('utm_campaign', 'link ' || place % 3)
    from generate_series(1, 4) as place`,
  // Of a number's codes, some are of another device.
  code: `insert into inaam.message (campaign, kind, user_key, mobile_index, code_hash, owed_at)
    select '${campaign}', 'otp', 'six ' || place % 4, number, sha256('six'), ${ago}
    from (
      select place, sha256(convert_to((random() * 20)::integer::text, 'UTF8')) as number
      from generate_series(1, 4) as place offset 0) as code
    where ${isFree('number')}`,
  attempt: `with sent as (
      update inaam.message set state = 'sent', sent_at = now(), tries = tries + 1
      where ${some(`'owed', 'assigned'`)} returning id)
    insert into inaam.delivery (message_id, at, outcome) select id, now(), 'accepted' from sent`,
  end: `update inaam.message set state = case kind when 'otp' then 'lapsed' else 'failed' end,
    ended_at = now(), reason = 'refused' where ${some(`'owed', 'assigned'`)}`,
  receipt: `update inaam.message set ended_at = ${ago}, reason = case when state = 'sent' then 'absent' end,
    sent_at = coalesce(sent_at, owed_at), state = case when state = 'sent' and id::text > '8' then 'failed' else 'delivered' end
    where ${some(`'sent', 'failed'`)}`,
  resend: `update inaam.message set state = 'owed', sent_at = null, ended_at = null, reason = null
    where ${some(`'failed', 'sent'`)} and kind = 'voucher'`,
  settle: `update inaam.message set state = 'settled', ended_at = now(), reason = 'by hand'
    where ${some(`'failed', 'sent'`)} and kind = 'voucher'`,
  // It would wait for a message that a transaction holds which commits later.
  erase: `with chosen as materialized (
      select mobile_index from (
        select distinct mobile_index, random() as place from inaam.message
        where campaign = '${campaign}' and user_key like 'six %' and kind = 'otp'
        order by place limit 2) as number
      where ${isFree('mobile_index')}),
    held as materialized (
      select mobile_index from inaam.message
      where mobile_index in (select mobile_index from chosen) for update skip locked)
    select inaam.erase_number('${campaign}', mobile_index, now(), true)
    from (select mobile_index, count(*) as held from held group by mobile_index) as number
    where held = (
      select count(*) from inaam.message where message.mobile_index = number.mobile_index)`,
};

/** A device or number counts once, and a number anew after its erasure; their hours may differ. */
const firsts = `
  select 'devices' as figure, count(distinct user_key)::bigint as count
  from inaam.visit where campaign = $1
  union all
  select 'numbers', count(distinct (mobile_index, erasure)) from (
    select mobile_index, '0'::xid8 as erasure from inaam.message where campaign = $1 and kind = 'otp'
    union all select mobile_index, erasure from public.erased where kind = 'otp') as code`;

const sums = stepNames.map((name) => `sum(${name})::integer as ${name}`).join(', ');

/** What the tables say, and what they said of what is deleted. */
const direct = `
  select figure, inaam.rollup_hour(at) as hour, label, count(*)::integer as count from (
    select 'visits' as figure, at, '' as label
    from inaam.visit where campaign = $1
    union all
    select fact.figure, fact.at, fact.label from (
      select kind, state, owed_at, sent_at, ended_at, reason from inaam.message where campaign = $1
      union all select kind, state, owed_at, sent_at, ended_at, reason from public.erased) as message
    cross join lateral inaam.rollup_of_message(kind, state, owed_at, sent_at, ended_at, reason) as fact
    union all
    select 'accepted', delivery.at, kind from inaam.delivery join inaam.message on message.id = message_id
    where campaign = $1 and outcome = 'accepted'
    union all select 'accepted', at, 'otp' from public.erased_delivery) as fact
  group by 1, 2, 3`;

async function expectNothingMissed() {
  const { rows } = await database.query(
    `with wanted as (${direct}),
     expected as (
       select figure, hour as start, '' as label, sum(count)::bigint as count from wanted group by 1, 2
       union all
       select figure, date_trunc('day', hour, 'Asia/Kolkata'), label, sum(count) from wanted where label <> '' group by 1, 2, 3),
     kept as (
       select figure, start, label, count from inaam.rollup
       where campaign = $1 and count <> 0 and start > '1971-01-01'
         and figure in ('visits', 'codes', 'sent', 'delivered', 'failed', 'codeSeconds', 'voucherSeconds', 'accepted'))
     (select 'missing', * from expected except select 'missing', * from kept)
     union all (select 'wrong', * from kept except select 'wrong', * from expected)`,
    [campaign],
  );
  expect(rows).toEqual([]);
  await expectAllParts();
}

async function expectAllParts() {
  const { rows: wanted } = await database.query(
    `${firsts} union all
     select figure, sum(count) from (${direct}) as fact
     where figure in ('visits', 'codes', 'sent', 'delivered', 'failed') group by figure`,
    [campaign],
  );
  const { rows: totals } = await database.query<{ figure: string; count: string }>(
    `select figure, sum(count) as count from inaam.rollup
     where campaign = $1 and label = '' and figure = any ($2) group by figure having sum(count) <> 0`,
    [campaign, stepNames],
  );
  const all = new Map(totals.map(({ figure, count }) => [figure, Number(count)]));
  for (const { figure, count } of wanted) {
    expect([figure, all.get(figure) ?? 0]).toEqual([figure, Number(count)]);
  }
  const { rows: levels } = await database.query<Record<string, number>>(
    `select level, ${sums} from inaam.figure_part where campaign = $1 and unit = 'day' group by level`,
    [campaign],
  );
  for (const { level = 0, ...counts } of levels) {
    for (const name of stepNames) {
      if (name === 'rupees') continue;
      // A device has no state.
      const isThere = level < 8 || ofPeople.some((one) => one === name);
      const expected = isThere ? (all.get(name) ?? 0) : 0;
      expect([level, name, counts[name]]).toEqual([level, name, expected]);
    }
  }
  const recent = (unit: string) =>
    `select level, source, shop, language, state, ${sums} from inaam.figure_part
     where campaign = $1 and unit = '${unit}' and start >= $2
     group by level, source, shop, language, state having ${stepNames.map((name) => `sum(${name}) <> 0`).join(' or ')}`;
  const { rows: differing } = await database.query(
    `(${recent('day')} except ${recent('hour')}) union all (${recent('hour')} except ${recent('day')})`,
    [campaign, new Date(hoursKeptFrom(Date.now()))],
  );
  expect(differing).toEqual([]);
}

/** Its programs end with the database before they commit. */
function crashing(): Database {
  const killed = openTestDatabase(clone.url, 1);
  killed.on('connect', (connection) => {
    const query = connection.query.bind(connection);
    const end = 'select pg_terminate_backend(pg_backend_pid())';
    Object.assign(connection, {
      query: (...given: unknown[]): unknown =>
        given[0] === 'commit' ? query(end) : Reflect.apply(query, connection, given),
    });
  });
  return killed;
}

async function crashWhileCounting() {
  const killed = crashing();
  await expect(countFacts(killed, campaign, Date.now())).rejects.toThrow();
  await killed.end();
}

test('a count that is broken off adds nothing, and its repetition adds it once', async () => {
  await countAll();
  await database.query(acts.visit);
  const before = await database.query('select * from inaam.rollup order by figure, start, label');
  await crashWhileCounting();
  const after = await database.query('select * from inaam.rollup order by figure, start, label');
  expect(after.rows).toEqual(before.rows);
  await countAll();
  await expectNothingMissed();
});

test('figures whose progress is of another cluster are not counted on', async () => {
  await countAll();
  const { rows } = await database.query<{ counted: string }>(
    `update inaam.figure_progress set counted = '8000000000:8000000000:'
     returning (select counted::text from inaam.figure_progress) as counted`,
  );
  await expect(countAll()).rejects.toThrow('another PostgreSQL cluster');
  await database.query('update inaam.figure_progress set counted = $1', [rows[0]?.counted]);
});

async function expectEachOnce(numRuns: number): Promise<void> {
  const writing = openTestDatabase(clone.url, 12);
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 10, maxLength: 40 }),
    async (steps) => {
      const open: Connection[] = [];
      const commit = async (connection: Connection) => {
        await connection.query('commit');
        connection.release();
      };
      for (const { act, isLate, commits } of steps) {
        if (act === 'count') await countAll();
        else if (act === 'crash') await crashWhileCounting();
        else {
          const connection = await writing.connect();
          await connection.query('begin');
          await connection.query(acts[act]);
          if (isLate && open.length < 8) open.push(connection);
          else await commit(connection);
        }
        for (const connection of open.splice(0, commits)) await commit(connection);
      }
      for (const connection of open) await commit(connection);
      await countAll();
      await expectNothingMissed();
    },
  );
  try {
    await fc.assert(property, { numRuns, endOnFailure: true });
    const { rows } = await database.query('select from public.erased');
    expect(rows.length).toBeGreaterThan(0);
  } finally {
    await writing.end();
  }
}

test('whatever commits late, changes, is erased or crashes: in the end each fact counts once', () =>
  expectEachOnce(8));
test('so it does in more such sequences', { tags: ['long'] }, () => expectEachOnce(40));
