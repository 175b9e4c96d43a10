import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import {
  countRows,
  countCodeMessages,
  readTryCount,
} from '@inaam/testing/server/database/database-queries.ts';
import { limitsWithoutPrices, testServer } from '@inaam/testing/server/app/test-server.ts';

const minute = 60_000;
const server = await testServer({ rateLimits: limitsWithoutPrices });
let { wall } = server.time;
// Each test has its own day, so that rate limits do not carry over.
beforeEach(() => {
  wall += 48 * 60 * minute;
  server.time.wall = wall;
});
afterAll(() => server.close());

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe('order', () => {
  test('[HOM-6] registers only a device whose last answer is YES', async () => {
    const shopper = new Shopper(server);
    const registration = { name: 'Asha', mobile: newMobile(), state: 'Kerala', agree1: true };
    await shopper.start();
    const refusal = { status: 400, resp: { messageId: 'invalidData' } };
    expect(await shopper.call('register', registration)).toMatchObject(refusal);
    await shopper.call('recordConsent', { agree: 'YES' });
    server.time.wall += 10;
    const captured = shopper.signed({ agree: 'YES' });
    server.time.wall += 10;
    await shopper.call('recordConsent', { agree: 'NO' });
    expect(await shopper.call('register', registration)).toMatchObject(refusal);
    server.time.wall += 10;
    await shopper.post('recordConsent', captured);
    expect(await shopper.call('register', registration)).toMatchObject(refusal);
    server.time.wall += 10;
    await shopper.call('recordConsent', { agree: 'YES' });
    expect(await shopper.call('register', registration)).toMatchObject({ status: 200 });
  });

  test('[API-1] refuses verify and resend without a registration', async () => {
    const shopper = new Shopper(server);
    await shopper.start();
    const refusal = { status: 400, resp: { messageId: 'invalidData' } };
    expect(await shopper.call('verifyOtp', { otp: '123456' })).toMatchObject(refusal);
    expect(await shopper.call('resendOtp')).toMatchObject(refusal);
  });

  test.each([
    [{ name: 'Al' }, 'invalidName'],
    [{ name: 'Asha 😀' }, 'invalidName'],
    [{ name: 'a'.repeat(10_000) }, 'invalidName'],
    [{ name: 'Ash\u0000a' }, 'invalidName'],
    [{ name: 7 }, 'invalidName'],
    [{ mobile: '4999999999' }, 'invalidMobile'],
    [{ mobile: '+919876543210' }, 'invalidMobile'],
    [{ mobile: 9876543210 }, 'invalidMobile'],
    [{ state: '' }, 'invalidData'],
    [{ state: 'Puducherry' }, 'invalidData'],
    [{ agree1: false }, 'invalidData'],
    [{ agree1: 'true' }, 'invalidData'],
    [{ verified: true }, 'invalidData'],
  ])(
    '[VAL-10] refuses a registration with %j as %s and stores nothing',
    async (change, messageId) => {
      const shopper = new Shopper(server);
      await shopper.start();
      await shopper.call('recordConsent', { agree: 'YES' });
      const before = await countRows(server.database, 'code_request');
      const registration = { name: 'Asha', mobile: newMobile(), state: 'Kerala', agree1: true };
      expect(await shopper.call('register', { ...registration, ...change })).toMatchObject({
        status: 400,
        resp: { statusCode: 400, messageId, message: expect.stringMatching(/\w/) },
      });
      expect(await countRows(server.database, 'code_request')).toBe(before);
    },
  );
});

describe('requesting', () => {
  test('[OTP-6] a second registration within 60 seconds sends nothing and stores the newest name and state', async () => {
    const shopper = new Shopper(server);
    const mobile = newMobile();
    await shopper.register(mobile, 'Kerala', 'Old Name');
    server.time.wall += 20_000;
    expect(await shopper.register(mobile, 'Goa', 'New Name')).toMatchObject({
      resp: { resendAfter: 40 },
    });
    expect(await countCodeMessages(server, mobile)).toBe(1);
    await shopper.verifyWith(await shopper.code(mobile));
    expect((await shopper.read('getDetails')).resp).toMatchObject({
      name: 'New Name',
      state: 'Goa',
    });
  });

  test('[OTP-6] another device gets no code within the 60 seconds, and its own one by resend', async () => {
    const mobile = newMobile();
    const first = new Shopper(server);
    const second = new Shopper(server);
    await first.register(mobile);
    server.time.wall += 20_000;
    // The second device has no code to type.
    expect(await second.register(mobile)).toMatchObject({
      status: 200,
      resp: { resendAfter: 40, isElsewhere: true },
    });
    expect((await first.register(mobile)).resp).toEqual({ statusCode: 200, resendAfter: 40 });
    expect(await second.call('verifyOtp', { otp: await first.code(mobile) })).toMatchObject({
      status: 400,
      resp: { messageId: 'expiredOtp' },
    });
    server.time.wall += 40_000;
    expect((await second.call('resendOtp')).resp).toEqual({ statusCode: 200, resendAfter: 60 });
    expect(await second.verifyWith(await second.code(mobile))).toMatchObject({ status: 200 });
  });

  test('[OTP-6] a replayed registration or resend sends nothing, however late', async () => {
    const shopper = new Shopper(server);
    const mobile = newMobile();
    await shopper.register(mobile);
    const registration = { name: 'Asha', mobile, state: 'Kerala', agree1: true };
    server.time.wall += minute;
    const again = shopper.signed(registration);
    await shopper.post('register', again);
    server.time.wall += 10;
    const resend = shopper.signed({});
    server.time.wall += minute;
    await shopper.post('resendOtp', resend);
    server.time.wall += minute;
    expect(await countCodeMessages(server, mobile)).toBe(3);
    expect(await shopper.post('register', again)).toMatchObject({ status: 200 });
    expect(await shopper.post('resendOtp', resend)).toMatchObject({ status: 200 });
    expect(await countCodeMessages(server, mobile)).toBe(3);
  });

  test('[OTP-6] a resend repeats the code while 120 seconds of its life are left, and does not reset its tries', async () => {
    const shopper = new Shopper(server);
    const mobile = newMobile();
    await shopper.register(mobile);
    const code = await shopper.code(mobile);
    await shopper.call('verifyOtp', { otp: wrongFor(code) });
    server.time.wall += 3 * minute;
    await shopper.call('resendOtp');
    expect(await shopper.code(mobile)).toBe(code);
    for (let tried = 1; tried < 5; tried++) {
      expect((await shopper.call('verifyOtp', { otp: wrongFor(code) })).resp).toMatchObject({
        messageId: 'invalidOtp',
      });
    }
    expect((await shopper.call('verifyOtp', { otp: code })).resp).toMatchObject({
      messageId: 'expiredOtp',
    });
    server.time.wall += minute;
    await shopper.call('resendOtp');
    expect(await shopper.code(mobile)).not.toBe(code);
  });

  test('[OTP-6] a mobile gets 4 codes a day and 15 in all, over all devices; then it is guarded', async () => {
    const mobile = newMobile();
    const resendAfterOf = async (pauseMs: number) => {
      const { resp } = await new Shopper(server).register(mobile);
      server.time.wall += pauseMs;
      return resp['resendAfter'];
    };
    const onADay = [];
    for (let count = 0; count < 5; count++) onADay.push(await resendAfterOf(minute));
    expect(onADay).toEqual([60, 60, 60, 60, 300]);
    for (const max of [4, 4, 3]) {
      server.time.wall += 26 * 60 * minute;
      for (let sent = 0; sent < max; sent++) expect(await resendAfterOf(minute)).toBe(60);
    }
    expect(await countCodeMessages(server, mobile)).toBe(1 + 15);
    server.time.wall += 26 * 60 * minute;
    expect(await resendAfterOf(minute)).toBe(300);
    // A second device requests the same code, which is not sent again.
    expect(await resendAfterOf(0)).toBe(240);
    expect(await countCodeMessages(server, mobile)).toBe(2 + 15);
    wall = server.time.wall;
  });

  test('[OTP-6][SGN-3] after a registration by a clock 299 s ahead, a resend by the right clock sends an SMS, and no copy does', async () => {
    const shopper = new Shopper(server);
    const mobile = newMobile();
    await shopper.start();
    await shopper.call('recordConsent', { agree: 'YES' });
    const registration = { name: 'Asha', mobile, state: 'Kerala', agree1: true };
    const ahead = shopper.signed(registration, { t: server.time.wall + 299_000 });
    expect(await shopper.post('register', ahead)).toMatchObject({ status: 200 });
    server.time.wall += minute;
    const resend = shopper.signed({}, { t: server.time.wall });
    expect(await shopper.post('resendOtp', resend)).toMatchObject({ status: 200 });
    expect(await countCodeMessages(server, mobile)).toBe(2);
    for (let passed = 0; passed < 8; passed++) {
      server.time.wall += minute;
      await shopper.post('register', ahead);
      await shopper.post('resendOtp', resend);
      expect(await countCodeMessages(server, mobile)).toBe(2);
    }
  });

  test('[SGN-3] of a clock that is ahead, a captured try or resend of one number changes nothing of another, or of a new code', async () => {
    const shopper = new Shopper(server);
    const [mobile, other] = [newMobile(), newMobile()];
    await shopper.start();
    await shopper.call('recordConsent', { agree: 'YES' });
    const person = { name: 'Asha', state: 'Kerala', agree1: true };
    const ahead = () => ({ t: server.time.wall + 200_000 });
    await shopper.call('register', { ...person, mobile }, ahead());
    server.time.wall += minute;
    const resend = shopper.signed({}, ahead());
    expect(await shopper.post('resendOtp', resend)).toMatchObject({ status: 200 });
    server.time.wall += 1000;
    const wrong = shopper.signed({ otp: wrongFor(await shopper.code(mobile)) }, ahead());
    expect(await shopper.post('verifyOtp', wrong)).toMatchObject({ status: 400 });
    server.time.wall += 1000;
    await shopper.call('register', { ...person, mobile: other }, ahead());
    for (let passed = 0; passed < 3; passed++) {
      server.time.wall += minute;
      await shopper.post('resendOtp', resend);
      expect(await shopper.post('verifyOtp', wrong)).toMatchObject({ status: 429 });
    }
    expect(await readTryCount(server, other)).toBe(0);
    expect(await countCodeMessages(server, other)).toBe(1);
  });

  test('[OTP-3] the code of a registration by a clock 299 s ahead can be typed by the right clock', async () => {
    const shopper = new Shopper(server);
    const [mobile, other] = [newMobile(), newMobile()];
    await shopper.start();
    await shopper.call('recordConsent', { agree: 'YES' });
    const person = { name: 'Asha', state: 'Kerala', agree1: true };
    const ahead = { t: server.time.wall + 299_000 };
    await shopper.call('register', { ...person, mobile: other }, ahead);
    server.time.wall += minute;
    await shopper.call('register', { ...person, mobile }, { t: server.time.wall });
    // The newest registration, although the other one was signed with a later time.
    const otp = await shopper.code(mobile);
    server.time.wall += 1000;
    const typed = { t: server.time.wall };
    expect(await shopper.call('verifyOtp', { otp }, typed)).toMatchObject({ status: 200 });
  });
});

describe('trying', () => {
  test('[OTP-5] a code lives 300 seconds', async () => {
    const mobiles = [newMobile(), newMobile()] as const;
    const [late, intime] = [new Shopper(server), new Shopper(server)];
    await late.register(mobiles[0]);
    await intime.register(mobiles[1]);
    const codes = [await late.code(mobiles[0]), await intime.code(mobiles[1])] as const;
    server.time.wall += 300_000 - 1;
    expect(await intime.call('verifyOtp', { otp: codes[1] })).toMatchObject({ status: 200 });
    server.time.wall += 1;
    expect(await late.call('verifyOtp', { otp: codes[0] })).toMatchObject({
      status: 400,
      resp: { messageId: 'expiredOtp' },
    });
  });

  test.each(['12345', '1234567', '', 'abcdef', '१२३४५६', 123456])(
    '[VAL-5] %j is no code and costs no try',
    async (otp) => {
      const shopper = new Shopper(server);
      const mobile = newMobile();
      await shopper.register(mobile);
      for (let tried = 0; tried < 6; tried++) {
        expect((await shopper.call('verifyOtp', { otp })).resp).toMatchObject({
          messageId: 'invalidOtp',
        });
      }
      expect(await shopper.verifyWith(await shopper.code(mobile))).toMatchObject({ status: 200 });
    },
  );

  test('[OTP-6] a mobile has 10 tries a day over all devices and codes', async () => {
    const mobile = newMobile();
    const ids: unknown[] = [];
    const shoppers = [new Shopper(server), new Shopper(server), new Shopper(server)];
    for (const shopper of shoppers) {
      await shopper.register(mobile);
      server.time.wall += minute;
    }
    for (const shopper of shoppers) {
      const wrong = wrongFor(await shopper.code(mobile));
      for (let tried = 0; tried < 5; tried++) {
        ids.push((await shopper.call('verifyOtp', { otp: wrong })).resp['messageId']);
        server.time.wall += 1;
      }
    }
    expect(ids).toEqual([...Array(10).fill('invalidOtp'), ...Array(5).fill('tryAgain')]);
    expect(await readTryCount(server, mobile)).toBe(10);
  });

  test('[OTP-5][SGN-3] a captured wrong try that is sent again, re-padded or not, costs no try', async () => {
    const shopper = new Shopper(server);
    const mobile = newMobile();
    await shopper.register(mobile);
    const code = await shopper.code(mobile);
    const t = server.time.wall + minute;
    const wrong = () => shopper.signed({ otp: wrongFor(code) }, { t });
    const captured = wrong();
    for (const data of [captured, captured, wrong(), captured, wrong(), captured, wrong()]) {
      expect((await shopper.post('verifyOtp', data)).resp).toMatchObject({
        messageId: 'invalidOtp',
      });
    }
    expect(await readTryCount(server, mobile)).toBe(1);
    expect(await shopper.verifyWith(code)).toMatchObject({ status: 200 });
  });

  test('[OTP-5] a try that the database fails to verify costs nothing, however often it is repeated', async () => {
    const shopper = new Shopper(server);
    const mobile = newMobile();
    await shopper.register(mobile);
    const otp = await shopper.code(mobile);
    const t = server.time.wall + minute;
    const verify = () => shopper.call('verifyOtp', { otp }, { t });
    await server.database.query(`
      create function inaam.busy() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'lock_not_available'; end $$;
      create trigger is_busy before insert on inaam.participation execute function inaam.busy()`);
    // More repeats than there are tries.
    for (let repeat = 0; repeat < 7; repeat++) expect((await verify()).status).toBe(503);
    await server.database.query('drop function inaam.busy() cascade');
    expect(await readTryCount(server, mobile)).toBe(0);
    expect(await verify()).toMatchObject({ status: 200 });
  });

  test('[OTP-5][SGN-3] a captured try counts neither against a newer code nor against another mobile’s', async () => {
    const shopper = new Shopper(server);
    const [mobile, other] = [newMobile(), newMobile()];
    await shopper.register(mobile);
    server.time.wall += 1;
    const captured = shopper.signed({ otp: wrongFor(await shopper.code(mobile)) });
    await shopper.post('verifyOtp', captured);
    server.time.wall += 4 * minute;
    await shopper.call('resendOtp');
    const retryLater = { status: 429, resp: { messageId: 'tryAgain' } };
    expect(await shopper.post('verifyOtp', captured)).toMatchObject(retryLater);
    await shopper.register(other);
    expect(await shopper.post('verifyOtp', captured)).toMatchObject(retryLater);
    expect(await readTryCount(server, mobile)).toBe(1);
    expect(await readTryCount(server, other)).toBe(0);
  });

  test('[OTP-6][SGN-3] a resend that came too early sends nothing when it is replayed later', async () => {
    const shopper = new Shopper(server);
    const mobile = newMobile();
    await shopper.register(mobile);
    const early = shopper.signed({});
    server.time.wall += minute - 1;
    expect(await shopper.post('resendOtp', early)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      resp: { messageId: 'tryAgain' },
    });
    server.time.wall += 1;
    await shopper.post('resendOtp', early);
    expect(await countCodeMessages(server, mobile)).toBe(1);
    expect(await shopper.call('resendOtp')).toMatchObject({ status: 200 });
    expect(await countCodeMessages(server, mobile)).toBe(2);
  });

  test('[SES-6] after a lost answer the same device, and no other, may verify again within 120 seconds', async () => {
    const shopper = new Shopper(server);
    const mobile = newMobile();
    await shopper.register(mobile);
    const code = await shopper.code(mobile);
    // With a fast clock, the phone signs the copy after the code was used.
    const captured = shopper.signed({ otp: code }, { t: server.time.wall + minute });
    const first = await shopper.post('verifyOtp', captured);
    expect(first).toMatchObject({ status: 200 });
    expect(await shopper.post('verifyOtp', captured)).toMatchObject({ status: 429 });
    server.time.wall += 119_000;
    const again = await shopper.call('verifyOtp', { otp: code });
    expect(again).toMatchObject({ status: 200 });
    expect(again.resp['accessToken']).not.toBe(first.resp['accessToken']);
    server.time.wall += 1000;
    expect(await shopper.call('verifyOtp', { otp: code })).toMatchObject({ status: 400 });
  });
});

const invalidUser = { status: 403, resp: { statusCode: 403, messageId: 'invalidUser' } };
const profile = { name: 'Asha Rao', state: 'Kerala', city: 'Kochi', gender: 'female', age: '30' };

async function block(mobile: string): Promise<void> {
  await server.database.query(
    'update inaam.mobile_limits set blocked = true where mobile_index = $1',
    [server.keys.mobileIndex(mobile)],
  );
}

test('[API-1] a mobile blocked after verification gets invalidUser from each call', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  await shopper.verify(mobile, 'Kerala');
  await block(mobile);
  expect(await shopper.call('getReward')).toMatchObject(invalidUser);
  expect(await shopper.call('editDetails', profile)).toMatchObject(invalidUser);
  const message = (await shopper.call('getReward')).resp['message'];
  expect(message).toContain('support@inaam.example');
});
