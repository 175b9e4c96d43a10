// How long each call takes for its caller, and how much work it causes in PostgreSQL.
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { percentileOf } from '../figures.ts';
import { processorTimeOf, processorTimeOfFamily } from '../journeys/instruments/processor-time.ts';
import type { Answered, ConsoleProgram } from './start-console.ts';
import { casesOf, type Case } from './calls.ts';
import type { Person } from './people.ts';

const campaign = 'biscuit-2025';
const warmUps = 2;
const times = 30;
/** Of what writes much. */
const fewTimes: Readonly<Record<string, number>> = { resendByReason: 5 };

export type Measured = {
  call: string;
  filter: string;
  /** Without a refusal each; what was refused is counted by its code. */
  refused: Record<string, number>;
  p50: number;
  p95: number;
  most: number;
  /** Of the two, for each call: on a busy machine what it would take alone, but for waiting. */
  processorMs: { console: number; postgresql: number };
  /** What follows is PostgreSQL's, for each call. */
  executionMs: number;
  statements: number;
  pages: number;
  /** Of them, not in its shared memory. */
  pagesRead: number;
  kilobytes: number;
};

type Known = Parameters<typeof casesOf>[0];

/**
 * @param statistics of a database beside the measured one, and PostgreSQL's first process
 * @param changes which ones
 */
export async function measureCalls(
  program: ConsoleProgram,
  { url, pid }: { url: string; pid: number },
  known: Known,
  changes: boolean,
  say: (line: string) => void,
): Promise<Measured[]> {
  const statistics = openDatabase(url, 1);
  const measured: Measured[] = [];
  for (const one of casesOf(known).filter((each) => (each.changes ?? false) === changes)) {
    const found = await measureCall(program, { statistics, pid }, one);
    measured.push(found);
    const { call, filter, p50, p95, processorMs, executionMs, pages, refused } = found;
    const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0);
    if (!one.isRefused && refusals === (fewTimes[call] ?? times)) {
      throw new Error(`Failed to measure ${call} ${filter}: refused ${JSON.stringify(refused)}.`);
    }
    const processor = `${processorMs.console} + ${processorMs.postgresql}`;
    say(
      `${call} ${filter}: p50 ${p50}, p95 ${p95}, processors ${processor} ms; PostgreSQL ${executionMs} ms, ${pages} pages`,
    );
  }
  if (!changes) measured.push(await measurePage(program));
  await statistics.end();
  return measured;
}

async function measureCall(
  program: ConsoleProgram,
  { statistics, pid }: { statistics: Database; pid: number },
  { name, filter, fields }: Case,
): Promise<Measured> {
  // Each case has an account of its own: how many people one may look up is limited.
  const colleague = await program.signIn('manager');
  for (let time = 0; time < warmUps; time += 1) {
    await colleague.call(name, fields(time));
  }
  await statistics.query('select public.pg_stat_statements_reset()');
  const used = async () => ({
    console: await processorTimeOf([program.child.pid]),
    postgresql: await processorTimeOfFamily(pid),
  });
  const before = await used();
  const answers: Answered[] = [];
  const count = fewTimes[name] ?? times;
  for (let time = 0; time < count; time += 1) {
    answers.push(await colleague.call(name, fields(warmUps + time)));
  }
  const after = await used();
  await colleague.leave();
  const { rows } = await statistics.query<Record<'ms' | 'statements' | 'pages' | 'read', string>>(
    `select coalesce(sum(total_exec_time), 0) as ms, coalesce(sum(calls), 0) as statements,
       coalesce(sum(shared_blks_hit + shared_blks_read), 0) as pages, coalesce(sum(shared_blks_read), 0) as read
     from public.pg_stat_statements where dbid = (select oid from pg_database where datname = 'inaam')`,
  );
  const each = (value: string | number | undefined) =>
    Math.round((Number(value) / count) * 10) / 10;
  const [row] = rows;
  return {
    call: name,
    filter,
    ...summaryOf(answers),
    processorMs: {
      console: each((after.console - before.console) / 1000),
      postgresql: each((after.postgresql - before.postgresql) / 1000),
    },
    executionMs: each(row?.ms),
    statements: each(row?.statements),
    pages: each(row?.pages),
    pagesRead: each(row?.read),
  };
}

/** What a browser fetches first. */
async function measurePage(program: ConsoleProgram): Promise<Measured> {
  const colleague = await program.signIn('viewer');
  const answers: Answered[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await colleague.get('/'));
  await colleague.leave();
  const processorMs = { console: 0, postgresql: 0 };
  const nothing = { processorMs, executionMs: 0, statements: 0, pages: 0, pagesRead: 0 };
  return { call: 'the page', filter: '', ...summaryOf(answers), ...nothing };
}

function summaryOf(answers: readonly Answered[]) {
  const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const rounded = (share: number) => Math.round(percentileOf(sorted, share) * 10) / 10;
  const refused: Record<string, number> = {};
  for (const { status, text } of answers) {
    if (status === 200) continue;
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? String(status);
    refused[code] = (refused[code] ?? 0) + 1;
  }
  const bytes = Math.max(...answers.map(({ text }) => text.length));
  const kilobytes = Math.round(bytes / 100) / 10;
  return { refused, p50: rounded(0.5), p95: rounded(0.95), most: rounded(1), kilobytes };
}

/** What the calls ask for. @param now of the campaign, ms */
export async function readKnown(
  url: string,
  { people, shoppers }: { people: readonly Person[]; shoppers: number },
  now: number,
): Promise<Known> {
  const database = openDatabase(url, 1);
  await database.query('set statement_timeout = 0');
  const { rows: newest } = await database.query<{ number: string; last_at: Date }>(
    `select number, last_at from inaam.review_cluster where campaign = '${campaign}'
     order by last_at desc limit 200`,
  );
  const { rows: largest } = await database.query<{ cluster: string }>(
    'select cluster from inaam.review_member group by cluster order by count(*) desc limit 1',
  );
  const { rows: held } = await database.query<{ cluster: string; pseudonyms: string[] }>(
    `select cluster, array_agg(encode(pseudonym, 'hex')) as pseudonyms
     from inaam.review_hold join inaam.review_member using (campaign, pseudonym)
     where state = 'held' group by cluster order by cluster limit 100`,
  );
  const { rows: audits } = await database.query<{ number: string }>(
    'select max(number) / 2 as number from inaam.audit',
  );
  await database.end();
  const last = newest.at(-1);
  const aheadMs = now - Date.now();
  return {
    people,
    shoppers,
    now,
    clusters: {
      newest: newest.map(({ number }) => Number(number)),
      largest: Number(largest[0]?.cluster),
      held: held.map(({ cluster, pseudonyms }) => ({ number: Number(cluster), pseudonyms })),
    },
    deep: {
      cluster: {
        number: Number(last?.number),
        lastAt: Math.round((last?.last_at.getTime() ?? 0) + aheadMs),
      },
      audit: Math.floor(Number(audits[0]?.number)),
    },
  };
}
