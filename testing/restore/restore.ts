// Shoppers play, the database is destroyed, and the backup of some minutes before is restored by
// our own commands. The SMS sent since are reconciled.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { csvLine } from '@inaam/contract/console/csv.ts';
import { installPostgres } from '../product/machine.ts';
import { brokenElsewhere } from '../product/fault-postgres.ts';
import type { Product } from '../product/product.ts';
import type { Answered } from '../server/shopper/device.ts';
import { waitUntil } from '../server/wait-until.ts';
import type { Environment } from '../server/programs/program-process.ts';
import { openHistory, type History } from '../visitors/history.ts';
import { arrive, detailsOf, recordedShopper } from '../visitors/visitor.ts';
import type { Scenario } from '../faults/run-scenario.ts';
import { startVisitors } from '../visitors/visitors.ts';
import { startDebianPostgres, type DebianPostgres } from './debian-postgres.ts';

const patienceMs = 600_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

type Stage = {
  product: Product;
  postgres: DebianPostgres;
  history: History;
  folder: string;
  /** Before the backup, and again after it. */
  journeys: number;
};

export function restore(journeys: number): Scenario {
  let postgres: DebianPostgres | undefined;
  return {
    title: 'the database is destroyed, and the backup of some minutes before is restored',
    recoversMs: patienceMs,
    // Each part starts its visitors.
    visitors: 0,
    async startDatabase() {
      installPostgres();
      postgres = await startDebianPostgres();
      return brokenElsewhere({ url: postgres.urlOf('inaam'), stop: postgres.stop });
    },
    async run(product, history, folder) {
      if (!postgres) throw new Error('There is no database.');
      const stage = { product, postgres, history, folder, journeys };
      await playAndBackUp(stage);
      const { backMs, ...figures } = await loseAndRestore(stage);
      print(JSON.stringify(figures));
      await playOn(stage);
      return backMs;
    },
  };
}

const backupsIn = (folder: string) => path.join(folder, 'backups');

/** Also under load: what was dumped ends where its description says, which `restore` compares. */
async function playAndBackUp({ product, postgres, history, folder, journeys }: Stage) {
  const visitors = startVisitors({ server: product, history, patienceMs });
  await waitUntil(() => visitors.mobiles().length >= journeys * 0.3);
  inaam(['backup', '--to', backupsIn(folder)], product.variables);
  postgres.run('create database trial owner inaam');
  const from = await newestBackup(folder);
  inaam(['restore', '--from', from, '--database', 'trial'], product.variables);
  await waitUntil(() => visitors.mobiles().length >= journeys);
  await visitors.stop();
  const answer = await fetch(`${product.origin}/draw/head.json`);
  await writeFile(headIn(folder), await answer.text());
  inaam(['backup', '--to', backupsIn(folder)], product.variables);
}

const headIn = (folder: string) => path.join(folder, 'saved-head.json');

async function newestBackup(folder: string): Promise<string> {
  const names = (await readdir(backupsIn(folder))).toSorted();
  return path.join(backupsIn(folder), names.at(-1) ?? '');
}

/** Vouchers that were sent since the backup stay with their owners, who get no others. */
async function loseAndRestore({ product, postgres, history, folder, journeys }: Stage) {
  const forgotten = openHistory(path.join(folder, 'forgotten.jsonl'));
  const visitors = startVisitors({
    server: product,
    history: forgotten,
    firstMobile: 8_500_000_000,
  });
  await waitUntil(() => visitors.mobiles().length >= journeys * 0.2);
  await visitors.stop();
  await waitUntil(() => product.areVouchersSent());
  history.note('the database is destroyed');
  const lost = performance.now();
  await postgres.loseEverything();
  for (const program of [product.serve(), product.deliver(), product.draw()]) await program.stop();
  inaam(['restore', '--from', await newestBackup(folder)], product.variables);
  inaam(['migrate'], product.variables);
  inaam(['take-over', '--why', 'the database was destroyed'], product.variables);
  reconcileSent(product, folder);
  const isRefused = await product.startDraw().then(
    () => false,
    () => true,
  );
  if (!isRefused) throw new Error('The draw did not detect that its ledger was rolled back.');
  await product.startDraw(path.join(folder, 'new-head.json'));
  await product.startDeliver();
  await product.startServe();
  const backMs = performance.now() - lost;
  history.note('the database is restored');
  const claimsRefused = await claimAgain(product, forgotten, visitors.mobiles());
  return { forgottenJourneys: visitors.mobiles().length, claimsRefused, backMs };
}

/** Others get the rest: the checker searches all SMS for a code sent twice. */
async function playOn({ product, history, journeys }: Stage) {
  const visitors = startVisitors({ server: product, history, firstMobile: 8_700_000_000 });
  await waitUntil(() => visitors.mobiles().length >= journeys * 0.3);
  await visitors.stop();
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

function reconcileSent({ smsFile, variables }: Product, folder: string): void {
  const sent = path.join(folder, 'sent.csv');
  writeFileSync(sent, sentOf(smsFile));
  inaam(['ledger', 'verify', '--head', headIn(folder)], variables);
  const why = ['--why', 'the database was restored', '--yes'];
  inaam(['vouchers', 'reconcile', sent, ...why], variables);
}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a command of the operator to its end.
 * @throws Error if it fails
 */
function inaam(words: readonly string[], variables: Environment): void {
  const { PATH, HOME } = process.env;
  const command = path.join(root, 'runtime/inaam.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    cwd: root,
    env: { PATH, HOME, ...variables },
    encoding: 'utf8',
  });
  print(stdout);
  if (status !== 0) throw new Error(`inaam ${words.join(' ')} failed: ${stderr}${stdout}`);
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
  const device = recordedShopper({ number, server, history }, mobile);
  const { shopper, once, until } = device;
  await arrive(device);
  await until('register', () => shopper.call('register', detailsOf(shopper, mobile)));
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
