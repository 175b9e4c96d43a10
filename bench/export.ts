// `npm run bench:export [-- 20000 1000000]`: peak memory of `operator ledger export` and of the
// audit log, for ledgers of these numbers of entries. The entries have the usual length and no
// meaning.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { startChild } from './journeys/product/child-program.ts';
import { prepareDatabase } from './journeys/product/product.ts';
import { usageOf } from './peak-memory.ts';

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(20_000, 1_000_000);

const folder = await mkdtemp(path.join(os.tmpdir(), 'inaam-export-'));
const postgres = await startPostgres({ dataFolder: path.join(folder, 'postgresql') });
const variables = {
  DATABASE_URL: postgres.url,
  DRAW_PART_ONE: randomBytes(32).toString('base64'),
  DRAW_PART_TWO: randomBytes(32).toString('base64'),
  PSEUDONYM_SECRET: randomBytes(32).toString('base64'),
};
try {
  await prepareDatabase(variables);
  const database = openDatabase(postgres.url, 1);
  await database.query('set statement_timeout = 0');
  const exports = [];
  for (const size of sizes.toSorted((one, other) => one - other)) {
    await fillLedger(size);
    exports.push({ entries: size, ...(await measureExport(size)) });
  }
  await database.end();
  process.stdout.write(`${JSON.stringify(exports, null, 2)}\n`);
  const date = new Date().toISOString().slice(0, 10);
  const file = path.join(import.meta.dirname, 'results', `export-${date}.json`);
  await writeFile(file, `${JSON.stringify({ date, exports }, null, 2)}\n`);

  async function fillLedger(size: number): Promise<void> {
    await database.query(`alter table inaam.ledger disable trigger ledger_ends_with_reveal;
      alter table inaam.head disable trigger head_moves_with_entries`);
    await database.query(
      `insert into inaam.ledger (campaign, number, kind, pseudonym, content, hash)
       select campaign, number, 'verified', decode(lpad(to_hex(number), 32, '0'), 'hex'),
         rpad('{"number":' || number || ',"filled":"', 178, 'x') || '"}', last_hash
       from inaam.head, generate_series(next_ledger, ${size - 1}) as number`,
    );
    await database.query('update inaam.head set next_ledger = $1', [size]);
  }
} finally {
  await postgres.discard();
  await rm(folder, { recursive: true });
}

async function measureExport(size: number) {
  const out = path.join(folder, `ledger-${size}.jsonl`);
  const from = performance.now();
  const program = await startChild({
    file: 'server/main/operator.ts',
    words: ['ledger', 'export', '--out', out, '--why', 'a measurement', '--by', 'bench', '--json'],
    variables,
    logFile: path.join(folder, 'operator.log'),
  });
  const { peakMegabytes } = await usageOf(program);
  const seconds = Math.round((performance.now() - from) / 100) / 10;
  return { megabytes: Math.round((await stat(out)).size / 1e6), seconds, peakMegabytes };
}
