// `npm run drill:restore [-- journeys]`: shoppers play, the database is destroyed and restored with
// nothing lost; then it is taken back to an earlier moment, and what the SMS provider has sent
// since is reconciled. By the runbook's commands, on Debian's PostgreSQL 15, which is installed if
// it is missing. Exits with 1 if a promise was broken.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { csvLine } from '@inaam/server/operator/csv.ts';
import { installPostgres } from '../failover/packages.ts';
import { brokenElsewhere } from '../faults/product/fault-postgres.ts';
import { startFaultProduct, type FaultProduct } from '../faults/product/fault-product.ts';
import { openHistory, type History } from '../faults/visitors/history.ts';
import { visit } from '../faults/visitors/visitor.ts';
import { startVisitors } from '../faults/visitors/visitors.ts';
import { waitUntil } from '../server/wait-until.ts';
import { startArchivedPostgres, type ArchivedPostgres } from './archived-postgres.ts';
import { claimAgain } from './claim-again.ts';

const journeys = Number(process.argv[2] ?? '200');
const patienceMs = 600_000;
const root = path.resolve(import.meta.dirname, '../..');
const checker = path.join(root, 'testing/faults/check/check-history.ts');
const print = (line: string) => void process.stdout.write(`${line}\n`);

const seconds = (from: number, until: number) => Math.round((until - from) / 100) / 10;

type Stage = {
  product: FaultProduct;
  postgres: ArchivedPostgres;
  history: History;
  folder: string;
  head: string;
};

installPostgres(print);
const folder = await mkdtemp(path.join(tmpdir(), 'inaam-restore-'));
const postgres = await startArchivedPostgres(folder);
try {
  postgres.run('archive');
  postgres.startStream();
  postgres.run('wait');
  const historyFile = path.join(folder, 'history.jsonl');
  const product = await startFaultProduct(brokenElsewhere(postgres), folder);
  const head = path.join(folder, 'saved-head.json');
  const stage = { product, postgres, history: openHistory(historyFile), folder, head };
  try {
    await product.startServe();
    await product.startDeliver();
    print(JSON.stringify(await loseAll(stage)));
    print(JSON.stringify(await goBack(stage)));
    await playOn(stage);
  } finally {
    await product.stop();
  }
  const words = [checker, postgres.url, historyFile, product.smsFile, `${folder}/programs.log`];
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  process.exitCode = 1;
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await postgres.stop();
  if (process.exitCode === undefined || process.exitCode === 0)
    await rm(folder, { recursive: true });
  else print(`The evidence is in ${folder}`);
}

/** The machine of the database is lost under load. Nothing may be. */
async function loseAll(stage: Stage) {
  const { product, postgres: archived, history } = stage;
  const visitors = startVisitors({ server: product, history, patienceMs });
  const isPlayed = (share: number) => visitors.mobiles().length >= journeys * share;
  await waitUntil(() => isPlayed(0.3));
  const base = timed(() => archived.run('base'));
  await waitUntil(() => isPlayed(1));
  await saveHead(stage);
  history.note('the database is destroyed');
  const lost = performance.now();
  await archived.destroy();
  await endProduct(product);
  const restore = timed(() => archived.run('restore'));
  const reconcile = timed(() => reconcileSent(stage));
  // With the head file that it had: it has read nothing that is not there any more.
  await product.startDraw();
  beginBackup(archived);
  await product.startDeliver();
  await product.startServe();
  const back = performance.now();
  history.note('the database is restored');
  await waitUntil(() => isPlayed(1.2));
  await visitors.stop();
  return {
    part: 'destroyed',
    journeys: visitors.mobiles().length,
    baseBackupSeconds: base,
    restoreSeconds: restore,
    reconcileSeconds: reconcile,
    backSeconds: seconds(lost, back),
  };
}

/** To a moment before some of the rewards. Who was sent a voucher keeps it, and gets no other. */
async function goBack(stage: Stage) {
  const { product, postgres: archived, history } = stage;
  await saveHead(stage);
  const { rows } = await product.database.query<{ now: string }>('select now()::text as now');
  const moment = rows[0]?.now ?? '';
  const forgotten = openHistory(path.join(stage.folder, 'forgotten.jsonl'));
  const visitors = startVisitors({
    server: product,
    history: forgotten,
    firstMobile: 8_500_000_000,
  });
  await waitUntil(() => visitors.mobiles().length >= journeys * 0.2);
  await visitors.stop();
  await waitUntil(() => product.areVouchersSent());
  await endProduct(product);
  await archived.endStream();
  history.note(`back to ${moment}`);
  const from = performance.now();
  const restore = timed(() => archived.run('restore', { MOMENT: moment }));
  const reconcile = timed(() => reconcileSent(stage));
  const isRefused = await product.startDraw().then(
    () => false,
    () => true,
  );
  if (!isRefused) throw new Error('The draw did not notice that its ledger went back.');
  await product.startDraw(path.join(stage.folder, 'new-head.json'));
  beginBackup(archived);
  await product.startDeliver();
  await product.startServe();
  const back = performance.now();
  const refused = await claimAgain(product, forgotten, visitors.mobiles());
  return {
    part: 'to a moment',
    forgottenJourneys: visitors.mobiles().length,
    claimsRefused: refused,
    restoreSeconds: restore,
    reconcileSeconds: reconcile,
    backSeconds: seconds(from, back),
  };
}

/** Others get what is left: the checker looks at all SMS for a code that went out twice. */
async function playOn({ product, history }: Stage) {
  const visitors = startVisitors({ server: product, history, firstMobile: 8_700_000_000 });
  await waitUntil(() => visitors.mobiles().length >= journeys * 0.3);
  await visitors.stop();
  history.note('over');
  await visit({ number: 0, server: product, history }, '8000000001');
  await waitUntil(() => product.areVouchersSent(), 150_000);
}

async function endProduct(product: FaultProduct): Promise<void> {
  for (const program of [product.serve(), product.deliver(), product.draw()]) {
    program.kill('SIGTERM');
    await program.ended;
  }
}

function beginBackup(archived: ArchivedPostgres): void {
  archived.startStream();
  archived.run('wait');
  archived.run('base');
}

async function saveHead({ product, head }: Stage): Promise<void> {
  const answer = await fetch(`${product.origin}/draw/head.json`);
  await writeFile(head, await answer.text());
}

/** As the provider exports it. */
function sentOf(smsFile: string): string {
  const lines = readFileSync(smsFile, 'utf8').split('\n').filter(Boolean);
  const sent = lines.map((line): { to: string; text: string } => JSON.parse(line));
  return [
    csvLine(['number', 'text']),
    ...sent.map(({ to, text }) => csvLine([`91${to}`, text])),
  ].join('');
}

/** The operator's commands, as somebody types them. */
function reconcileSent({ product, postgres: archived, folder: own, head }: Stage) {
  const sent = path.join(own, 'sent.csv');
  writeFileSync(sent, sentOf(product.smsFile));
  const { PATH, HOME } = process.env;
  const variables = { ...product.variables, PATH, HOME, SENT: sent, HEAD: head };
  const words = ['-euo', 'pipefail', '-c', archived.commandsOf('reconcile')];
  const { status, stdout, stderr } = spawnSync('bash', words, {
    cwd: root,
    env: variables,
    encoding: 'utf8',
  });
  print(stdout.trimEnd());
  if (status !== 0) throw new Error(`The runbook's commands failed: ${stderr}`);
}

function timed(work: () => void): number {
  const from = performance.now();
  work();
  return seconds(from, performance.now());
}
