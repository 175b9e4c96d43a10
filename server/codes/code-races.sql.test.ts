// Simultaneous transactions of several processes. Within a process, batches keep conflicting items
// apart.
import { afterAll, expect, test } from 'vitest';
import { codeRequest, consentedDevice, tryOf } from '@inaam/testing/server/shopper/code-request.ts';
import {
  countCodeMessages,
  readGuarded,
  readTryCount,
} from '@inaam/testing/server/database/database-queries.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import {
  limitsWithoutPrices as rateLimits,
  testServer,
} from '@inaam/testing/server/app/test-server.ts';
import { requestCodes, type CodeRequest } from './code-requests.sql.ts';
import { rewardRulesOf } from '../draw/promise.rules.ts';
import { verifyCodes } from '../participants/verifications.sql.ts';
import type { Try } from './code-tries.sql.ts';

const server = await testServer({ connections: 10 });
afterAll(() => server.close());

/** Each call is of another process. */
async function outcomeOf(item: Try): Promise<string> {
  const { database, campaign } = server;
  const options = { rules: rewardRulesOf(campaign), rateLimits };
  const outcome = await verifyCodes(database, campaign.id, options).one(item);
  return outcome.kind === 'refuse' ? outcome.messageId : outcome.kind;
}

const processes = 8;
const eachProcess = <Item>(item: (place: number) => Item) =>
  Array.from({ length: processes }, (_, place) => item(place));

test('[OTP-6] of simultaneous registrations of a new device for new mobiles three cause an SMS', async () => {
  const userKey = await consentedDevice(server);
  const mobiles = eachProcess(newMobile);
  const kinds = await request(mobiles.map((mobile) => codeRequest(server, userKey, mobile)));
  expect(kinds).toEqual([...Array(5).fill('refuse'), ...Array(3).fill('send')]);
  const sent = await Promise.all(mobiles.map((mobile) => countCodeMessages(server, mobile)));
  expect(sent.filter((count) => count === 1)).toHaveLength(3);
});

test('[OTP-6] of simultaneous registrations of a new mobile by new devices one causes an SMS', async () => {
  const mobile = newMobile();
  const userKeys = await Promise.all(eachProcess(() => consentedDevice(server)));
  const kinds = await request(userKeys.map((userKey) => codeRequest(server, userKey, mobile)));
  expect(kinds).toEqual(['send', ...Array(7).fill('wait')]);
  expect(await countCodeMessages(server, mobile)).toBe(1);
});

test('[OTP-5] of simultaneous tries of one code five are compared', async () => {
  const { database, campaign } = server;
  const mobile = newMobile();
  const registration = codeRequest(server, await consentedDevice(server), mobile);
  await requestCodes(database, campaign.id, rateLimits).one(registration);
  const outcomes = await simultaneously(
    eachProcess((place) => () => outcomeOf(tryOf(server, registration, place))),
  );
  expect(outcomes).toEqual([...Array(3).fill('expiredOtp'), ...Array(5).fill('invalidOtp')]);
  expect(await readTryCount(server, mobile)).toBe(5);
});

test('[OTP-5] of simultaneous copies of one try one is counted, and all are compared', async () => {
  const { database, campaign } = server;
  const mobile = newMobile();
  const registration = codeRequest(server, await consentedDevice(server), mobile);
  await requestCodes(database, campaign.id, rateLimits).one(registration);
  const outcomes = await simultaneously(
    eachProcess(() => () => outcomeOf(tryOf(server, registration))),
  );
  expect(outcomes).toEqual(Array(8).fill('invalidOtp'));
  expect(await readTryCount(server, mobile)).toBe(1);
});

test("another campaign's proof of work is not used here", async () => {
  const { database, campaign } = server;
  const used = async (of: string) => {
    const values = [of, Buffer.alloc(32)];
    const { rows } = await database.query<{ isUsed: boolean }>(
      `select (inaam.read_send_counters($1, '{}', $2) ->> 'isProofUsed')::boolean as "isUsed"`,
      values,
    );
    return rows;
  };
  await database.query(`insert into inaam.used_proof values ('other', $1, now())`, [
    Buffer.alloc(32),
  ]);
  expect(await used(campaign.id)).toEqual([{ isUsed: false }]);
  expect(await used('other')).toEqual([{ isUsed: true }]);
});

/** A mobile that has been sent all four codes of a day. */
async function mobileToGuard(): Promise<string> {
  const mobile = newMobile();
  for (let sent = 0; sent < 4; sent += 1) {
    server.time.wall += 60_000;
    await request([codeRequest(server, await consentedDevice(server), mobile)]);
  }
  server.time.wall += 60_000;
  return mobile;
}

test('[OTP-6] of simultaneous registrations of a guarded mobile one causes an SMS', async () => {
  const mobile = await mobileToGuard();
  const userKeys = await Promise.all(eachProcess(() => consentedDevice(server)));
  const kinds = await request(userKeys.map((userKey) => codeRequest(server, userKey, mobile)));
  expect(kinds).toEqual(['send', ...Array(7).fill('wait')]);
  expect(await countCodeMessages(server, mobile)).toBe(5);
});

test('[OTP-5] of simultaneous tries of the last guarded code one is compared on each device', async () => {
  const { keys } = server;
  const mobile = await mobileToGuard();
  const userKeys = await Promise.all([consentedDevice(server), consentedDevice(server)]);
  const register = async () => {
    const requests = userKeys.map((userKey) => codeRequest(server, userKey, mobile));
    await request(requests);
    return requests;
  };
  for (const item of await register()) {
    const code = keys.guardedCode(item.mobileIndex, item.now);
    expect(await outcomeOf(tryOf(server, item, Number(code)))).toBe('tryAgain');
  }
  expect(await readGuarded(server, mobile)).toMatchObject({ misses: 0 });
  server.time.wall += 300_000;
  const items = await register();
  const outcomes = await simultaneously(
    eachProcess((place) => async () => {
      const [even, odd] = items;
      const item = place % 2 === 0 ? even : odd;
      return item ? outcomeOf(tryOf(server, item, place)) : '';
    }),
  );
  expect(outcomes).toEqual(Array(8).fill('invalidOtp'));
  expect(await readGuarded(server, mobile)).toMatchObject({ misses: 2 });
});

function request(requests: readonly CodeRequest[]): Promise<string[]> {
  const { database, campaign } = server;
  return simultaneously(
    requests.map((item) => async () => {
      const verdict = await requestCodes(database, campaign.id, rateLimits).one(item);
      return verdict.kind;
    }),
  );
}

/** Blocks all transactions until each waits for a lock. @returns sorted results */
async function simultaneously(works: readonly (() => Promise<string>)[]): Promise<string[]> {
  const { database } = server;
  const lock = await database.connect();
  try {
    await lock.query('begin');
    // Every transaction reads this table after taking its own locks.
    await lock.query('lock table inaam.consent in access exclusive mode');
    const results = Promise.all(works.map((work) => work()));
    await expect
      .poll(async () => {
        const { rowCount } = await database.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(works.length);
    await lock.query('rollback');
    return (await results).toSorted();
  } finally {
    lock.release();
  }
}
