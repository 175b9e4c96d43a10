// `npm run bench -- console [10000000 --folder /somewhere]`: each call of the console, with each
// filter that its page offers, for that number of participants. With `--folder` the filled database
// is kept there.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { endPrograms } from '@inaam/testing/server/programs/program-process.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { statementCounts } from '../measured-postgres.ts';
import { machineNow, writeResult } from '../result.ts';
import { openStatistics } from '../journeys/instruments/database-statistics.ts';
import { campaignAheadMs } from '@inaam/testing/product/product.ts';
import { startConsole } from './start-console.ts';
import { measureCalls, readKnown } from './measure-calls.ts';
import { prepareFilled, readFilled } from './prepare-filled.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' } },
});
const shoppers = Number(positionals[0] ?? 1_000_000);
const say = (line: string) => void process.stdout.write(`${line}\n`);

await buildWeb();
if (values.folder !== undefined) await mkdir(values.folder, { recursive: true });
const folder = values.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'inaam-console-')));
const dataFolder = path.join(folder, 'postgresql');
const filledFile = path.join(folder, 'filled.json');
if (!existsSync(filledFile)) {
  const filled = await prepareFilled({ dataFolder, folder, shoppers, say });
  await writeFile(filledFile, JSON.stringify(filled), { mode: 0o600 });
}
const filled = readFilled(await readFile(filledFile, 'utf8'));
const postgres = await startPostgres({ dataFolder, settings: statementCounts });
try {
  const result = await measure();
  await writeResult(`console-${shoppers}`, result);
} finally {
  await endPrograms();
  await (values.folder === undefined ? postgres.discard() : postgres.stop());
  if (values.folder === undefined) await rm(folder, { recursive: true });
}

async function measure() {
  const machine = machineNow();
  const statistics = await openStatistics(postgres.urlOf('postgres'));
  const own = { url: postgres.urlOf('postgres'), pid: statistics.pid };
  const { prepared, fill } = filled;
  const aheadMs = campaignAheadMs();
  const program = await startConsole(prepared.variables, aheadMs);
  const known = await readKnown(postgres.url, filled, Date.now() + aheadMs);
  const unchanging = await measureCalls(program, own, known, false, say);
  await program.stop();
  const again = await startConsole(prepared.variables, aheadMs);
  const changing = await measureCalls(again, own, known, true, say);
  await again.stop();
  await statistics.close();
  return {
    shoppers: filled.shoppers,
    machine: { before: machine, after: machineNow() },
    fill,
    calls: [...unchanging, ...changing],
  };
}
