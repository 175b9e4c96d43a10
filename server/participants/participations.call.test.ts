// What concerns a number concerns all its participations: erasure, a block, the console's page.
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { claimsServer, dayMs } from '@inaam/testing/server/campaign/claims.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { eraseNumber, setBlocked } from './number-changes.sql.ts';
import { transaction } from '../database/database.ts';
import { checkRetention } from '../main/checks/program-checks.ts';
import { createCleanup } from '../main/delivery/cleanup.job.ts';

const server = await claimsServer({ perDay: 2, inAll: 3 });
afterAll(() => server.close());
beforeEach(() => server.nextMorning());

const changeOf = (mobile: string) => {
  const { campaign, keys, time } = server;
  const operator = { by: 'asha', reason: 'asked for', at: time.wall };
  return {
    campaign: campaign.id,
    mobileIndex: keys.mobileIndex(mobile),
    audit: { campaign: campaign.id, command: 'number', operator, details: {} },
  };
};

/** Oldest first. */
async function participationsOf(mobile: string) {
  const { rows } = await server.database.query<{
    pseudonym: Buffer;
    amount: number;
    isKnown: boolean;
    isWithdrawn: boolean;
    sessions: number;
    voucher: string | null;
  }>(
    `select pseudonym, amount, name_sealed is not null as "isKnown", withdrawal.at is not null as "isWithdrawn",
       message.state as voucher,
       (select count(*)::integer from inaam.token
        where token.pseudonym = participation.pseudonym and revoked_at is null) as sessions
     from inaam.participation left join inaam.reward using (campaign, pseudonym)
     left join inaam.personal_data using (campaign, pseudonym)
     left join inaam.withdrawal using (campaign, pseudonym)
     left join inaam.message using (campaign, pseudonym)
     where participation.mobile_index = $1 order by claim`,
    [server.keys.mobileIndex(mobile)],
  );
  return rows;
}

/** @param place of the participation */
async function sendVoucher(mobile: string, place: number): Promise<void> {
  const { pseudonym } = (await participationsOf(mobile))[place] ?? {};
  await server.database.query(
    `update inaam.message set state = 'sent', sent_at = owed_at where pseudonym = $1`,
    [pseudonym],
  );
}

const gone = { isKnown: false, isWithdrawn: false, sessions: 0 };

test('[PER-4] an erasure is of all participations of a number, which still claims no more than it may', async () => {
  const mobile = newMobile();
  await server.claim(mobile);
  await server.claim(mobile);
  await sendVoucher(mobile, 1);
  const erase = (isForfeited: boolean) =>
    eraseNumber(server.database, { ...changeOf(mobile), isForfeited });
  expect(await erase(false)).toBe('voucherOwed');
  expect(await participationsOf(mobile)).toMatchObject([{ isKnown: true }, { isKnown: true }]);
  await sendVoucher(mobile, 0);
  expect(await erase(false)).toBe('erased');
  expect(await participationsOf(mobile)).toMatchObject([gone, gone]);

  const refused = { status: 409, resp: { messageId: 'participationLimit' } };
  expect((await server.verify(mobile, server.newPack())).answer).toMatchObject(refused);
  server.nextMorning();
  await server.claim(mobile);
  expect((await server.verify(mobile, server.newPack())).answer).toMatchObject(refused);
  expect(await participationsOf(mobile)).toHaveLength(3);
});

test('a code that is being verified while its number is erased leaves nothing behind', async () => {
  const racing = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const [mobile, shopper] = [newMobile(), new Shopper(server)];
      shopper.pack = server.newPack();
      await shopper.register(mobile, 'Goa');
      return { mobile, shopper, code: await shopper.code(mobile) };
    }),
  );
  const erase = (mobile: string) =>
    eraseNumber(server.database, { ...changeOf(mobile), isForfeited: true });
  await Promise.all(
    racing.flatMap(({ mobile, shopper, code }) => [shopper.verifyWith(code), erase(mobile)]),
  );
  for (const { mobile, shopper } of racing) {
    await erase(mobile);
    expect((await participationsOf(mobile)).filter(({ isKnown }) => isKnown)).toEqual([]);
    expect((await shopper.call('getReward')).status).toBe(401);
  }
});

/** @returns what was logged */
async function cleanUp(): Promise<string[]> {
  const { campaign, database, time } = server;
  const logged: string[] = [];
  const error = (_: object, sentence: string) => void logged.push(sentence);
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  const log = { info: () => undefined, warn: error, error };
  await createCleanup({ database, campaign, clocks, log })();
  return logged.filter((sentence) => !sentence.includes('been owed'));
}

test('[PER-3] who withdraws and claims again is erased of what is older, and of nothing newer', async () => {
  const mobile = newMobile();
  const withdrawn = await server.claim(mobile);
  expect(await withdrawn.call('withdrawConsent')).toMatchObject({
    resp: { erased: 'afterVoucher' },
  });
  const { shopper, answer } = await server.verify(mobile, server.newPack(), withdrawn);
  expect(answer).toMatchObject({ status: 200 });
  await sendVoucher(mobile, 0);
  expect(await cleanUp()).toEqual([]);
  expect(await participationsOf(mobile)).toMatchObject([gone, { isKnown: true, sessions: 1 }]);
  const { rows } = await server.database.query<{ answer: string }>(
    'select answer from inaam.consent where user_key = $1 order by t',
    [shopper.userKey],
  );
  expect(rows.map(({ answer: given }) => given)).toEqual(['YES', 'NO', 'YES']);
  expect(await shopper.call('getReward')).toMatchObject({ status: 200 });
});

test('[PER-3] a withdrawn number that cannot be erased stops no other, and is reported', async () => {
  const { database, campaign, time } = server;
  const mobiles = [newMobile(), newMobile(), newMobile()];
  for (const mobile of mobiles) {
    await (await server.claim(mobile)).call('withdrawConsent');
    await sendVoucher(mobile, 0);
  }
  const [failing, locked] = await Promise.all(mobiles.map(participationsOf));
  await database.query(
    `create function refuse() returns trigger language plpgsql as $$
     begin
       if encode(old.pseudonym, 'hex') = '${failing?.[0]?.pseudonym.toString('hex')}' then
         raise 'refused';
       end if;
       return old;
     end $$;
     create trigger refusal before delete on inaam.personal_data
     for each row execute function refuse()`,
  );
  const areWithdrawn = async () =>
    (await Promise.all(mobiles.map(participationsOf))).map(([one]) => one?.isWithdrawn);
  const report = [
    expect.stringMatching(/^Withdrawn participations that cannot be erased: 1 \(P0001\)\./),
  ];
  await transaction(database, async (connection) => {
    const lock = 'select from inaam.withdrawal where pseudonym = $1 for update';
    await connection.query(lock, [locked?.[0]?.pseudonym]);
    expect(await cleanUp()).toEqual(report);
  });
  expect(await areWithdrawn()).toEqual([true, true, false]);
  expect(await cleanUp()).toEqual(report);
  expect(await areWithdrawn()).toEqual([true, false, false]);
  const retention = (days: number) =>
    checkRetention(database, campaign.id, time.wall + days * dayMs);
  expect(await retention(0)).toMatchObject({ state: 'ok' });
  expect(await retention(2)).toMatchObject({ found: expect.stringContaining('withdrawal') });
  await database.query('drop trigger refusal on inaam.personal_data');
  expect(await cleanUp()).toEqual([]);
  expect(await areWithdrawn()).toEqual([false, false, false]);
});

test('[PER-4] who withdraws while one voucher is owed is erased once all are sent', async () => {
  const mobile = newMobile();
  await server.claim(mobile);
  const shopper = await server.claim(mobile);
  await sendVoucher(mobile, 1);
  const answer = await shopper.call('withdrawConsent');
  expect(answer).toMatchObject({ status: 200, resp: { erased: 'afterVoucher' } });
  expect(await participationsOf(mobile)).toMatchObject([
    { isKnown: true, isWithdrawn: true, sessions: 0, voucher: 'owed' },
    { ...gone, voucher: 'sent' },
  ]);
  await sendVoucher(mobile, 0);
  expect(await cleanUp()).toEqual([]);
  expect(await participationsOf(mobile)).toMatchObject([gone, gone]);
});

test('[PRF-1] getDetails tells of each participation of a number, and of none that is erased', async () => {
  const mobile = newMobile();
  const shopper = await server.claim(mobile);
  expect((await shopper.read('getDetails')).resp).not.toHaveProperty('others');
  const second = await server.claim(mobile);
  await sendVoucher(mobile, 0);
  const [first, newest] = await participationsOf(mobile);
  const told = (of: typeof first, state: string) => ({
    amount: of?.amount,
    state,
    by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect((await second.read('getDetails')).resp).toMatchObject({
    voucher: 'owed',
    others: [told(first, 'sent')],
  });
  expect((await shopper.read('getDetails')).resp).toMatchObject({
    voucher: 'sent',
    others: [told(newest, 'owed')],
  });
  await sendVoucher(mobile, 1);
  await eraseNumber(server.database, { ...changeOf(mobile), isForfeited: false });
  server.nextMorning();
  const third = await server.claim(mobile);
  expect((await third.read('getDetails')).resp).not.toHaveProperty('others');
});

test('a block ends the sessions of all participations', async () => {
  const mobile = newMobile();
  const shoppers = [await server.claim(mobile), await server.claim(mobile)];
  await setBlocked(server.database, { ...changeOf(mobile), isBlocked: true });
  for (const shopper of shoppers)
    expect(await shopper.call('getReward')).toMatchObject({ status: 401 });
});

test('the console shows each participation of a number, and sends the voucher of the chosen one again', async () => {
  const mobile = newMobile();
  await server.claim(mobile);
  await server.claim(mobile);
  await sendVoucher(mobile, 0);
  const opened = await testConsole(server);
  onTestFinished(() => opened.close());
  const cookie = await opened.signedIn('manager');
  const reason = 'complaint 4711';
  const find = async (text: string, by = 'number') => {
    const { body } = await opened.call('findPerson', { by, text, reason }, { cookie });
    return consoleCalls.findPerson.answer.parse(body);
  };
  const [first] = await participationsOf(mobile);
  const newest = await find(mobile);
  expect(newest).toMatchObject({
    state: 'waiting',
    participations: [
      { isChosen: false, isBonus: false, state: 'sent', amount: first?.amount },
      { isChosen: true, state: 'waiting' },
    ],
    voucher: { state: 'owed', canResend: false },
    tellCaller: expect.arrayContaining([
      expect.stringMatching(`^Your other voucher of ₹${first?.amount}, of .*, was sent`),
    ]),
  });
  const pseudonym = first?.pseudonym.toString('hex') ?? '';
  const chosen = await find(pseudonym, 'pseudonym');
  expect(chosen).toMatchObject({
    person: newest.person,
    state: 'sent',
    participations: [{ isChosen: true, pseudonym }, { isChosen: false }],
    reward: { pseudonym, amount: first?.amount },
    voucher: { state: 'sent', canResend: true },
  });
  expect(chosen.events.filter(({ kind }) => kind === 'reward')).toHaveLength(2);
  const message = chosen.voucher?.message;
  const { person } = chosen;
  const resent = await opened.call('resendVoucher', { person, message, reason }, { cookie });
  expect(resent).toMatchObject({ status: 200 });
  expect((await participationsOf(mobile))[0]).toMatchObject({ voucher: 'owed' });

  const exported = await opened.call('exportNumber', { person, reason }, { cookie });
  const { json } = consoleCalls.exportNumber.answer.parse(exported.body);
  expect(JSON.parse(json)).toMatchObject({
    participations: [
      { mobile, pseudonym, reward: { amount: first?.amount } },
      { mobile, isBonus: false },
    ],
    sessions: [{}, {}],
    messages: expect.arrayContaining([expect.objectContaining({ kind: 'voucher' })]),
  });
});
