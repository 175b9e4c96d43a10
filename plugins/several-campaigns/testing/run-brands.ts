// Brands of one installation on this machine: the memory of each program; whether a flood at one
// slows another; whether one's erasure and end touch another's rows. Options: how many, 2 to 5, and
// how many seconds the flood is measured.
import { setTimeout as pause } from 'node:timers/promises';
import { endPrograms, startAsItIs } from '@inaam/testing/server/programs/program-process.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { launchBrand, memoryOf, startBrand, whileStopped, type RunningBrand } from './brands.ts';
import { first, testInstallation, type TestInstallation } from './installation.sql.ts';
import { readRowsOf } from './rows-of-campaign.sql.ts';

const [count = 5, seconds = 60] = process.argv.slice(2).map(Number);
const played = [first, 'brand-2', 'brand-3', 'brand-4', 'brand-5']
  .slice(0, count)
  .map((id) => ({ id, like: first, day: '2025-07-01' }));
const slowerMax = 1.1;
const windowMs = 3000;
const restMs = 40;
/** Calls in a second. */
const floodMin = 20;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** A device that asks for its session: it reads the database as most calls of shoppers do. */
async function callMs({ server }: RunningBrand): Promise<number> {
  const from = performance.now();
  await new Shopper(server).start();
  return performance.now() - from;
}

/** What the others answer in one window, ms. */
async function measured(others: readonly RunningBrand[]): Promise<number[]> {
  const until = Date.now() + windowMs;
  const found: number[] = [];
  while (Date.now() < until) {
    for (const other of others) found.push(await callMs(other));
    await pause(restMs);
  }
  return found;
}

/** In another process: its work must not delay what is measured here. */
const flood = ({ origin }: RunningBrand) =>
  startAsItIs(['plugins/several-campaigns/testing/flood.ts', origin], {});

const middle = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Windows with and without the flood take turns, so that both see the same machine. */
async function slowedBy(flooded: RunningBrand, others: readonly RunningBrand[]) {
  const calm: number[] = [];
  const under: number[] = [];
  let calls = 0;
  for (let at = 0; at < (seconds * 1000) / windowMs / 2; at++) {
    calm.push(...(await measured(others)));
    const flooding = flood(flooded);
    await pause(windowMs);
    under.push(...(await measured(others)));
    await flooding.stop();
    calls += Number(flooding.output());
  }
  return { calm: middle(calm), under: middle(under), ratio: middle(under) / middle(calm), calls };
}

/** @returns which tables of the others have changed */
async function touched(own: TestInstallation, brands: readonly RunningBrand[]): Promise<string[]> {
  const [, ended, ...rest] = brands;
  const others = [...brands.slice(0, 1), ...rest];
  if (!ended) return ['There is no second brand.'];
  const mobile = newMobile();
  const winner = new Shopper(ended.server);
  await winner.verify(mobile);
  await winner.call('getReward');
  for (const brand of others) await new Shopper(brand.server).verify(newMobile());
  const read = () =>
    Promise.all(others.map(({ campaign }) => readRowsOf(own.database, campaign.id)));
  return whileStopped(others, async () => {
    const before = await read();
    await endOne(ended, mobile);
    const after = await read();
    return before.flatMap((tables, at) =>
      Object.keys(tables)
        .filter((name) => tables[name] !== after[at]?.[name])
        .map((name) => `${others[at]?.campaign.id}: ${name}`),
    );
  });
}

async function endOne(ended: RunningBrand, mobile: string): Promise<void> {
  const why = ['--why', 'the drill'];
  const steps = [
    await ended.operate(['number', 'erase', ...why, '--yes', '--forfeit-voucher'], {
      typed: mobile,
    }),
    await ended.operate(['campaign', 'pause', ...why]),
  ];
  for (const program of Object.values(ended.running)) await program.stop();
  const { id } = ended.campaign;
  steps.push(await ended.operate(['campaign', 'retire', id, ...why], { day: '2025-12-01' }));
  for (const { exit, errors } of steps) if (exit !== 0) throw new Error(errors);
}

const own = await testInstallation(300);
try {
  const brands: RunningBrand[] = [];
  for (const one of played) brands.push(await startBrand(own, await launchBrand(own, one), one));
  const sums = brands.map(({ campaign, running }) => {
    const parts = Object.entries(running).map(
      ([name, program]) => [name, memoryOf(program)] as const,
    );
    say(`${campaign.id}: ${parts.map(([name, mb]) => `${name} ${mb} MB`).join(', ')}`);
    return parts.reduce((sum, [, mb]) => sum + mb, 0);
  });
  say(`Together: ${sums.reduce((sum, mb) => sum + mb, 0)} MB, without PostgreSQL`);
  const [flooded, ...others] = brands;
  if (flooded === undefined) throw new Error('Name how many brands.');
  const { calm, under, ratio, calls } = await slowedBy(flooded, others);
  say(
    `A flood of ${calls} calls at ${first}: the others answer in ${under.toFixed(1)} ms, without it in ${calm.toFixed(1)} ms: ${ratio.toFixed(2)} times`,
  );
  const changed = await touched(own, brands);
  say(
    changed.length === 0
      ? 'One’s erasure, end and retirement changed no row of the others.'
      : `Changed: ${changed.join(', ')}`,
  );
  if (calls < seconds * floodMin) say('The flood was too weak: this machine has no time for it.');
  const isSlowed = ratio > slowerMax;
  say(
    isSlowed ? `Slower by more than a tenth: ${ratio.toFixed(2)}` : 'The flood slowed nobody else.',
  );
  process.exitCode = changed.length > 0 || isSlowed ? 1 : 0;
} finally {
  await endPrograms();
  await own.discard();
}
