// `npm run bench -- vouchers [100000 1000000]`: seconds, processor time and peak memory of
// `operator vouchers load` for files of these numbers of codes, one after another into the same
// stock.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { programs } from '@inaam/runtime/programs.mjs';
import { usageOf } from './journeys/instruments/processor-time.ts';
import { startChild } from './journeys/product/child-program.ts';
import { prepareDatabase } from './journeys/product/product.ts';
import { startMeasuredPostgres } from './measured-postgres.ts';
import { writeResult } from './result.ts';

const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(100_000, 1_000_000);

const secret = () => randomBytes(32).toString('base64');
const { postgres, folder, discard } = await startMeasuredPostgres();
const variables = {
  CAMPAIGN: 'biscuit-2025',
  DATABASE_URL: postgres.url,
  DRAW_PART_ONE: secret(),
  DRAW_PART_TWO: secret(),
  PSEUDONYM_SECRET: secret(),
  INDEX_SECRET: secret(),
  VOUCHER_SEAL_KEYS: `1:${secret()}`,
};
try {
  await prepareDatabase(variables);
  const loads = [];
  for (const codes of sizes) loads.push({ codes, ...(await measureLoad(codes)) });
  process.stdout.write(`${JSON.stringify(loads, null, 2)}\n`);
  await writeResult('vouchers', { loads });
} finally {
  await discard();
}

async function measureLoad(codes: number) {
  const file = path.join(folder, `codes-${codes}.csv`);
  await writeCodes(file, codes);
  const from = performance.now();
  const program = await startChild({
    file: 'server/main/operator.ts',
    words: ['vouchers', 'load', file, '--why', 'a measurement', '--by', 'bench', '--yes', '--json'],
    variables,
    logFile: path.join(folder, 'operator.log'),
    // As `npx inaam` starts it.
    nodeOptions: programs.operator.nodeOptions,
  });
  const usage = await usageOf(program);
  const seconds = Math.round((performance.now() - from) / 100) / 10;
  return { megabytes: Math.round((await stat(file)).size / 1e6), seconds, ...usage };
}

async function writeCodes(file: string, codes: number): Promise<void> {
  const out = createWriteStream(file);
  out.write('serial,code,amount,expires\n');
  for (let at = 0; at < codes; at += 1) {
    const code = `INM-${randomBytes(8).toString('hex').toUpperCase()}`;
    if (!out.write(`${at},${code},${[3, 5, 10][at % 3]},2099-12-31\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
