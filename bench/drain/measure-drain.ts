// `npm run bench -- drain [--vouchers 50000 --per-second 200 --answer-ms 150 --codes 5]`: how fast
// the production programs hand over owed vouchers compared with the provider's rate, and how long a
// code takes meanwhile. With `--after no-stock` or `--after outage` the vouchers have waited for
// hours, until stock arrives or the provider works again.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase, type Database } from '@inaam/server/database/database.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import * as z from 'zod';
import { spreadOf } from '../figures.ts';
import {
  memoryOf,
  processorTimeOf,
  processorTimeOfFamily,
} from '../journeys/instruments/processor-time.ts';
import { startProduct, type Product } from '../journeys/product/product.ts';
import { startSmsGateway, type SmsGateway } from '../journeys/shoppers/sms-gateway.ts';
import { openStatistics } from '../journeys/instruments/database-statistics.ts';
import { startMeasuredPostgres } from '../measured-postgres.ts';
import { writeResult } from '../result.ts';
import { letShoppersAsk } from './asking-shoppers.ts';
import {
  addWinners,
  ageAttempts,
  assignVouchers,
  oweVouchers,
  readAttempts,
} from './owed-vouchers.ts';

const number = z.coerce.number().int().min(1);
const { values } = parseArgs({
  options: {
    vouchers: { type: 'string', default: '50000' },
    'per-second': { type: 'string', default: '200' },
    'answer-ms': { type: 'string', default: '150' },
    codes: { type: 'string', default: '5' },
    after: { type: 'string', default: 'nothing' },
  },
});
const options = z
  .object({
    vouchers: number,
    'per-second': number,
    'answer-ms': number,
    /** Shoppers who ask for a code, a second. */
    codes: number,
    after: z.enum(['nothing', 'no-stock', 'outage']),
  })
  .parse(values);
const perSecond = options['per-second'];

/** Of the stated rate: what a network delays and then lets go comes together. */
const tolerance = 1.1;
const tenths = 10;
/** For as much stock of Rs 3 as there are vouchers. */
const journeysPerVoucher = 1.3;
/** Of the programs, by the shoppers who come. */
const warmUpMs = 10_000;
/** Without another voucher for so long, something is wrong. */
const patienceMs = 120_000;

await buildWeb();
const { postgres, folder, discard } = await startMeasuredPostgres();
try {
  const result = await measure();
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (result.faults.length > 0) process.exitCode = 1;
  await writeResult(`drain-after-${options.after}-${perSecond}-${options['answer-ms']}`, result);
} finally {
  await discard();
}

async function measure() {
  const statistics = await openStatistics(postgres.urlOf('postgres'));
  const given: Given = { at: [], throttled: 0, isDown: false };
  const gateway = await startProvider(given);
  const product = await startProduct({
    databaseUrl: postgres.url,
    folder,
    serves: 1,
    deliverVariables: await pathVariables(gateway.address),
    profile: false,
  });
  const letAsk = (firstMobile: number) =>
    letShoppersAsk(product.origins[0] ?? '', gateway, { perSecond: options.codes, firstMobile });
  await warmUp(letAsk(6_000_000_000));
  const database = openDatabase(postgres.url, 1);
  const { INDEX_SECRET = '', SEAL_KEYS = '' } = product.variables;
  await addWinners(database, options.vouchers, { INDEX_SECRET, SEAL_KEYS });
  const [serve = -1, deliver] = [product.serves[0]?.pid, product.deliver.pid];
  const used = async () => ({
    serve: await processorTimeOf([serve]),
    deliver: await processorTimeOf([deliver]),
    postgresql: await processorTimeOfFamily(statistics.pid),
  });
  given.isDown = options.after === 'outage';
  await prepareDrain(database, product);
  const stopShoppers = letAsk(7_000_000_000);
  const before = await used();
  const startedAt = performance.now();
  given.isDown = false;
  if (options.after === 'outage') await ageAttempts(database);
  if (options.after === 'nothing') await oweVouchers(database, false);
  if (options.after === 'no-stock') await product.stockVouchers(1);
  const memory = await watchDrain(given.at, deliver);
  const after = await used();
  const asked = await stopShoppers();
  const { codes, open } = await readDelivered(database, performance.now() - startedAt);
  const attempts = await readAttempts(database);
  const dearest = await statistics.dearest('inaam', 8);
  await database.end();
  await product.stop();
  await statistics.close();
  gateway.close();
  const each = (name: keyof typeof before) =>
    Math.round((after[name] - before[name]) / options.vouchers);
  return {
    options,
    ...rateOf(given.at, startedAt),
    throttled: given.throttled,
    askedAgain: gateway.askedAgain(),
    attempts,
    /** From owed to the provider's answer, of the product's own record, ms. */
    codesHandedOver: spreadOf(codes),
    ...asked,
    deliverMegabytes: memory,
    microsecondsPerVoucher: {
      serve: each('serve'),
      deliver: each('deliver'),
      postgresql: each('postgresql'),
    },
    dearest: dearest.map(({ query, ...cost }) => ({ query: query.slice(0, 120), ...cost })),
    faults: [
      ...(open > 0 ? [`${open} messages are still owed`] : []),
      ...(gateway.repeated() > 0 ? [`${gateway.repeated()} SMS came twice`] : []),
      ...(given.at.length === options.vouchers ? [] : [`${given.at.length} vouchers came`]),
    ],
  };
}

type Given = {
  /** When each voucher was accepted, ms. */
  at: number[];
  throttled: number;
  isDown: boolean;
};

function startProvider(given: Given): Promise<SmsGateway> {
  const isTooFast = countPerSecond();
  return startSmsGateway({
    refusal: () => {
      if (given.isDown) return 503;
      if (!isTooFast()) return undefined;
      given.throttled += 1;
      return 429;
    },
    answerMs: options['answer-ms'],
    onSms: (text) => {
      if (text.includes('gift voucher')) given.at.push(performance.now());
    },
  });
}

function rateOf(at: readonly number[], startedAt: number) {
  const ms = (at.at(-1) ?? startedAt) - startedAt;
  const rate = (options.vouchers / ms) * 1000;
  return {
    seconds: Math.round(ms / 1000),
    perSecond: Math.round(rate * 10) / 10,
    shareOfRate: Math.round((rate / perSecond) * 1000) / 1000,
    firstVoucherMs: Math.round((at[0] ?? startedAt) - startedAt),
    secondsOfEachTenth: tenthsOf(at, startedAt),
  };
}

async function warmUp(stop: () => Promise<unknown>): Promise<void> {
  await pause(warmUpMs);
  await stop();
}

async function prepareDrain(database: Database, product: Product): Promise<void> {
  const { vouchers, after } = options;
  if (after !== 'no-stock') await product.stockVouchers(vouchers * journeysPerVoucher);
  if (after !== 'nothing') await oweVouchers(database, true);
  if (after === 'outage') await assignVouchers(database);
}

/** @returns whether one more is too fast */
function countPerSecond(): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    return count > perSecond * tolerance;
  };
}

/** An HTTP gateway as docs/make/gateways.md describes it. */
async function pathVariables(address: string): Promise<Record<string, string>> {
  const file = path.join(folder, 'sms-paths.json');
  const http = {
    address: `${address}/sms`,
    json: { id: '{reference}', to: '{mobile}', text: '{text}' },
    answer: { rules: [{ is: 'accepted', status: '200', json: { status: '^accepted$' } }] },
  };
  await writeFile(file, JSON.stringify({ paths: [{ name: 'bench', perSecond, http }] }));
  return { SMS_PROVIDER: 'paths', SMS_PATHS_FILE: file, SMS_HOSTS: '127.0.0.1' };
}

/** @returns resident megabytes after each tenth */
async function watchDrain(at: readonly number[], pid: number): Promise<number[]> {
  const memory: number[] = [await memoryOf(pid)];
  let last = { count: 0, at: performance.now() };
  while (at.length < options.vouchers && performance.now() - last.at < patienceMs) {
    await pause(100);
    if (at.length > last.count) last = { count: at.length, at: performance.now() };
    const done = Math.floor((at.length / options.vouchers) * tenths);
    while (memory.length <= done) memory.push(await memoryOf(pid));
  }
  return memory;
}

function tenthsOf(at: readonly number[], startedAt: number): number[] {
  const ends = Array.from({ length: tenths + 1 }, (_, tenth) =>
    tenth === 0 ? startedAt : (at[Math.ceil((at.length * tenth) / tenths) - 1] ?? startedAt),
  );
  return ends
    .slice(1)
    .map((end, tenth) => Math.round((end - (ends[tenth] ?? startedAt)) / 100) / 10);
}

/** The last answers are recorded a moment after they came. */
async function readDelivered(
  database: Database,
  sinceMs: number,
): Promise<{ codes: number[]; open: number }> {
  for (let time = 0; ; time += 1) {
    const { rows } = await database.query<{ open: string }>(
      "select count(*) as open from inaam.message where state in ('owed', 'assigned')",
    );
    const open = Number(rows[0]?.open);
    if (open > 0 && time < 100) {
      await pause(100);
      continue;
    }
    const { rows: codes } = await database.query<{ ms: string }>(
      `select extract(epoch from sent_at - owed_at) * 1000 as ms from inaam.message
       where kind = 'otp' and sent_at is not null
         and owed_at >= now() - $1 * interval '1 ms'`,
      [sinceMs],
    );
    return { codes: codes.map(({ ms }) => Number(ms)), open };
  }
}
