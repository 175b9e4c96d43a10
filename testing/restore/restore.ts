// Shoppers play, the database is destroyed, and it is restored without loss; then it is restored to
// an earlier moment, and the SMS sent since are reconciled. Uses our commands on Debian's
// PostgreSQL 15.
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { csvLine } from '@inaam/server/operator/csv.ts';
import { installPostgres } from '../product/machine.ts';
import { brokenElsewhere } from '../product/fault-postgres.ts';
import type { Product } from '../product/product.ts';
import type { Answered } from '../server/shopper/device.ts';
import { waitUntil } from '../server/wait-until.ts';
import { openHistory, type History } from '../visitors/history.ts';
import { recordedShopper } from '../visitors/visitor.ts';
import type { Scenario } from '../faults/run-scenario.ts';
import { startVisitors } from '../visitors/visitors.ts';
import { inaam, startArchivedPostgres, type ArchivedPostgres } from './archived-postgres.ts';

const patienceMs = 600_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const seconds = (from: number, until: number) => Math.round((until - from) / 100) / 10;

type Stage = {
  product: Product;
  postgres: ArchivedPostgres;
  history: History;
  folder: string;
  head: string;
  /** Journeys played before the database is destroyed. */
  journeys: number;
};

export function restore(journeys = 200): Scenario {
  let archived: ArchivedPostgres | undefined;
  return {
    title: 'the database is destroyed and restored, and taken back to an earlier moment',
    recoversMs: patienceMs,
    // Each part starts its visitors.
    visitors: 0,
    async startDatabase(folder) {
      installPostgres();
      archived = await startArchivedPostgres(folder);
      beginBackup(archived);
      return brokenElsewhere(archived);
    },
    async run(product, history, folder) {
      if (!archived) throw new Error('There is no database.');
      const head = path.join(folder, 'saved-head.json');
      const stage = { product, postgres: archived, history, folder, head, journeys };
      const lost = await loseAll(stage);
      print(JSON.stringify(lost));
      print(JSON.stringify(await goBack(stage)));
      await playOn(stage);
      archived.tryDump();
      return lost.backSeconds * 1000;
    },
  };
}

/** The database's machine is lost under load. Nothing else may be. */
async function loseAll(stage: Stage) {
  const { product, postgres: archived, history, journeys } = stage;
  const visitors = startVisitors({ server: product, history, patienceMs });
  const isPlayed = (share: number) => visitors.mobiles().length >= journeys * share;
  await waitUntil(() => isPlayed(0.3));
  const base = await timed(() => archived.backup('--keep', '2'));
  await waitUntil(() => isPlayed(1));
  await saveHead(stage);
  history.note('the database is destroyed');
  const lost = performance.now();
  await archived.destroy();
  await endProduct(product);
  const restore = await timed(() => archived.restore());
  const reconcile = await timed(() => reconcileSent(stage));
  // With its previous head file: it has read nothing that is gone.
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

/**
 * Restores to before some of the rewards. Vouchers already sent stay with their owners, who get no
 * others.
 */
async function goBack(stage: Stage) {
  const { product, postgres: archived, history, journeys } = stage;
  await saveHead(stage);
  const { rows } = await product.database.query<{ now: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  );
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
  const restore = await timed(() => archived.restore('--until', moment));
  const reconcile = await timed(() => reconcileSent(stage));
  const isRefused = await product.startDraw().then(
    () => false,
    () => true,
  );
  if (!isRefused) throw new Error('The draw did not detect that its ledger was rolled back.');
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

/** Others get the rest: the checker searches all SMS for a code sent twice. */
async function playOn({ product, history, journeys }: Stage) {
  const visitors = startVisitors({ server: product, history, firstMobile: 8_700_000_000 });
  await waitUntil(() => visitors.mobiles().length >= journeys * 0.3);
  await visitors.stop();
}

async function endProduct(product: Product): Promise<void> {
  for (const program of [product.serve(), product.deliver(), product.draw()]) {
    await program.stop();
  }
}

function beginBackup(archived: ArchivedPostgres): void {
  archived.startStream();
  archived.waitForStream();
  archived.backup();
}

async function saveHead({ product, head }: Stage): Promise<void> {
  const answer = await fetch(`${product.origin}/draw/head.json`);
  await writeFile(head, await answer.text());
}

/** In the provider's export format. */
function sentOf(smsFile: string): string {
  const lines = readFileSync(smsFile, 'utf8').split('\n').filter(Boolean);
  const sent = lines.map((line): { to: string; text: string } => JSON.parse(line));
  return [
    csvLine(['number', 'text']),
    ...sent.map(({ to, text }) => csvLine([`91${to}`, text])),
  ].join('');
}

/** Runs the operator's commands. */
function reconcileSent({ product, folder: own, head }: Stage) {
  const sent = path.join(own, 'sent.csv');
  writeFileSync(sent, sentOf(product.smsFile));
  inaam(['ledger', 'verify', '--head', head], product.variables);
  const why = ['--why', 'the database was restored', '--yes'];
  inaam(['vouchers', 'reconcile', sent, ...why], product.variables);
}

async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return seconds(from, performance.now());
}

const claimants = 4;
/** The response to a blocked number's correct code (Protocol: invalidUser). */
const owed = { status: 403, messageId: 'invalidUser' } as const;

/**
 * Some of the numbers whose rewards were lost, and whose vouchers were sent, return on other
 * devices.
 * @throws Error unless each is refused as a blocked number: a site that is down also gives no
 * reward
 */
async function claimAgain(
  product: Product,
  history: History,
  mobiles: readonly string[],
): Promise<number> {
  const some = mobiles.slice(0, claimants);
  if (some.length < claimants) throw new Error('Too few journeys were lost.');
  const answers = await Promise.all(
    some.map((mobile, place) => tryToVerify(product, history, mobile, 60_000 + place)),
  );
  for (const answer of answers) assertRefused(answer);
  return some.length;
}

async function tryToVerify(
  server: Product,
  history: History,
  mobile: string,
  number: number,
): Promise<Answered | undefined> {
  const { shopper, once, until } = recordedShopper({ number, server, history }, mobile);
  await until('startSession', () => shopper.start());
  await until('recordConsent', () => shopper.call('recordConsent', { agree: 'YES' }));
  const details = { name: 'Asha Rao', mobile, state: 'Karnataka', agree1: true, limit: '' };
  await until('register', () => shopper.call('register', details));
  const otp = await waitUntil(() => shopper.code(mobile).catch(() => undefined));
  return once('verifyOtp', () => shopper.verifyWith(otp));
}

function assertRefused(answer: Answered | undefined): void {
  const { statusCode, messageId } = answer?.resp ?? {};
  const isOwed =
    answer?.status === owed.status && statusCode === owed.status && messageId === owed.messageId;
  if (isOwed) return;
  throw new Error(
    `A number that has its voucher was answered ${answer?.status ?? 'nothing'} ${String(messageId)} instead of ${owed.status} ${owed.messageId}.`,
  );
}
