// Jobs that graphile-worker has locked for this process, but that no worker has started.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  deliveryFixture,
  type DeliveryFixture,
} from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { logStatements } from '@inaam/testing/server/database/statement-log.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';
import type { OutgoingSms, SendOutcome } from '../../sms/provider.ts';
import type { Database } from '../../database/database.ts';
import { intervals } from './delivery-dependencies.ts';
import type { Delivery } from './start-delivery.ts';

let clone: TestDatabase;
let fixture: DeliveryFixture;
let running: Delivery[] = [];
let unanswered: (() => void)[] = [];

beforeAll(async () => {
  clone = await testDatabase();
  fixture = await deliveryFixture(clone.url);
  await fixture.verifyParticipants();
});
afterEach(async () => {
  // Answer even after a failed test: a delivery stops only once its provider has answered.
  for (const answer of unanswered) answer();
  unanswered = [];
  await Promise.all(running.map((delivery) => delivery.stop()));
  running = [];
  fixture.logged.length = 0;
  await fixture.clear();
});
afterAll(async () => {
  await fixture.database.end();
  await clone.drop();
});

const never = 24 * 3_600_000;

async function deliver(options: Parameters<DeliveryFixture['deliver']>[0]): Promise<Delivery> {
  const delivery = await fixture.deliver(options);
  running.push(delivery);
  return delivery;
}

/** Withholds its answers until `answer` is called. */
function heldProvider() {
  const messages: OutgoingSms[] = [];
  const answered = Promise.withResolvers<SendOutcome>();
  const answer = () => answered.resolve({ kind: 'accepted', reference: 'late' });
  unanswered.push(answer);
  return {
    messages,
    answer,
    provider: {
      send: (sms: OutgoingSms) => {
        messages.push(sms);
        return answered.promise;
      },
    },
  };
}

const requestCodes = async (count: number) => {
  const ids: string[] = [];
  for (let code = 0; code < count; code += 1)
    ids.push(await fixture.requestCode(newMobile(), `48291${code}`));
  return ids;
};

/** Counts jobs that are unlocked, because a lock may be too short to be seen from outside. */
async function countReturns(): Promise<() => Promise<number>> {
  await fixture.database.query(
    `create table public.return (job bigint);
     create function public.record_return() returns trigger language plpgsql as
       $$ begin insert into public.return values (new.id); return null; end $$;
     create trigger record_return after update on graphile_worker._private_jobs for each row
       when (old.locked_by is not null and new.locked_by is null)
       execute function public.record_return()`,
  );
  return async () => (await fixture.database.query('select from public.return')).rowCount ?? 0;
}

const locked = async () => (await fixture.jobs()).filter((job) => job.locked_by !== null).length;

test('[OTP-5] delivery that stops returns the jobs it has not started, as if it had never had them', async () => {
  const ids = await requestCodes(7);
  const first = heldProvider();
  const stopped = await deliver({
    provider: first.provider,
    intervals: { sendMs: never, waitMs: never },
    concurrency: { otp: 2 },
  });
  // Two are being sent, two more wait in the process.
  await waitUntil(async () => first.messages.length === 2 && (await locked()) === 4);
  const stop = stopped.stop();
  await waitUntil(async () => (await locked()) === 2);
  first.answer();
  await stop;
  expect(await fixture.jobs()).toHaveLength(5);
  expect(await fixture.jobs()).toMatchObject(
    Array.from({ length: 5 }, () => ({ locked_by: null, attempts: 0, last_error: null })),
  );

  const second = heldProvider();
  second.answer();
  await deliver({ provider: second.provider });
  await waitUntil(async () => (await fixture.jobs()).length === 0);
  const sent = [...first.messages, ...second.messages].map(({ id }) => id);
  expect(sent.toSorted()).toEqual(ids.toSorted());
});

test('[OTP-5] delivery stops in order although the jobs it has not started cannot be returned', async () => {
  await requestCodes(2);
  const held = heldProvider();
  const delivery = await fixture.deliver({
    provider: held.provider,
    intervals: { sendMs: never, waitMs: never },
    concurrency: { otp: 1 },
  });
  await waitUntil(async () => held.messages.length === 1 && (await locked()) === 2);
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  await fixture.database.query(
    `create function public.refuse_return() returns trigger language plpgsql as
       $$ begin raise exception 'not now'; end $$;
     create trigger refuse_return before update on graphile_worker._private_jobs for each row
       when (old.locked_by is not null and new.locked_by is null)
       execute function public.refuse_return()`,
  );
  try {
    const stop = delivery.stop();
    await waitUntil(() => wasLogged('Failed to return jobs'));
    held.answer();
    await stop;
    expect(unhandled).toEqual([]);
    expect(await fixture.jobs()).toHaveLength(1);
  } finally {
    process.off('unhandledRejection', onUnhandled);
    await fixture.database.query('drop function public.refuse_return() cascade');
  }
});

const wasLogged = (sentence: string) =>
  fixture.logged.some(({ message }) => message.includes(sentence));

test('[OTP-5] a job that no worker starts in time is returned, and another delivery sends it, once', async () => {
  const ids = await requestCodes(4);
  const slow = heldProvider();
  const returned = await countReturns();
  await deliver({
    provider: slow.provider,
    intervals: { sendMs: never, waitMs: 300, pollMs: 50 },
    concurrency: { otp: 1 },
  });
  await waitUntil(async () => slow.messages.length === 1 && (await returned()) > 0);
  const quick = heldProvider();
  quick.answer();
  await deliver({ provider: quick.provider, intervals: { pollMs: 50 } });
  await waitUntil(async () => (await fixture.jobs()).length === 1);
  slow.answer();
  await waitUntil(async () => (await fixture.jobs()).length === 0);
  expect(quick.messages).toHaveLength(3);
  const sent = [...slow.messages, ...quick.messages].map(({ id }) => id);
  expect(sent.toSorted()).toEqual(ids.toSorted());
});

test('a job that waits as long as it may and then takes as long as it can is still locked', () => {
  // The longest statement that locks a job, and the longest job: see `lockMs`.
  const [lockingMs, jobMs] = [6000, 40_000];
  expect(lockingMs + intervals.waitMs + jobMs).toBeLessThan(intervals.lockMs);
});

test('[OTP-5] a code does not wait for a queue full of vouchers', async () => {
  const stock = Array.from({ length: 60 }, (_, at) => ({ code: `TRY-FULL-${at}`, amount: 3 }));
  await loadVoucherCodes(fixture, stock, fixture.clocks.wall());
  await fixture.grantVouchers(3, 80);
  const vouchers = heldProvider();
  await deliver({
    provider: {
      send: (sms) =>
        sms.text.includes('OTP') ? fixture.provider.send(sms) : vouchers.provider.send(sms),
    },
    intervals: { sendMs: never, waitMs: never },
    concurrency: { voucher: 16 },
  });
  await waitUntil(async () => vouchers.messages.length === 16 && (await locked()) >= 32);
  const id = await fixture.requestCode(newMobile(), '482913');
  await waitUntil(async () => (await fixture.message(id))?.state === 'sent');
  expect(vouchers.messages).toHaveLength(16);
  vouchers.answer();
});

/** Resolves when both queue workers listen for new jobs. */
const listening = () =>
  waitUntil(async () => {
    const { rows } = await fixture.database.query(
      `select from pg_stat_activity
       where datname = current_database() and query like 'LISTEN "jobs:insert"%' and state = 'idle'`,
    );
    return rows.length === 2;
  });

/** Separate notifications make a worker fetch again; the fetch that found the job counts. */
const isFetch = ({ text }: { text: string }) => text.startsWith('with j as');

test('one code, and one voucher, takes four prepared statements', async () => {
  await loadVoucherCodes(fixture, [{ code: 'TRY-FOUR', amount: 3 }], fixture.clocks.wall());
  const database = openTestDatabase(clone.url, 8);
  const statementsOf = logStatements(database);
  const quick = heldProvider();
  quick.answer();
  const delivery = await fixture.deliver({
    database,
    provider: quick.provider,
    intervals: {
      pollMs: never,
      beatMs: never,
      cleanupMs: never,
      rescheduleMs: never,
      receiptMs: never,
      rollupMs: never,
      reviewMs: never,
    },
  });
  try {
    await listening();
    for (const request of [
      async () => fixture.requestCode(newMobile(), '482913'),
      async () => (await fixture.grantVoucher(3)).id,
    ]) {
      const statements = await statementsOf(async () => {
        const id = await request();
        await waitUntil(async () => (await fixture.jobs()).length === 0);
        expect((await fixture.message(id))?.state).toBe('sent');
      });
      const first = statements.findIndex(isFetch);
      const counted = statements.filter((statement, at) => at === first || !isFetch(statement));
      expect(counted).toEqual(
        [
          /^with j as[^]*locked_by = /,
          /from inaam\.(?:message|assign_vouchers)/,
          /insert into inaam\.delivery/,
          /^delete from "graphile_worker"\._private_jobs/,
        ].map((text) => ({ text: expect.stringMatching(text), isPrepared: true })),
      );
    }
  } finally {
    await delivery.stop();
    await database.end();
  }
});

/** Fails the first completions of jobs. */
function failCompletions(database: Database, max: number): () => number {
  let failures = 0;
  database.on('connect', (connection) => {
    const query = connection.query.bind(connection);
    Object.assign(connection, {
      async query(...parameters: unknown[]): Promise<unknown> {
        const isCompletion = JSON.stringify(parameters[0]).includes('complete_job');
        if (isCompletion && failures < max) {
          failures += 1;
          throw new Error('lost');
        }
        return Reflect.apply(query, connection, parameters);
      },
    });
  });
  return () => failures;
}

test('a job that could not be completed is completed after the workers have started again', async () => {
  const database = openTestDatabase(clone.url, 8);
  const failures = failCompletions(database, 1);
  const delivery = await fixture.deliver({ database });
  for (let round = 0; round < 3; round += 1) {
    await requestCodes(1);
    await waitUntil(async () => (await fixture.jobs()).length === 0);
  }
  await delivery.stop();
  expect({ failures: failures(), workers: await fixture.workers() }).toEqual({
    failures: 1,
    workers: [],
  });
  await database.end();
});

test('[OTP-5] delivery goes on after jobs of several workers could be neither completed nor failed', async () => {
  const database = openTestDatabase(clone.url, 8);
  const failures = failCompletions(database, 2);
  const ids: string[] = [];
  const answers: PromiseWithResolvers<SendOutcome>[] = [];
  const accept = (index: number) =>
    answers[index]?.resolve({ kind: 'accepted', reference: 'late' });
  unanswered.push(() => answers.forEach((_, index) => accept(index)));
  const delivery = await fixture.deliver({
    database,
    provider: {
      send: ({ id }) => {
        ids.push(id);
        const answer = Promise.withResolvers<SendOutcome>();
        answers.push(answer);
        return answer.promise;
      },
    },
    intervals: { sendMs: never },
  });
  await requestCodes(3);
  await waitUntil(() => ids.length === 3);
  for (const index of [0, 1]) {
    accept(index);
    await waitUntil(() => failures() === index + 1);
  }
  answers[2]?.reject(new Error('no answer'));
  const [next = ''] = await requestCodes(1);
  await waitUntil(() => ids.includes(next));
  expect(wasLogged('restarted')).toBe(true);
  answers.forEach((_, index) => accept(index));
  await delivery.stop();
  await database.end();
});
