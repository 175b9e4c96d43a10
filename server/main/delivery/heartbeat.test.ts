// Instead of waiting, the tests backdate heartbeats and locks in the database.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { allowConsole } from '@inaam/testing/setup/console-lines.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  releaseStaleLocks,
  releaseJobsOfSilentWorkers,
} from '../../messages/queue/job-queue.sql.ts';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import { intervals } from './delivery-dependencies.ts';
import type { Delivery } from './start-delivery.ts';

let clone: TestDatabase;
let fixture: DeliveryFixture;
let delivery: Delivery | undefined;
let running: ChildProcess | undefined;

beforeAll(async () => {
  clone = await testDatabase();
  fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
});
afterEach(async () => {
  if (running?.exitCode === null && running.signalCode === null) await kill(running);
  await delivery?.stop();
  delivery = undefined;
  running = undefined;
  fixture.logged.length = 0;
  await fixture.clear();
});
afterAll(async () => {
  await fixture.database.end();
  await clone.drop();
});

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Starts a delivery in a separate process; `output` returns what it has printed so far. */
async function startProcess(): Promise<{ child: ChildProcess; output: () => string }> {
  const program = fileURLToPath(
    import.meta.resolve('@inaam/testing/server/delivery/delivery-process.ts'),
  );
  const child = spawn(process.execPath, [program, clone.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  await waitUntil(() => output.includes('ready'));
  return { child, output: () => output };
}

/**
 * Waits for a complete heartbeat of these workers, which records the beat before it releases jobs.
 */
async function nextHeartbeat(workers: readonly string[]): Promise<void> {
  const lastBeat = async () => {
    const { rows } = await fixture.database.query<{ at: string }>(
      'select max(beat_at)::text as at from inaam.worker where id = any ($1::text[])',
      [workers],
    );
    return rows[0]?.at;
  };
  for (let beat = 0; beat < 2; beat += 1) {
    const before = await lastBeat();
    await waitUntil(async () => (await lastBeat()) !== before);
  }
}

const lockedBy = async () => (await fixture.jobs()).map(({ locked_by }) => locked_by);

test('[CAM-6] jobs of a worker killed in the middle are retried, with the same code', async () => {
  await loadVoucherCodes(fixture, [{ code: 'TRY-KILLED', amount: 5 }], fixture.clocks.wall());
  const { child, output } = await startProcess();
  const dead = await fixture.workers();
  const winner = fixture.nextParticipant(5);
  const code = await fixture.requestCode(winner.mobile, '482913');
  const { id: voucher, mobile } = await fixture.grantVoucher(5, winner);
  await waitUntil(() => output().includes(`took ${voucher}`) && output().includes(`took ${code}`));
  expect((await fixture.message(voucher))?.state).toBe('assigned');
  await kill(child);

  delivery = await fixture.deliver({ intervals: { pollMs: 50, beatMs: 50 } });
  const alive = (await fixture.workers()).filter((id) => !dead.includes(id));
  await nextHeartbeat(alive);
  expect((await lockedBy()).every((id) => id !== null && dead.includes(id))).toBe(true);
  expect(await fixture.textsTo(mobile)).toEqual([]);

  await fixture.database.query(
    `update inaam.worker set beat_at = beat_at - $1 * interval '1 ms' where id = any ($2::text[])`,
    [intervals.silentMs, dead],
  );
  await nextHeartbeat(alive);
  expect((await lockedBy()).filter((id) => id !== null && dead.includes(id))).toEqual([]);
  await waitUntil(async () => (await fixture.textsTo(mobile)).length === 2);
  expect((await fixture.textsTo(mobile)).toSorted()).toEqual([
    expect.stringContaining('482913'),
    expect.stringContaining('TRY-KILLED'),
  ]);
  expect((await fixture.workers()).toSorted()).toEqual(alive.toSorted());
  expect(fixture.logged.map(({ message }) => message).join()).toContain('stopped responding');
});

test('[CAM-6] the timeout of a silent worker, a heartbeat and a poll together are under a minute', () => {
  const { silentMs, beatMs, pollMs } = intervals;
  expect(silentMs + beatMs + pollMs).toBeLessThan(60_000);
});

test('a long job of a running worker is not released', { tags: ['long'] }, async () => {
  const { output } = await startProcess();
  const others = await fixture.workers();
  const mobile = newMobile();
  const id = await fixture.requestCode(mobile, '482913');
  await waitUntil(() => output().includes(`took ${id}`));
  const owner = await lockedBy();
  await fixture.database.query(
    `update graphile_worker._private_jobs set locked_at = locked_at - $1 * interval '1 ms'`,
    [intervals.silentMs],
  );
  const { silentMs } = intervals;
  delivery = await fixture.deliver({
    intervals: { pollMs: 50, beatMs: 50, silentMs, lockMs: 10 * silentMs },
  });
  const own = (await fixture.workers()).filter((worker) => !others.includes(worker));
  await nextHeartbeat(own);
  expect(fixture.logged).toEqual([]);
  expect(await lockedBy()).toEqual(owner);
  expect(await fixture.textsTo(mobile)).toEqual([]);
});

test('the lock of a worker without a heartbeat is released, unless it is recent', async () => {
  await fixture.requestCode(newMobile(), '482913');
  await fixture.database.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-ghost', locked_at = now()`,
  );
  expect(await releaseJobsOfSilentWorkers(fixture.database, 45_000)).toEqual([]);
  await fixture.database.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '46 seconds'`,
  );
  expect(await releaseJobsOfSilentWorkers(fixture.database, 45_000)).toEqual(['pool-ghost']);
  expect((await fixture.jobs()).every(({ locked_by }) => locked_by === null)).toBe(true);
});

test('a worker that died before the clock of the database was set back does not look alive for as long', async () => {
  const mobile = newMobile();
  await fixture.requestCode(mobile, '482913');
  await fixture.database.query(
    `insert into inaam.worker (id, beat_at) values ('pool-gone', now() + interval '1 hour')`,
  );
  await fixture.database.query(
    `update graphile_worker._private_jobs
     set locked_by = 'pool-gone', locked_at = now() + interval '1 hour'`,
  );
  delivery = await fixture.deliver({ intervals: { pollMs: 50, beatMs: 50 } });
  await nextHeartbeat((await fixture.workers()).filter((id) => id !== 'pool-gone'));
  expect(await lockedBy()).toEqual(['pool-gone']);
  await fixture.database.query(
    `update inaam.worker set beat_at = beat_at - $1 * interval '1 ms' where id = 'pool-gone'`,
    [intervals.silentMs],
  );
  await waitUntil(async () => (await fixture.textsTo(mobile)).length === 1);
});

test('a program that has just started frees what dead workers hold, however soon it may end', async () => {
  const mobile = newMobile();
  await fixture.requestCode(mobile, '482913');
  await fixture.database.query(
    `update graphile_worker._private_jobs
     set locked_by = 'pool-gone', locked_at = now() - interval '46 seconds'`,
  );
  delivery = await fixture.deliver({ intervals: { pollMs: 50, beatMs: 3_600_000 } });
  const arrived = async () => (await fixture.textsTo(mobile)).length === 1;
  expect(await waitUntil(arrived)).toBe(true);
});

test.each([
  { lockedSeconds: 20, released: false },
  { lockedSeconds: 61, released: true },
])(
  'a job of a running worker that has been locked for $lockedSeconds s is released: $released',
  async ({ lockedSeconds, released }) => {
    const mobile = newMobile();
    await fixture.requestCode(mobile, '482913');
    await fixture.database.query(
      `insert into inaam.worker (id, beat_at) values ('pool-alive', now() + interval '1 hour')`,
    );
    await fixture.database.query(
      `update graphile_worker._private_jobs
       set locked_by = 'pool-alive', locked_at = now() - $1 * interval '1 second'`,
      [lockedSeconds],
    );
    expect(await releaseJobsOfSilentWorkers(fixture.database, 45_000)).toEqual([]);
    expect(await releaseStaleLocks(fixture.database, intervals.lockMs)).toBe(released ? 1 : 0);
    delivery = await fixture.deliver({ intervals: { pollMs: 50 } });
    const arrived = async () => (await fixture.textsTo(mobile)).length === 1;
    const stillLocked = async () => (await fixture.jobs())[0]?.locked_by === 'pool-alive';
    expect(await waitUntil(released ? arrived : stillLocked)).toBe(true);
  },
);

test(
  'delivery continues after all its database connections were closed',
  { tags: ['long'] },
  async () => {
    allowConsole(/^(?:completeJobs|failJobs): attempt|^Trace: /);
    // A connection lost while a job is being locked leaves the job locked by an idle worker.
    delivery = await fixture.deliver({ intervals: { pollMs: 50, beatMs: 50, lockMs: 1000 } });
    // The test's own pool, whose connections are not cut.
    const url = new URL(clone.url);
    url.searchParams.set('application_name', 'onlooker');
    const onlooker = await deliveryFixture(url.href);
    try {
      for (const round of [1, 2, 3]) {
        const mobile = newMobile();
        await onlooker.requestCode(mobile, `11111${round}`);
        await onlooker.database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name <> 'onlooker'`,
        );
        await waitUntil(async () => (await onlooker.textsTo(mobile).catch(() => [])).length > 0);
      }
    } finally {
      await onlooker.database.end();
    }
    expect(await waitUntil(async () => (await fixture.workers().catch(() => [])).length >= 2)).toBe(
      true,
    );
  },
);

test('a worker pool that ends unexpectedly restarts with another id', async () => {
  delivery = await fixture.deliver({ intervals: { pollMs: 50 } });
  const before = await fixture.workers();
  // graphile-worker ends its pools when its schema is about to change, and sets the exit code.
  await fixture.database.query(`select pg_notify('worker:migrate', '{"breaking": true}')`);
  await waitUntil(
    async () => (await fixture.workers()).filter((id) => !before.includes(id)).length === 2,
  );
  process.exitCode = undefined;
  const mobile = newMobile();
  await fixture.requestCode(mobile, '482913');
  await waitUntil(async () => (await fixture.textsTo(mobile)).length === 1);
  expect(await fixture.workers()).toHaveLength(2);
  expect(fixture.logged.map(({ message }) => message).join()).toContain('will be restarted');
});

test('a worker pool whose first look for jobs fails is started again', async () => {
  const { database } = fixture;
  await database.query('alter table graphile_worker._private_tasks rename to _private_away');
  const hasFailed = () => fixture.logged.some(({ message }) => message.includes('fetching jobs'));
  try {
    delivery = await fixture.deliver({ intervals: { pollMs: 50 } });
    await waitUntil(hasFailed);
  } finally {
    await database.query('alter table graphile_worker._private_away rename to _private_tasks');
  }
  const mobile = newMobile();
  await fixture.requestCode(mobile, '482913');
  const arrived = async () => (await fixture.textsTo(mobile)).length === 1;
  expect(await waitUntil(arrived)).toBe(true);
});
