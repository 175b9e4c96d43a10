// Workers that die, and connections that break, in the middle of a job.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { allowConsole } from '@inaam/testing/setup/strict-console.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/test-database.ts';
import { releaseJobsOfSilentWorkers, releaseStaleLocks } from '../storage/worker-heartbeats.ts';
import {
  newMobile,
  deliveryFixture,
  waitUntil,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery-fixture.ts';
import { loadVoucherCodes } from '../operator/load-voucher-codes.ts';
import { intervals } from './context.ts';
import type { Delivery } from './start-delivery.ts';

let clone: TestDatabase;
let world: DeliveryFixture;
let delivery: Delivery | undefined;
let process: ChildProcess | undefined;

beforeAll(async () => {
  clone = await testDatabase();
  world = await deliveryFixture(clone.url);
});
afterEach(async () => {
  if (process?.exitCode === null && process.signalCode === null) {
    const exited = once(process, 'exit');
    process.kill('SIGKILL');
    await exited;
  }
  await delivery?.stop();
  delivery = undefined;
  process = undefined;
  world.said.length = 0;
  await world.clear();
});
afterAll(async () => {
  await world.database.end();
  await clone.drop();
});

/** Starts a delivery in a process of its own, and answers what it has said so far. */
async function startProcess(): Promise<{ child: ChildProcess; heard: () => string }> {
  const program = fileURLToPath(import.meta.resolve('@inaam/testing/server/delivery-process.ts'));
  const child = spawn(globalThis.process.execPath, [program, clone.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process = child;
  let heard = '';
  child.stdout.on('data', (chunk: Buffer) => {
    heard += String(chunk);
  });
  await waitUntil(() => heard.includes('ready'));
  return { child, heard: () => heard };
}

test('[CAM-6] jobs of a worker killed in the middle are taken over, with the same code', async () => {
  await loadVoucherCodes(world, [{ code: 'TRY-KILLED', amount: 5 }], world.clocks.wall());
  const { child, heard } = await startProcess();
  const mobile = newMobile();
  const [voucher, code] = [
    await world.owedVoucher(mobile, 5),
    await world.owedCode(mobile, '482913'),
  ];
  await waitUntil(() => heard().includes(`took ${voucher}`) && heard().includes(`took ${code}`));
  expect((await world.message(voucher))?.state).toBe('assigned');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;

  const silentMs = 400;
  const began = performance.now();
  delivery = await world.deliver({ intervals: { pollMs: 50, beatMs: 100, silentMs } });
  expect(await world.mail(mobile)).toEqual([]);
  await waitUntil(async () => (await world.mail(mobile)).length === 2);
  // Silence, one recordHeartbeats to notice it, one poll to find the job: 45 s, 10 s and 0.5 s in production.
  expect(performance.now() - began).toBeLessThan(silentMs + 2000);
  const { silentMs: silent, beatMs, pollMs } = intervals;
  expect(silent + beatMs + pollMs).toBeLessThan(60_000);
  expect((await world.mail(mobile)).toSorted()).toEqual([
    expect.stringContaining('482913'),
    expect.stringContaining('TRY-KILLED'),
  ]);
  expect(await world.workers()).toHaveLength(2);
  expect(world.said.map(({ sentence }) => sentence).join()).toContain('fell silent');
});

test('a living worker’s long job is not taken from it', async () => {
  const { heard } = await startProcess();
  const mobile = newMobile();
  const id = await world.owedCode(mobile, '482913');
  await waitUntil(() => heard().includes(`took ${id}`));
  delivery = await world.deliver({ intervals: { pollMs: 50, beatMs: 50, silentMs: 5000 } });
  const owner = (await world.jobs())[0]?.locked_by;
  // Another one is done in between, and a sweep of the silent finds nobody.
  await world.owedVoucher(newMobile(), 5);
  await waitUntil(async () => (await world.jobs()).some(({ last_error }) => last_error !== null));
  expect(await releaseJobsOfSilentWorkers(world.database, 5000)).toEqual([]);
  expect((await world.jobs()).map(({ locked_by }) => locked_by)).toContain(owner);
  expect(await world.mail(mobile)).toEqual([]);
});

test('a lock of a worker that never recordHeartbeats is released, but not while it is fresh', async () => {
  await world.owedCode(newMobile(), '482913');
  await world.database.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-ghost', locked_at = now()`,
  );
  expect(await releaseJobsOfSilentWorkers(world.database, 45_000)).toEqual([]);
  await world.database.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '46 seconds'`,
  );
  expect(await releaseJobsOfSilentWorkers(world.database, 45_000)).toEqual(['pool-ghost']);
  expect((await world.jobs()).every(({ locked_by }) => locked_by === null)).toBe(true);
});

test.each([
  { lockedSeconds: 59, taken: false },
  { lockedSeconds: 61, taken: true },
])(
  'a living worker’s lock of $lockedSeconds s, longer than a job can take: $taken',
  async ({ lockedSeconds, taken }) => {
    const mobile = newMobile();
    await world.owedCode(mobile, '482913');
    await world.database.query(
      `insert into inaam.worker (id, beat_at) values ('pool-alive', now() + interval '1 hour')`,
    );
    await world.database.query(
      `update graphile_worker._private_jobs
       set locked_by = 'pool-alive', locked_at = now() - $1 * interval '1 second'`,
      [lockedSeconds],
    );
    expect(await releaseJobsOfSilentWorkers(world.database, 45_000)).toEqual([]);
    expect(await releaseStaleLocks(world.database, intervals.lockMs)).toBe(taken ? 1 : 0);
    delivery = await world.deliver({ intervals: { pollMs: 50 } });
    const arrived = async () => (await world.mail(mobile)).length === 1;
    const stillLocked = async () => (await world.jobs())[0]?.locked_by === 'pool-alive';
    expect(await waitUntil(taken ? arrived : stillLocked)).toBe(true);
  },
);

test('a delivery goes on after every connection to the database was cut', async () => {
  allowConsole(/^(?:completeJobs|failJobs): attempt|^Trace: /);
  // A connection cut while a job is taken leaves it locked with nobody at work on it.
  delivery = await world.deliver({ intervals: { pollMs: 50, beatMs: 50, lockMs: 1000 } });
  // The test looks on from a pool of its own, which stays whole.
  const url = new URL(clone.url);
  url.searchParams.set('application_name', 'onlooker');
  const onlooker = await deliveryFixture(url.href);
  try {
    for (const round of [1, 2, 3]) {
      const mobile = newMobile();
      await onlooker.owedCode(mobile, `11111${round}`);
      await onlooker.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name <> 'onlooker'`,
      );
      await waitUntil(
        async () => (await onlooker.mail(mobile).catch(() => [])).length === 1,
        15_000,
      );
    }
  } finally {
    await onlooker.database.end();
  }
  expect(await waitUntil(async () => (await world.workers().catch(() => [])).length >= 2)).toBe(
    true,
  );
});

test('a lane of workers that ended by itself starts again, under another name', async () => {
  delivery = await world.deliver({ intervals: { pollMs: 50 } });
  const before = await world.workers();
  // graphile-worker ends its pools so when its schema is about to change under them; it asks for an exit code, too.
  await world.database.query(`select pg_notify('worker:migrate', '{"breaking": true}')`);
  await waitUntil(
    async () => (await world.workers()).filter((id) => !before.includes(id)).length === 2,
  );
  globalThis.process.exitCode = undefined;
  const mobile = newMobile();
  await world.owedCode(mobile, '482913');
  await waitUntil(async () => (await world.mail(mobile)).length === 1);
  expect(await world.workers()).toHaveLength(2);
  expect(world.said.map(({ sentence }) => sentence).join()).toContain('start again');
});
