// Reads what clients saw, what phones received, what the programs logged and what the database
// holds, and reports broken promises. Uses none of the product's code. Arguments: database,
// history, SMS, log. Exits with 1 and the lines that prove it.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { checkDatabase } from './check-database.ts';
import { checkSms } from './check-sms.ts';
import { checkVisits } from './check-visits.ts';
import { linesOf, shortest, type HistoryEvent, type Sms, type Violation } from './evidence.ts';

const [url = '', historyFile = '', smsFile = '', logFile = ''] = process.argv.slice(2);
const history = linesOf<HistoryEvent>(historyFile);
const sms = linesOf<Sms>(smsFile);
const log = readFileSync(logFile, 'utf8');
const database = new pg.Client(url);
await database.connect();
try {
  await seeAll(database);
  const violations: Violation[] = [
    ...(await checkVisits(database, history)),
    ...(await checkDatabase(database, history)),
    ...checkSms(sms, history, log),
  ];
  const count = (kind: string) => history.filter((event) => event.kind === kind).length;
  const again = sms.length - new Set(sms.map(({ id }) => id)).size;
  const figures = { ok: count('ok'), unknown: count('unknown'), sms: sms.length, smsAgain: again };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  for (const { invariant, sentence, proof, others } of shortest(violations)) {
    const lines = proof.map((line) => `    ${JSON.stringify(line)}\n`).join('');
    const more = others > 0 ? `    and ${others} more\n` : '';
    process.stdout.write(`${invariant} is broken: ${sentence}\n${lines}${more}`);
  }
  if (violations.length > 0) process.exitCode = 1;
  else process.stdout.write('All promises were kept.\n');
} finally {
  await database.end();
}

/** Including rows deleted as old, if a run has kept them. */
async function seeAll(client: pg.Client): Promise<void> {
  // It writes only temporary views, which no standby needs to have.
  await client.query('set synchronous_commit = off');
  for (const table of ['code_request', 'consent']) {
    const { rows } = await client.query(
      `select where to_regclass('evidence.${table}') is not null`,
    );
    const kept = rows.length > 0 ? `union all select * from evidence.${table}` : '';
    await client.query(`create temp view seen_${table} as select * from inaam.${table} ${kept}`);
  }
}
