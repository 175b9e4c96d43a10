// A mobile whose codes or tries an attacker has used up, with production's limits.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { countCodeMessages, readGuarded } from '@inaam/testing/server/database/database-queries.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { limitsWithoutPrices, testServer } from '@inaam/testing/server/app/test-server.ts';

const minute = 60_000;
const server = await testServer({ rateLimits: limitsWithoutPrices });
let mobile: string;
let { wall } = server.time;
// Each test has its own day.
beforeEach(() => {
  wall += 48 * 60 * minute;
  server.time.wall = wall;
  mobile = newMobile();
});
afterAll(() => server.close());

const wrongFor = (code: string | undefined) => (code === '000000' ? '000001' : '000000');

async function useUpTries(): Promise<void> {
  for (const attacker of [new Shopper(server), new Shopper(server)]) {
    await attacker.register(mobile);
    const otp = wrongFor(await attacker.code(mobile));
    for (let tried = 0; tried < 5; tried++) {
      await attacker.call('verifyOtp', { otp });
      server.time.wall += 1;
    }
    server.time.wall += minute;
  }
}

async function registered(): Promise<Shopper> {
  const shopper = new Shopper(server);
  expect(await shopper.register(mobile)).toMatchObject({ status: 200 });
  return shopper;
}

const typeNewest = async (shopper: Shopper) =>
  shopper.verifyWith((await shopper.newestCode(mobile)) ?? '');

const otherCode = {
  status: 429,
  headers: { 'retry-after': '300' },
  resp: { messageId: 'tryAgain', message: expect.stringContaining('Resend OTP in 5 minutes') },
};
const wrongCode = { status: 400, resp: { messageId: 'invalidOtp' } };

test('[OTP-6] after two codes and ten wrong tries from elsewhere the owner gets in with two SMS', async () => {
  await useUpTries();
  const owner = await registered();
  expect(await typeNewest(owner)).toMatchObject(otherCode);
  server.time.wall += 5 * minute;
  expect(await owner.call('resendOtp')).toMatchObject({ status: 200, resp: { resendAfter: 300 } });
  expect(await typeNewest(owner)).toMatchObject({ status: 200 });
  expect(await owner.call('getReward')).toMatchObject({ status: 200 });
});

test('[OTP-6] hours later the owner gets in with the two SMS that strangers have asked for, without a new one', async () => {
  await useUpTries();
  const attacker = await registered();
  const first = (await attacker.newestCode(mobile)) ?? '';
  server.time.wall += 5 * minute;
  await attacker.call('resendOtp');
  const second = (await attacker.newestCode(mobile)) ?? '';
  server.time.wall += 3 * 60 * minute;
  const sent = await countCodeMessages(server, mobile);
  const owner = await registered();
  // After a wrong code, both right codes must be typed again in a row.
  expect(await owner.verifyWith(first)).toMatchObject({ status: 429 });
  expect(await owner.verifyWith(wrongFor(second))).toMatchObject(wrongCode);
  expect(await owner.verifyWith(second)).toMatchObject({ status: 429 });
  expect(await owner.verifyWith(second)).toMatchObject({ status: 429 });
  expect(await owner.verifyWith(first)).toMatchObject({ status: 200 });
  expect(await countCodeMessages(server, mobile)).toBe(sent);
  expect(await readGuarded(server, mobile)).toMatchObject({ misses: 1 });
});

test('[OTP-6] who has typed one of the two may ask for the next one after five minutes, and nobody else', async () => {
  await useUpTries();
  const [owner, other] = [await registered(), await registered()];
  server.time.wall += 5 * minute;
  expect(await other.call('resendOtp')).toMatchObject({ resp: { resendAfter: 4 * 3600 } });
  const sent = await countCodeMessages(server, mobile);
  expect(await typeNewest(owner)).toMatchObject(otherCode);
  server.time.wall += 5 * minute;
  expect(await other.call('resendOtp')).toMatchObject({ resp: { resendAfter: 235 * 60 } });
  expect(await countCodeMessages(server, mobile)).toBe(sent);
  expect(await owner.call('resendOtp')).toMatchObject({ resp: { resendAfter: 300 } });
  expect(await countCodeMessages(server, mobile)).toBe(sent + 1);
  expect(await typeNewest(owner)).toMatchObject({ status: 200 });
});

test('[OTP-6] at night strangers get two ordinary codes and one of the number, and its owner gets in', async () => {
  server.time.wall += 11 * 60 * minute;
  const strangers = [];
  for (let place = 0; place < 4; place++) {
    strangers.push(await registered());
    server.time.wall += 6 * minute;
  }
  for (const stranger of strangers) await stranger.call('resendOtp');
  expect(await countCodeMessages(server, mobile)).toBe(3);
  const owner = await registered();
  expect(await typeNewest(owner)).toMatchObject({ status: 429 });
  server.time.wall += 1000;
  expect(await owner.call('resendOtp')).toMatchObject({ status: 200 });
  expect(await typeNewest(owner)).toMatchObject({ status: 200 });
  expect(await countCodeMessages(server, mobile)).toBe(4);
});

test('[OTP-6] with the owner’s own code out for typing, it is the next two SMS that count', async () => {
  const owner = await registered();
  const own = await owner.code(mobile);
  server.time.wall += minute;
  await useUpTries();
  expect((await owner.call('verifyOtp', { otp: own })).resp).toMatchObject({
    messageId: 'tryAgain',
  });
  server.time.wall += 1;
  for (const answer of [otherCode, { status: 200 }]) {
    expect(await owner.call('resendOtp')).toMatchObject({ status: 200 });
    expect(await typeNewest(owner)).toMatchObject(answer);
    server.time.wall += 5 * minute;
  }
});

test('[OTP-5] once the owner is in, no other device gets in with the same codes', async () => {
  await useUpTries();
  const [owner, other] = [await registered(), await registered()];
  const first = (await owner.newestCode(mobile)) ?? '';
  await owner.verifyWith(first);
  await other.verifyWith(first);
  server.time.wall += 5 * minute;
  await owner.call('resendOtp');
  const second = (await owner.newestCode(mobile)) ?? '';
  expect(await owner.verifyWith(second)).toMatchObject({ status: 200 });
  expect(await other.verifyWith(second)).toMatchObject({ status: 429 });
});

test('[SES-6][SGN-3] after a lost answer to the last code the owner verifies again, and a copy does not', async () => {
  await useUpTries();
  const owner = await registered();
  await typeNewest(owner);
  server.time.wall += 5 * minute;
  await owner.call('resendOtp');
  const otp = (await owner.newestCode(mobile)) ?? '';
  const captured = owner.signed({ otp });
  expect(await owner.post('verifyOtp', captured)).toMatchObject({ status: 200 });
  server.time.wall += minute;
  expect(await owner.post('verifyOtp', captured)).toMatchObject({ status: 429 });
  expect(await owner.call('verifyOtp', { otp })).toMatchObject({ status: 200 });
});

test('[OTP-5] the try that lets the owner in is the first of the five of its code', async () => {
  await useUpTries();
  const owner = await registered();
  await typeNewest(owner);
  server.time.wall += 5 * minute;
  await owner.call('resendOtp');
  const otp = (await owner.newestCode(mobile)) ?? '';
  const statuses: (number | undefined)[] = [];
  for (let tried = 0; tried < 6; tried++) {
    statuses.push((await owner.verifyWith(otp)).status);
    server.time.wall += 1;
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('[SGN-3] a captured try of a guarded code does not use up the next one', async () => {
  await useUpTries();
  const [attacker, owner] = [await registered(), await registered()];
  server.time.wall += 1;
  const first = (await owner.newestCode(mobile)) ?? '';
  const captured = owner.signed({ otp: first }, { t: server.time.wall + 4 * minute });
  expect(await owner.post('verifyOtp', captured)).toMatchObject(otherCode);
  server.time.wall += 5 * minute;
  await attacker.call('resendOtp');
  expect(await owner.post('verifyOtp', captured)).toMatchObject({ status: 429 });
  expect(await typeNewest(owner)).toMatchObject({ status: 200 });
});

test.each([
  ['was compared with a code that has expired since', 0],
  ['came when no code was valid', 6],
])('[SGN-3] a captured try that %s does not use up a guarded code', async (_, minutes) => {
  const owner = await registered();
  server.time.wall += minutes * minute;
  // Signed by a fast clock.
  const otp = wrongFor(await owner.code(mobile));
  const captured = owner.signed({ otp }, { t: server.time.wall + 3 * minute });
  if (minutes === 0) {
    expect(await owner.post('verifyOtp', captured)).toMatchObject({ status: 400 });
    server.time.wall += minute;
  }
  await useUpTries();
  if (minutes > 0) {
    const expired = { status: 400, resp: { messageId: 'expiredOtp' } };
    expect(await owner.post('verifyOtp', captured)).toMatchObject(expired);
  }
  server.time.wall += 3 * minute;
  const attacker = await registered();
  expect(await owner.post('verifyOtp', captured)).toMatchObject(wrongCode);
  expect(await typeNewest(owner)).toMatchObject(otherCode);
  server.time.wall += 5 * minute;
  await attacker.call('resendOtp');
  expect(await typeNewest(owner)).toMatchObject({ status: 200 });
});

test('[ENT-9] who reloads while the mobile is guarded finds the code form again', async () => {
  await useUpTries();
  const owner = await registered();
  server.time.wall += minute;
  expect((await owner.start()).resp).toMatchObject({ pending: { resendAfter: 240 } });
  await typeNewest(owner);
  expect((await owner.start()).resp).toMatchObject({ pending: { resendAfter: 240 } });
  server.time.wall += 24 * 60 * minute;
  expect((await owner.start()).resp).toMatchObject({ pending: null });
});
