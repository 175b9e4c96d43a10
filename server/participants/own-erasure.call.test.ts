// People withdraw consent or erase their data, by session or by a code (docs/decisions/0024).
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { eraseProven } from './own-erasure.sql.ts';
import { createCleanup } from '../main/delivery/cleanup.job.ts';
import {
  countCodeMessages,
  countRows,
  readRewards,
  tableHashes,
} from '@inaam/testing/server/database/database-queries.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

const server = await testServer({ role: 'inaam_serve' });
afterAll(() => server.close());

const details = { name: 'Asha', state: 'Kerala', city: 'Kochi', gender: 'female', age: '30' };

async function verified(mobile: string, state = 'Karnataka'): Promise<Shopper> {
  const shopper = new Shopper(server);
  expect((await shopper.verify(mobile, state)).status).toBe(200);
  return shopper;
}

async function winner(mobile: string): Promise<Shopper> {
  const shopper = await verified(mobile);
  expect((await shopper.call('getReward')).status).toBe(200);
  return shopper;
}

/** Stored data that identifies the person or leads to a device. */
async function traces(mobile: string): Promise<string[]> {
  const index = server.keys.mobileIndex(mobile);
  const owned = `pseudonym in (select pseudonym from inaam.participation where mobile_index = $1)`;
  const places = {
    code_request: 'mobile_index = $1',
    message: `mobile_index = $1 and kind = 'otp'`,
    token: owned,
    personal_data: owned,
    withdrawal: owned,
  };
  const found = await Promise.all(
    Object.entries(places).map(async ([table, of]) => {
      const sql = `select from inaam.${table} where ${of}`;
      const { rowCount } = await server.database.query(sql, [index]);
      return rowCount === 0 ? [] : [table];
    }),
  );
  return found.flat();
}

async function newestConsent({ userKey }: Shopper): Promise<string | undefined> {
  const { rows } = await server.database.query<{ answer: string }>(
    'select answer from inaam.consent where user_key = $1 order by t desc limit 1',
    [userKey],
  );
  return rows[0]?.answer;
}

async function voucherStates(mobile: string): Promise<string[]> {
  const { rows } = await server.database.query<{ state: string }>(
    `select message.state from inaam.message join inaam.participation using (campaign, pseudonym)
     where participation.mobile_index = $1`,
    [server.keys.mobileIndex(mobile)],
  );
  return rows.map(({ state }) => state);
}

async function setVoucherSent(mobile: string): Promise<void> {
  await server.database.query(
    `update inaam.message set state = 'sent' where kind = 'voucher' and pseudonym = (
       select pseudonym from inaam.participation where mobile_index = $1)`,
    [server.keys.mobileIndex(mobile)],
  );
}

async function cleanUp(): Promise<void> {
  const { campaign, database, time } = server;
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const problems: string[] = [];
  const warn = (_: object, sentence: string) => void problems.push(sentence);
  const log = { info: () => undefined, warn, error: warn };
  await createCleanup({ database, campaign, clocks, log })();
  expect(problems).toEqual([]);
}

const rewardsOf = async (mobile: string) =>
  (await readRewards(server)).filter((reward) =>
    reward.mobileIndex.equals(server.keys.mobileIndex(mobile)),
  );

const erasedNow = { status: 200, resp: { statusCode: 200, erased: 'now' } };
const erasedLater = { status: 200, resp: { statusCode: 200, erased: 'afterVoucher' } };

test.each(['withdrawConsent', 'eraseData'] as const)(
  '[PER-2] after %s nothing names the person, every session is over and the newest consent is NO',
  async (name) => {
    const mobile = newMobile();
    const shopper = await verified(mobile);
    await shopper.call('editDetails', details);
    server.time.wall += 61_000;
    const other = await verified(mobile);
    expect(await shopper.call(name)).toEqual(expect.objectContaining(erasedNow));
    expect(await traces(mobile)).toEqual([]);
    for (const device of [shopper, other]) {
      expect((await device.read('getDetails')).status).toBe(401);
      expect((await device.call('getReward')).status).toBe(401);
      expect(await newestConsent(device)).toBe('NO');
    }
    server.time.wall += 61_000;
    const fields = { name: 'Asha', mobile, state: 'Goa', agree1: true };
    expect((await shopper.call('register', fields)).resp).toMatchObject({
      messageId: 'invalidData',
    });
  },
);

test('[PER-3] who withdraws while a voucher is owed gets it first, and is erased once it is sent', async () => {
  const mobile = newMobile();
  const shopper = await winner(mobile);
  await shopper.call('editDetails', details);
  expect(await shopper.call('withdrawConsent')).toMatchObject(erasedLater);
  expect(await traces(mobile)).toEqual(['personal_data', 'withdrawal']);
  expect(await newestConsent(shopper)).toBe('NO');
  expect((await shopper.call('getReward')).status).toBe(401);
  const kept = await server.database.query(
    'select from inaam.personal_data where details_sealed is not null',
  );
  expect(kept.rowCount).toBe(0);

  await cleanUp();
  expect(await traces(mobile)).toEqual(['personal_data', 'withdrawal']);
  expect(await voucherStates(mobile)).toEqual(['owed']);
  await setVoucherSent(mobile);
  await cleanUp();
  expect(await traces(mobile)).toEqual([]);
  expect(await voucherStates(mobile)).toEqual(['sent']);
});

test('[PER-3] who erases gives up a voucher that is not sent yet; one that was sent stays sent', async () => {
  const [early, late] = [newMobile(), newMobile()];
  const [shopper, patient] = [await winner(early), await winner(late)];
  await setVoucherSent(late);
  expect(await shopper.call('eraseData')).toMatchObject(erasedNow);
  expect(await patient.call('eraseData')).toMatchObject(erasedNow);
  expect(await voucherStates(early)).toEqual(['failed']);
  expect(await voucherStates(late)).toEqual(['sent']);
  expect([await traces(early), await traces(late)]).toEqual([[], []]);
});

test('[PER-5] a repeated or replayed call gets the same answer and changes nothing', async () => {
  const mobile = newMobile();
  const shopper = await winner(mobile);
  const data = shopper.signed({});
  expect(await shopper.post('withdrawConsent', data)).toMatchObject(erasedLater);
  const before = await tableHashes(server.database);
  expect(await shopper.post('withdrawConsent', data)).toMatchObject(erasedLater);
  // The session was used up by the withdrawal: erasing now needs a new proof.
  expect(await shopper.call('eraseData')).toMatchObject(erasedLater);
  expect(await tableHashes(server.database)).toEqual(before);
});

test('[PER-5] a captured call does not erase who came back with a new consent', async () => {
  const mobile = newMobile();
  const shopper = await verified(mobile);
  const { accessToken } = shopper;
  const data = shopper.signed({});
  expect(await shopper.post('eraseData', data)).toMatchObject(erasedNow);
  server.time.wall += 61_000;
  await shopper.verify(mobile);
  const before = await tableHashes(server.database);
  expect(await shopper.post('eraseData', data, { token: accessToken })).toMatchObject(erasedNow);
  expect(await tableHashes(server.database)).toEqual(before);
  expect((await shopper.read('getDetails')).status).toBe(200);
});

test('[PER-5] a captured code request does not bring an erased number back', async () => {
  const mobile = newMobile();
  const shopper = await verified(mobile);
  server.time.wall += 61_000;
  const fields = { name: 'Asha', mobile, state: 'Goa', agree1: true };
  const [registration, proof] = [shopper.signed(fields), shopper.signed({ mobile })];
  expect((await shopper.post('register', registration)).status).toBe(200);
  expect((await shopper.post('proveNumber', proof)).status).toBe(200);
  expect(await shopper.call('eraseData')).toMatchObject(erasedNow);
  // Even with the consent given for another number.
  expect((await shopper.register(newMobile())).status).toBe(200);
  server.time.wall += 61_000;
  const before = await tableHashes(server.database);
  await shopper.post('register', registration);
  await shopper.post('proveNumber', proof);
  expect(await tableHashes(server.database)).toEqual(before);
  expect(await traces(mobile)).toEqual([]);
});

test('[PER-4][CAM-2] a number that was erased gets no second reward, by withdrawal or erasure', async () => {
  for (const name of ['withdrawConsent', 'eraseData'] as const) {
    const mobile = newMobile();
    const shopper = await winner(mobile);
    const [reward] = await rewardsOf(mobile);
    expect((await shopper.call(name)).status).toBe(200);
    server.time.wall += 61_000;
    const again = new Shopper(server);
    const answer = await again.verify(mobile, 'Goa');
    expect(answer.resp).toMatchObject({ messageId: 'participationLimit' });
    expect((await again.call('getReward')).status).toBe(401);
    expect(await rewardsOf(mobile)).toEqual([reward]);
  }
});

test('[PER-4] who erases before playing keeps the card that is bound to the number, and plays once', async () => {
  const mobile = newMobile();
  const promise = () =>
    server.database.query(
      'select promise, draw_number, state from inaam.participation where mobile_index = $1',
      [server.keys.mobileIndex(mobile)],
    );
  const shopper = await verified(mobile, 'Goa');
  const { rows } = await promise();
  expect(await shopper.call('eraseData')).toMatchObject(erasedNow);
  server.time.wall += 61_000;
  const again = await verified(mobile, 'Tamil Nadu');
  expect((await promise()).rows).toEqual(rows);
  expect((await again.call('getReward')).status).toBe(200);
  expect(await rewardsOf(mobile)).toHaveLength(1);
});

test('[PER-5] only a session of the number erases it', async () => {
  const mobile = newMobile();
  const shopper = await verified(mobile);
  const other = await verified(newMobile());
  const before = await tableHashes(server.database);
  for (const token of [undefined, other.accessToken, 'x'.repeat(43)]) {
    expect((await shopper.call('eraseData', {}, { token })).status).toBe(401);
  }
  expect((await other.call('eraseData', {}, { token: shopper.accessToken })).status).toBe(401);
  server.time.wall += 12 * 3_600_000;
  expect((await shopper.call('eraseData')).status).toBe(401);
  expect(await tableHashes(server.database)).toEqual(before);
});

test('[PER-5] the database itself erases nobody by a session that is over, or of another device or campaign', async () => {
  const { campaign, database, keys } = server;
  const shopper = await verified(newMobile());
  const other = await verified(newMobile());
  const { rows } = await database.query<{ expires_at: Date }>(
    'select expires_at from inaam.token where user_key = $1',
    [shopper.userKey],
  );
  const end = rows[0]?.expires_at.getTime() ?? 0;
  const erase = ({ userKey } = shopper, now = end - 1, id = campaign.id) => {
    const proof = keys.tokenHash(shopper.accessToken ?? '');
    const token = { userKey, proof, mobileIndex: undefined, sender: undefined };
    return eraseProven(database, id).one({ ...token, isForfeited: true, now });
  };
  const setRevoked = (at: Date | null) =>
    database.query('update inaam.token set revoked_at = $1 where user_key = $2', [
      at,
      shopper.userKey,
    ]);
  await setRevoked(new Date(end - 2));
  expect(await erase()).toBe('unproven');
  await setRevoked(null);
  expect(await erase(shopper, end)).toBe('unproven');
  expect(await erase(other)).toBe('unproven');
  expect(await erase(shopper, end - 1, 'another-campaign')).toBe('unproven');
  expect(await erase()).toBe('now');
});

test('[HOM-6] a Yes of the very millisecond of a withdrawal counts, and a copy of it undoes no later No', async () => {
  const shopper = await verified(newMobile());
  expect(await shopper.call('eraseData')).toMatchObject(erasedNow);
  const answers = async () => {
    const { rows } = await server.database.query<{ t: string; answer: string }>(
      'select t, answer from inaam.consent where user_key = $1 order by t',
      [shopper.userKey],
    );
    return rows;
  };
  const t = Number((await answers()).at(-1)?.t);
  const yes = shopper.signed({ agree: 'YES' }, { t });
  for (let copies = 0; copies < 2; copies += 1)
    expect(await shopper.post('recordConsent', yes)).toMatchObject({ status: 200 });
  expect((await answers()).map(({ answer }) => answer)).toEqual(['YES', 'NO', 'YES']);
  server.time.wall = t + 2;
  expect(await shopper.call('recordConsent', { agree: 'NO' })).toMatchObject({ status: 200 });
  expect(await shopper.post('recordConsent', yes)).toMatchObject({ status: 200 });
  expect(await newestConsent(shopper)).toBe('NO');
  expect(await answers()).toHaveLength(4);
});

async function proving(mobile: string): Promise<{ shopper: Shopper; otp: string }> {
  server.time.wall += 61_000;
  const shopper = new Shopper(server);
  await shopper.start();
  expect((await shopper.call('proveNumber', { mobile })).resp).toEqual({
    statusCode: 200,
    resendAfter: 60,
  });
  return { shopper, otp: await shopper.code(mobile) };
}

test('[PER-1] a person without a session proves the number by a code, and is granted nothing new', async () => {
  const mobile = newMobile();
  await winner(mobile);
  const { shopper, otp } = await proving(mobile);
  const counted = async () => [
    await countRows(server.database, 'participation'),
    await countRows(server.database, 'ledger'),
  ];
  const before = await counted();
  expect((await shopper.call('verifyOtp', { otp })).resp).toMatchObject({
    messageId: 'invalidData',
  });
  expect(await shopper.call('withdrawConsent', { mobile, otp })).toMatchObject(erasedLater);
  expect(await shopper.call('withdrawConsent', { mobile, otp })).toMatchObject(erasedLater);
  expect(await counted()).toEqual(before);

  const { shopper: again, otp: newer } = await proving(mobile);
  expect(await again.call('eraseData', { mobile, otp: newer })).toMatchObject(erasedNow);
  expect(await traces(mobile)).toEqual([]);
  expect(await voucherStates(mobile)).toEqual(['failed']);
  expect(await counted()).toEqual(before);
});

test('[PER-5] a code asked for is answered alike, whether the number is new, a winner, blocked or erased', async () => {
  const [unknown, won, blocked, erased] = [newMobile(), newMobile(), newMobile(), newMobile()];
  await winner(won);
  await verified(blocked);
  await server.database.query(
    'update inaam.mobile_limits set blocked = true where mobile_index = $1',
    [server.keys.mobileIndex(blocked)],
  );
  await (await winner(erased)).call('eraseData');
  const devices = [];
  for (const mobile of [unknown, won, blocked, erased]) {
    const { shopper } = await proving(mobile);
    devices.push(shopper.userKey);
  }
  expect(new Set(devices).size).toBe(4);
});

test('[PER-2] a number that never came is erased like any other: only its registration is known', async () => {
  const mobile = newMobile();
  const { shopper, otp } = await proving(mobile);
  expect(await shopper.call('eraseData', { mobile, otp })).toMatchObject(erasedNow);
  expect(await traces(mobile)).toEqual([]);
});

test('[PER-5] wrong codes are counted, five end a code, and nothing is erased', async () => {
  const mobile = newMobile();
  await winner(mobile);
  const { shopper, otp } = await proving(mobile);
  const wrong = otp === '000000' ? '000001' : '000000';
  const before = await traces(mobile);
  const ids = [];
  for (let tried = 0; tried < 6; tried++) {
    const { resp } = await shopper.call('eraseData', { mobile, otp: wrong });
    ids.push(resp['messageId']);
  }
  expect(ids).toEqual([...Array<string>(5).fill('invalidOtp'), 'expiredOtp']);
  expect((await shopper.call('eraseData', { mobile, otp })).resp).toMatchObject({
    messageId: 'expiredOtp',
  });
  expect(await traces(mobile)).toEqual(before);
});

test('[PER-5][OTP-6] a code is due once a minute, and the number keeps its limits after the erasure', async () => {
  const mobile = newMobile();
  const { shopper, otp } = await proving(mobile);
  expect((await shopper.call('proveNumber', { mobile })).resp).toEqual({
    statusCode: 200,
    resendAfter: 60,
  });
  expect(await shopper.call('eraseData', { mobile, otp })).toMatchObject(erasedNow);
  const again = new Shopper(server);
  await again.start();
  expect((await again.call('proveNumber', { mobile })).resp).toMatchObject({ resendAfter: 60 });
  await expect(again.code(mobile)).rejects.toThrow('no code');
});

test.each([
  [{ mobile: '123', otp: '123456' }, 'invalidMobile'],
  [{ otp: '123456' }, 'invalidMobile'],
  [{ mobile: '9999999999' }, 'invalidOtp'],
  [{ mobile: '9999999999', otp: 'abc' }, 'invalidOtp'],
  [{ mobile: '9999999999', otp: '123456', pseudonym: 'x' }, 'invalidData'],
])('[PER-5] %j is refused with %s', async (fields, messageId) => {
  const shopper = new Shopper(server);
  await shopper.start();
  const before = await tableHashes(server.database);
  for (const name of ['withdrawConsent', 'eraseData'] as const) {
    expect(await shopper.call(name, fields)).toMatchObject({ status: 400, resp: { messageId } });
  }
  expect(await tableHashes(server.database)).toEqual(before);
});

test('[PER-1] a person can be erased before and after the programme too', async () => {
  const mobile = newMobile();
  await winner(mobile);
  const { campaign } = server.time;
  onTestFinished(() => void (server.time.campaign = campaign));
  for (const day of ['2020-01-01', '2030-01-01']) {
    server.time.campaign = Date.parse(`${day}T06:00:00Z`);
    const { shopper, otp } = await proving(mobile);
    expect((await shopper.call('withdrawConsent', { mobile, otp })).status).toBe(200);
  }
});

test('[PER-3] a spin and a withdrawal at once: a voucher that is owed keeps its number, otherwise nothing is left', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const mobile = newMobile();
      return { mobile, shopper: await verified(mobile) };
    }),
  );
  const answers = await Promise.all(
    people.flatMap(({ shopper }, at) => {
      const calls = ['getReward', 'withdrawConsent'] as const;
      const order = at % 2 === 0 ? calls : calls.toReversed();
      return order.map(async (name) => ({ name, answer: await shopper.call(name) }));
    }),
  );
  const withdrawn = answers.filter(({ name }) => name === 'withdrawConsent');
  for (const [at, { mobile }] of people.entries()) {
    const { erased } = withdrawn[at]?.answer.resp ?? {};
    expect((await rewardsOf(mobile)).length).toBeLessThanOrEqual(1);
    expect(await traces(mobile)).toEqual(
      erased === 'afterVoucher' ? ['personal_data', 'withdrawal'] : [],
    );
  }
});

test('[PER-5] who proves a number can stop all codes to it, and a stranger cannot', async () => {
  const mobile = newMobile();
  const [stranger, owner] = [new Shopper(server), new Shopper(server)];
  for (const shopper of [stranger, owner]) await shopper.start();
  await owner.call('proveNumber', { mobile });
  const code = await owner.code(mobile);
  const wrong = { mobile, otp: code === '000000' ? '000001' : '000000', stopCodes: true };
  expect(await stranger.call('withdrawConsent', wrong)).toMatchObject({ status: 400 });
  expect(await owner.call('withdrawConsent', wrong)).toMatchObject({ status: 400 });
  server.time.wall += 60_000;
  expect(await stranger.register(mobile)).toMatchObject({ status: 200 });
  expect(await countCodeMessages(server, mobile)).toBe(2);
  const right = { ...wrong, otp: code };
  expect(await owner.call('withdrawConsent', right)).toMatchObject({ resp: { erased: 'now' } });
  // Other shoppers get the same answers as before.
  for (const shopper of [stranger, new Shopper(server)]) {
    server.time.wall += 3_600_000;
    expect(await shopper.register(mobile)).toMatchObject({
      status: 200,
      resp: { resendAfter: 60 },
    });
    server.time.wall += 60_000;
    expect(await shopper.call('resendOtp')).toMatchObject({ resp: { resendAfter: 60 } });
  }
  // Messages that were sent are erased.
  expect(await countCodeMessages(server, mobile)).toBe(0);
});

test('[PER-5] a number that thousands of devices have registered is erased all the same', async () => {
  const { campaign, keys, databaseUrl, time } = server;
  const mobile = newMobile();
  const owner = new Shopper(server);
  expect((await owner.verify(mobile)).status).toBe(200);
  // Connects as the table owner, on one connection whose settings are changed below.
  const database = openDatabase(databaseUrl, 1, 'keyLookups');
  onTestFinished(() => database.end());
  const devices = Array.from({ length: 8000 }, () => keys.newUserKey());
  for (const [table, columns, values] of [
    ['consent', 't, answer, notice_hash, at', `1, 'YES', 'hash', $3`],
    ['device_limits', 'sends', 'array[$3::timestamptz]'],
    ['code_request', 'requested_t, registered_at, mobile_index', '1, $3, $4'],
  ]) {
    await database.query(
      `insert into inaam.${table} (campaign, user_key, ${columns})
       select $1, user_key, ${values} from unnest($2::text[]) as user_key where $4::bytea is not null`,
      [campaign.id, devices, new Date(time.wall), keys.mobileIndex(mobile)],
    );
  }
  // The query needs a tenth of this. Comparing each device with each needs far more.
  await database.query('alter table inaam.consent disable trigger twin_is_added');
  await database.query(`set statement_timeout = '6s'`);
  const proof = keys.tokenHash(owner.accessToken ?? '');
  const { userKey } = owner;
  const token = { userKey, proof, mobileIndex: undefined, sender: undefined };
  const erase = eraseProven(database, campaign.id);
  expect(await erase.one({ ...token, isForfeited: false, now: time.wall })).toBe('now');
  const left = 'select from inaam.code_request where mobile_index = $1';
  const { rowCount } = await server.database.query(left, [keys.mobileIndex(mobile)]);
  expect(rowCount).toBe(0);
});
