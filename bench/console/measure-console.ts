// `npm run bench -- console [10000000 --consoles 10 --folder /somewhere]`: each call of the
// console, with each filter that its page offers, for that number of participants; then the
// journeys with and without open consoles. With `--folder` the filled database is kept there.
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { statementCounts } from '../measured-postgres.ts';
import { machineNow, writeResult } from '../result.ts';
import { openStatistics } from '../journeys/instruments/database-statistics.ts';
import { campaignAheadMs } from '../journeys/product/product.ts';
import { startConsole } from '../journeys/product/start-console.ts';
import { measureCalls, readKnown } from './measure-calls.ts';
import { measureJourneys } from './journeys-on-filled.ts';
import { prepareFilled, readFilled } from './prepare-filled.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    consoles: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '30' },
    folder: { type: 'string' },
  },
});
const shoppers = Number(positionals[0] ?? 1_000_000);
const consoles = Number(values.consoles);
const say = (line: string) => void process.stdout.write(`${line}\n`);

await buildWeb();
if (values.folder !== undefined) await mkdir(values.folder, { recursive: true });
const folder = values.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'inaam-console-')));
// The programs' ports are read from their logs.
for await (const log of glob('*.log', { cwd: folder })) await rm(path.join(folder, log));
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
  await (values.folder === undefined ? postgres.discard() : postgres.stop());
  if (values.folder === undefined) await rm(folder, { recursive: true });
}

async function measure() {
  const machine = machineNow();
  const statistics = await openStatistics(postgres.urlOf('postgres'));
  const own = { url: postgres.urlOf('postgres'), pid: statistics.pid };
  const { prepared, people, fill } = filled;
  const aheadMs = campaignAheadMs();
  const program = await startConsole({ ...prepared, folder, aheadMs });
  const known = await readKnown(postgres.url, people, Date.now() + aheadMs);
  const unchanging = await measureCalls(program, own, known, false, say);
  await program.stop();
  const beside =
    consoles === 0
      ? undefined
      : await measureJourneys({
          prepared,
          folder,
          databaseUrl: postgres.url,
          statistics,
          turns: { consoles, rounds: Number(values.rounds), seconds: Number(values.seconds) },
        });
  const again = await startConsole({ ...prepared, folder, aheadMs });
  const changing = await measureCalls(again, own, known, true, say);
  await again.stop();
  await statistics.close();
  return {
    shoppers: filled.shoppers,
    machine: { before: machine, after: machineNow() },
    fill,
    calls: [...unchanging, ...changing],
    ...beside,
  };
}
