import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import {
  countRows,
  readLedger,
  waitUntilBlocked,
} from '@inaam/testing/server/database/database-queries.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { rewardRulesOf } from '../draw/promise.rules.ts';
import { createMutex } from '../database/batches/gather.ts';
import { transaction, type Database } from '../database/database.ts';
import { lockHead } from '../draw/ledger.sql.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { typedCode } from '../codes/one-time-code.ts';
import { codeTriesMax, rateLimits } from '../codes/rate-limits.rules.ts';
import { verifyCodes, type Verified, type VerifyingTry } from './verifications.sql.ts';
import { skipLedgerChecks } from '@inaam/testing/server/database/database-outage.ts';

const server = await testServer();
afterAll(() => server.close());

/** A device that has registered and knows its code. */
async function registered(mobile: string): Promise<VerifyingTry> {
  const { keys, time } = server;
  time.wall += 61_000;
  const shopper = new Shopper(server);
  await shopper.register(mobile, 'Goa');
  const mobileIndex = keys.mobileIndex(mobile);
  const { userKey } = shopper;
  const [t, otp] = [time.wall, await shopper.code(mobile)];
  const typed = typedCode(keys, { otp, t }, userKey, mobileIndex);
  const verificationOf = () => ({
    state: 'Goa',
    today: '2025-07-01',
    pseudonymFor: (claim: number) => keys.pseudonymOf(mobileIndex, claim),
    sealFor: (pseudonym: Uint8Array) => ({
      mobileSealed: mobileIndex,
      nameSealed: Buffer.from(pseudonym),
    }),
    token: { hash: keys.tokenHash(userKey), expiresAt: t + 1000 },
  });
  return { userKey, mobileIndex, t, now: t, typed, verificationOf };
}

const options = { rules: rewardRulesOf(server.campaign), rateLimits };

async function verify(...batch: VerifyingTry[]): Promise<Verified[]> {
  const { database, campaign } = server;
  const results = await verifyCodes(database, campaign.id, options)(batch);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

const guessing = (item: VerifyingTry, otp = 'guess'): VerifyingTry => ({
  ...item,
  typed: typedCode(server.keys, { otp, t: item.t }, item.userKey, item.mobileIndex),
});
const wrong = { kind: 'refuse', messageId: 'invalidOtp' };

test('a batch has one answer for each: enrolled, returning, and a wrong code that is counted', async () => {
  const returning = newMobile();
  const [before] = await verify(await registered(returning));
  if (before?.kind !== 'first') throw new Error('nobody was enrolled');
  const [first, again, late] = [
    await registered(newMobile()),
    await registered(returning),
    await registered(newMobile()),
  ];
  const counts = async () => ({
    participants: await countRows(server.database, 'participation'),
    entries: await countRows(server.database, 'ledger'),
    tokens: await countRows(server.database, 'token'),
  });
  const { participants, entries, tokens } = await counts();
  const pseudonym = server.keys.pseudonymOf(first.mobileIndex, 1);
  expect(await verify(first, again, guessing(late))).toEqual([
    {
      kind: 'first',
      isNew: true,
      pseudonym,
      state: 'Goa',
      promise: 'chance',
      drawNumber: (before.drawNumber ?? 0) + 1,
    },
    { ...before, isNew: false },
    wrong,
  ]);
  expect(await counts()).toEqual({
    participants: participants + 1,
    entries: entries + 1,
    tokens: tokens + 2,
  });
  expect((await readLedger(server)).at(-1)).toMatchObject({ pseudonym });
  const { rows } = await server.database.query(
    'select code_used_at, tries from inaam.code_request where user_key = $1',
    [late.userKey],
  );
  expect(rows).toEqual([{ code_used_at: null, tries: 1 }]);
});

test('neither a returning participant nor a wrong code nor a right one that is not counted waits for the head', async () => {
  const returning = newMobile();
  await verify(await registered(returning));
  const [again, late] = [await registered(returning), await registered(newMobile())];
  const used = await registered(newMobile());
  for (let tries = 0; tries < codeTriesMax; tries += 1) await verify(guessing(used, `${tries}`));
  await transaction(server.database, async (connection) => {
    await lockHead(connection, server.campaign.id);
    const answers = await verify(again, guessing(late), used);
    const refused = { kind: 'refuse', messageId: 'expiredOtp' };
    expect(answers).toEqual([expect.objectContaining({ kind: 'first' }), wrong, refused]);
  });
});

test.each(['code_request', 'participation'])(
  'of a batch only the verification whose %s somebody else has locked waits for it',
  async (table) => {
    const { database, campaign } = server;
    const mobile = newMobile();
    await verify(await registered(mobile));
    const held = await registered(mobile);
    const others: VerifyingTry[] = [];
    while (others.length < 7) others.push(await registered(newMobile()));
    let transactions = 0;
    const url = new URL(server.databaseUrl);
    url.searchParams.set('lock_timeout', '300');
    const limited = openTestDatabase(url.href, 3);
    const connect = (...wanted: []) => {
      if (wanted.length === 0) transactions += 1;
      return limited.connect(...wanted);
    };
    const counting: Database = Object.assign(Object.create(limited), { connect });
    const batched = verifyCodes(counting, campaign.id, { ...options, mutex: createMutex() });
    const done: string[] = [];
    const all = await transaction(database, async (connection) => {
      await connection.query(
        `select from inaam.${table} where campaign = $1 and mobile_index = $2 for no key update`,
        [campaign.id, held.mobileIndex],
      );
      const items = [held, ...others];
      const started = items.map((item) => batched.one(item).finally(() => done.push(item.userKey)));
      await Promise.all(started.slice(1));
      await batched.one(await registered(newMobile()));
      expect(done).not.toContain(held.userKey);
      return started;
    });
    // One that met the lock, one for the others, one for who came later.
    expect(transactions).toBe(3);
    // Again, if it waited too long.
    expect((await all[0]?.catch(() => batched.one(held)))?.kind).toBe('first');
    await limited.end();
  },
);

test('[CAM-2] a mobile that is enrolled while its other verification waits for the head stays that participant', async () => {
  const { database, campaign } = server;
  const waiting = await registered(newMobile());
  const pseudonym = randomBytes(16);
  await skipLedgerChecks(database);
  const verified = await transaction(database, async (connection) => {
    await lockHead(connection, campaign.id);
    const recorded = verify(waiting);
    await waitUntilBlocked(database);
    await connection.query(
      `insert into inaam.participation (campaign, pseudonym, mobile_index, state, verified_at)
       values ($1, $2, $3, 'Kerala', now())`,
      [campaign.id, pseudonym, waiting.mobileIndex],
    );
    return { recorded };
  });
  expect(await verified.recorded).toMatchObject([{ kind: 'first', pseudonym, state: 'Kerala' }]);
});

test('of a participant’s tokens the newest two are valid', async () => {
  const [mobile, other] = [newMobile(), newMobile()];
  const issued: VerifyingTry[] = [];
  for (let count = 1; count <= 4; count += 1) {
    const verification = await registered(mobile);
    issued.push(verification);
    await verify(verification, await registered(other));
    const { rows } = await server.database.query<{ token_hash: Buffer }>(
      `select token_hash from inaam.token join inaam.participation using (campaign, pseudonym)
       where mobile_index = $1 and revoked_at is null order by number`,
      [verification.mobileIndex],
    );
    expect(rows.map((row) => row.token_hash)).toEqual(
      issued.slice(-2).map(({ userKey }) => server.keys.tokenHash(userKey)),
    );
  }
});
