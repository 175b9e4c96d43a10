// `npm run bench -- console [1000000]`: each call of the console, with each filter that its page
// offers, on the filled demonstration, beside so many more shoppers who were filled in.
import { temporaryConsole } from '@inaam/testing/demonstration/temporary-console.ts';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { fillCampaign } from '@inaam/testing/server/database/fill-campaign.ts';
import { openStatistics } from '../journeys/instruments/database-statistics.ts';
import { startMeasuredPostgres } from '../measured-postgres.ts';
import { percentileOf, writeResult } from '../result.ts';
import { readKnown, type Known } from './known.ts';
import { processorTimeOfFamily } from '../journeys/instruments/processor-time.ts';
import { casesOf, type Case } from './calls.ts';
import { Client } from 'undici';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { hashOf, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { openAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { writeSession } from '@inaam/server/console/sign-in/sessions.sql.ts';

type Answered = { status: number; text: string; ms: number };

type Colleague = {
  call: (name: ConsoleCallName, fields: object) => Promise<Answered>;
  leave: () => Promise<void>;
};

let people = 0;

/** @param database as its owner */
async function signIn(database: Database, origin: string): Promise<Colleague> {
  const at = Date.now();
  const name = `Bench ${(people += 1)}`;
  const account = { campaign: 'biscuit-2025', name, role: 'manager', at } as const;
  const { id } = await openAccount(database, account);
  const token = newToken();
  await writeSession(database, { tokenHash: hashOf(token), account: id, at });
  const client = new Client(origin);
  return {
    call: async (name, fields) => {
      const from = performance.now();
      const { statusCode: status, body } = await client.request({
        method: 'POST',
        path: `/api/${consoleCalls[name].path}`,
        headers: {
          origin,
          cookie: `inaam-console=${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(fields),
      });
      const text = await body.text();
      return { status, text, ms: performance.now() - from };
    },
    leave: () => client.close(),
  };
}

const warmUps = 2;
const times = 30;

type Measured = {
  call: string;
  filter: string;
  p50: number;
  p95: number;
  /** What was refused, by its code. */
  refused: Record<string, number>;
  kilobytes: number;
  /** What follows is PostgreSQL's, for each call. */
  processorMs: number;
  executionMs: number;
  statements: number;
  pages: number;
};

type Console = {
  origin: string;
  /** As its owner. */
  database: Database;
  /** A database beside the measured one, for PostgreSQL's statistics. */
  statistics: Database;
  /** PostgreSQL's first process. */
  pid: number;
};

/** @throws Error if a call is refused each time */
async function measureCalls(console: Console, known: Known): Promise<Measured[]> {
  const measured: Measured[] = [];
  const cases = casesOf(known).toSorted((one, other) => order(one) - order(other));
  for (const one of cases) {
    const found = await measureCall(console, one);
    const { call, filter, p50, p95, processorMs, executionMs, pages, refused } = found;
    const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0);
    if (!one.isRefused && refusals === times) {
      throw new Error(`Failed to measure ${call} ${filter}: refused ${JSON.stringify(refused)}.`);
    }
    measured.push(found);
    process.stdout.write(
      `${call} ${filter}: p50 ${p50}, p95 ${p95} ms; PostgreSQL ${executionMs} ms, ${processorMs} of a processor, ${pages} pages\n`,
    );
  }
  return measured;
}

/** Of the sum of all times. */
const each = (sum: string | number | undefined) => Math.round((Number(sum) / times) * 10) / 10;

const order = ({ changes }: Case) => (changes ? 1 : 0);

async function measureCall(
  { origin, database, statistics, pid }: Console,
  { name, filter, fields }: Case,
): Promise<Measured> {
  // An account for each case: how many people one may look up is limited.
  const colleague = await signIn(database, origin);
  for (let time = 0; time < warmUps; time += 1) await colleague.call(name, fields(time));
  await statistics.query('select public.pg_stat_statements_reset()');
  const before = await processorTimeOfFamily(pid);
  const answers: Answered[] = [];
  for (let time = 0; time < times; time += 1) {
    answers.push(await colleague.call(name, fields(warmUps + time)));
  }
  const after = await processorTimeOfFamily(pid);
  await colleague.leave();
  const { rows } = await statistics.query<Record<'ms' | 'statements' | 'pages', string>>(
    `select coalesce(sum(total_exec_time), 0) as ms, coalesce(sum(calls), 0) as statements,
       coalesce(sum(shared_blks_hit + shared_blks_read), 0) as pages
     from public.pg_stat_statements where dbid = (select oid from pg_database where datname = 'inaam')`,
  );
  const [row] = rows;
  return {
    call: name,
    filter,
    ...summaryOf(answers),
    processorMs: each((after - before) / 1000),
    executionMs: each(row?.ms),
    statements: each(row?.statements),
    pages: each(row?.pages),
  };
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
  return {
    p50: rounded(0.5),
    p95: rounded(0.95),
    refused,
    kilobytes: Math.round(bytes / 100) / 10,
  };
}

const campaign = 'biscuit-2025';
const shoppers = Number(process.argv[2] ?? 1_000_000);
/** Nothing is sent meanwhile. */
const demonstrated = { shoppers: 3000, days: 21, delivers: 'later' } as const;

const { postgres, discard } = await startMeasuredPostgres();
try {
  const console = await temporaryConsole(postgres.url, { campaign, ...demonstrated });
  const database = openDatabase(postgres.url, 2);
  const from = performance.now();
  await fillCampaign(database, campaign, shoppers);
  await database.query('set statement_timeout = 0; set lock_timeout = 0');
  await database.query('vacuum analyze');
  const fillSeconds = Math.round((performance.now() - from) / 1000);
  process.stdout.write(`${shoppers} shoppers were filled in within ${fillSeconds} s.\n`);
  const { pid, close } = await openStatistics(postgres.urlOf('postgres'));
  const statistics = openDatabase(postgres.urlOf('postgres'), 1);
  const known = await readKnown(console);
  const calls = await measureCalls({ ...console, database, statistics, pid }, known);
  await writeResult(`console-${shoppers}`, { shoppers, fillSeconds, calls });
  await statistics.end();
  await close();
  await database.end();
  await console.stop();
} finally {
  await discard();
}
