// Moves the clocks of the programs' machine and of PostgreSQL, which the whole product follows,
// with Debian's libfaketime.
import { globSync, renameSync, writeFileSync, chmodSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { installPackages } from '../../product/machine.ts';
import { startFaultPostgres } from '../../product/fault-postgres.ts';
import type { Product } from '../../product/product.ts';
import { countCodeMessages } from '../../server/database/database-queries.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import {
  arrive,
  detailsOf,
  recordedShopper,
  registerAndVerify,
  visit,
  type RecordedShopper,
} from '../../visitors/visitor.ts';
import type { Scenario } from '../run-scenario.ts';

const pattern = '/usr/lib/*/faketime/libfaketimeMT.so.1';

/**
 * Makes a program read the time, but not its monotonic clock, from the file.
 * @param file is created; the program's user must be able to read it
 */
function clockVariables(file: string): Record<string, string> {
  setClock(file, '+0');
  return {
    LD_PRELOAD: faketime(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

/** Atomic: a concurrent reader must not find half of it. */
function setClock(file: string, clock: string): void {
  writeFileSync(`${file}.new`, clock, { mode: 0o644 });
  renameSync(`${file}.new`, file);
}

function faketime(): string {
  installPackages([pattern], ['faketime']);
  const [installed] = globSync(pattern);
  if (installed === undefined) throw new Error(`There is no ${pattern}.`);
  return installed;
}

const hourMs = 3_600_000;
const daysMs = 40 * 24 * hourMs;
const playedMs = 5000;
/** Longer than the interval at which programs check the database's clock. */
const driftMs = 70_000;

type Given = {
  product: Product;
  history: History;
  /** @param clock in libfaketime's format, such as `+40d` or `+3600 x1.05` */
  setDatabase: (clock: string) => void;
  setPrograms: (clock: string) => void;
};

export function databaseClock(): Pick<Scenario, 'startDatabase' | 'variables' | 'run'> {
  let file = '';
  const setDatabase = (clock: string) => setClock(file, clock);
  return {
    async startDatabase(folder) {
      // PostgreSQL runs as another user, who may not read the run's folder.
      const home = await mkdtemp(path.join(tmpdir(), 'inaam-clock-'));
      chmodSync(home, 0o755);
      file = path.join(home, 'clock');
      return startFaultPostgres(folder, clockVariables(file));
    },
    variables: (folder) => clockVariables(path.join(folder, 'clock')),
    async run(product, history, folder) {
      const setPrograms = (clock: string) => setClock(path.join(folder, 'clock'), clock);
      const given = { product, history, setDatabase, setPrograms };
      await keepWhatIsDeleted(product);
      await pause(playedMs);
      const [forward, back, drifted] = [
        await jumpForward(given),
        await jumpBack(given),
        await drift(given),
      ];
      process.stdout.write(`${JSON.stringify({ forward, back, drifted })}\n`);
      return Math.max(forward.freshMs, back.freshMs, drifted.freshMs);
    },
  };
}

/** The checker needs what is deleted as old. */
async function keepWhatIsDeleted({ database }: Product): Promise<void> {
  await database.query(`
    create schema evidence;
    create function evidence.keep() returns trigger language plpgsql as $$
      begin
        execute format('insert into evidence.%I select ($1).*', tg_table_name) using old;
        return null;
      end $$;`);
  for (const table of ['code_request', 'consent']) {
    await database.query(`
      create table evidence.${table} (like inaam.${table});
      create trigger keep after delete on inaam.${table}
        for each row execute function evidence.keep();`);
  }
}

/** Earlier codes and sessions have expired. */
async function jumpForward({ product, history, setDatabase }: Given) {
  const waiting = device(product, history, '8400000001');
  await arrive(waiting);
  const otp = await askForCode(waiting, '8400000001');
  const signedIn = device(product, history, '8400000002');
  await arrive(signedIn);
  await registerAndVerify(signedIn, '8400000002');

  history.note('the clock of the database jumps: +40 days');
  setDatabase('+40d');
  await assertAhead(product, daysMs);
  const soonMs = await fresh({ product, history }, '8400000003');
  const followedMs = await untilFollowed(product, daysMs);
  const freshMs = Math.max(soonMs, await fresh({ product, history }, '8400000004'));
  const late = await onTime(waiting, 'verifyOtp', () => waiting.shopper.verifyWith(otp));
  const old = await onTime(signedIn, 'getReward', () => signedIn.shopper.call('getReward'));
  if (late !== undefined || old !== undefined) {
    throw new Error('A code or a session was accepted after 40 days.');
  }
  return { followedMs, freshMs };
}

/** Pending messages are sent, including a killed worker's; no limit restarts. */
async function jumpBack({ product, history, setDatabase }: Given) {
  const mobile = '8400000011';
  const asked = () => countCodeMessages(product, mobile);
  await askOnce(product, history, mobile);
  if ((await asked()) !== 1) throw new Error(`${mobile} was sent no code.`);
  product.deliver().kill('SIGKILL');
  await product.deliver().ended;
  await pause(playedMs / 2);

  history.note('the clock of the database jumps: -1 hour', { setBackMs: hourMs });
  setDatabase(`+${(daysMs - hourMs) / 1000}`);
  await assertAhead(product, daysMs - hourMs);
  const owed = await owedVouchers(product);
  if (owed.length === 0) throw new Error('No voucher waited while the clock was set back.');
  const from = performance.now();
  await product.startDeliver();
  const soonMs = await fresh({ product, history }, '8400000012');
  const followedMs = await untilFollowed(product, daysMs - hourMs);
  const freshMs = Math.max(soonMs, await fresh({ product, history }, '8400000013'));
  await askOnce(product, history, mobile);
  if ((await asked()) > 1) throw new Error('A limit on codes restarted.');
  await waitUntil(async () => !(await isOwed(product, owed)));
  return { followedMs, freshMs, owed: owed.length, sentMs: Math.round(performance.now() - from) };
}

/** A hundred times the drift of real clocks; the programs' clock drifts the other way. */
async function drift({ product, history, setDatabase, setPrograms }: Given) {
  history.note('the clocks of the database and of the programs drift apart');
  setDatabase(`+${(daysMs - hourMs) / 1000} x1.02`);
  setPrograms('-3h x0.98');
  await pause(driftMs);
  const freshMs = await fresh({ product, history }, '8400000021');
  return { freshMs };
}

let devices = 0;

function device(server: Product, history: History, mobile: string): RecordedShopper {
  devices += 1;
  return recordedShopper({ number: 2000 + devices, server, history, comesAgain: true }, mobile);
}

async function askForCode({ shopper, until }: RecordedShopper, mobile: string): Promise<string> {
  await until('register', () => shopper.call('register', detailsOf(shopper, mobile)));
  return shopper.code(mobile);
}

async function askOnce(product: Product, history: History, mobile: string): Promise<void> {
  const asking = device(product, history, mobile);
  await arrive(asking);
  const { shopper } = asking;
  await onTime(asking, 'register', () => shopper.call('register', detailsOf(shopper, mobile)));
}

/** Retries if only the phone's clock was wrong. @returns the body of the 200 response */
async function onTime(
  { once }: RecordedShopper,
  call: string,
  ask: () => ReturnType<RecordedShopper['shopper']['call']>,
) {
  for (;;) {
    const answer = await once(call, ask);
    if (answer?.status === 200) return answer;
    if (answer?.resp['serverTime'] === undefined) return undefined;
  }
}

async function fresh(
  { product, history }: Pick<Given, 'product' | 'history'>,
  mobile: string,
): Promise<number> {
  const from = performance.now();
  await visit({ number: 3000, server: product, history, comesAgain: true }, mobile);
  return Math.round(performance.now() - from);
}

async function assertAhead({ database }: Product, aheadMs: number): Promise<void> {
  const { rows } = await database.query<{ ms: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
  );
  if (Math.abs(Number(rows[0]?.ms) - Date.now() - aheadMs) < 5000) return;
  throw new Error('The clock of the database did not move.');
}

/** Programs check the database's clock every 30 s. @returns ms */
async function untilFollowed({ app }: Product, aheadMs: number): Promise<number> {
  const from = performance.now();
  await waitUntil(async () => {
    const shopper = { remoteAddress: '10.9.0.3', method: 'POST' as const, headers: {} };
    const payload = { utm_source: 'qrcode' };
    const answer = await app.inject({ ...shopper, url: '/api/users', payload });
    const time = unwrapResponse(answer.body)?.['serverTime'];
    return typeof time === 'number' && Math.abs(time - Date.now() - aheadMs) < 5000;
  });
  return Math.round(performance.now() - from);
}

async function owedVouchers({ database }: Product): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select id from inaam.message where kind = 'voucher' and state in ('owed', 'assigned')`,
  );
  return rows.map(({ id }) => id);
}

async function isOwed({ database }: Product, ids: readonly string[]): Promise<boolean> {
  const { rows } = await database.query(
    `select from inaam.message where id = any ($1::uuid[]) and state in ('owed', 'assigned') limit 1`,
    [ids],
  );
  return rows.length > 0;
}
