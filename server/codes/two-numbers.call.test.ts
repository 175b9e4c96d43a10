// Two tabs of one phone, each with its own number, share the user key.
import { afterAll, expect, test } from 'vitest';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import {
  countCodeMessages,
  readTryCount,
} from '@inaam/testing/server/database/database-queries.ts';
import { limitsWithoutPrices, testServer } from '@inaam/testing/server/app/test-server.ts';
import { codeTriesMax } from './rate-limits.rules.ts';

const server = await testServer({ rateLimits: limitsWithoutPrices });
afterAll(() => server.close());

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

async function waitingForTwo() {
  const shopper = new Shopper(server);
  const [first, second] = [newMobile(), newMobile()] as const;
  await shopper.register(first);
  server.time.wall += 1000;
  await shopper.register(second);
  return { shopper, first, second };
}

test('[OTP-3][OTP-5] each number is verified with its own code, whichever was registered last', async () => {
  const { shopper, first, second } = await waitingForTwo();
  const otp = await shopper.code(first);
  // Without a number, as in Spec 7, it counts as a wrong code of the newest registration.
  expect(await shopper.call('verifyOtp', { otp })).toMatchObject({
    resp: { messageId: 'invalidOtp' },
  });
  expect(await shopper.call('verifyOtp', { otp, mobile: first })).toMatchObject({ status: 200 });
  expect(await shopper.call('verifyOtp', { otp: await shopper.code(second) })).toMatchObject({
    status: 200,
  });
});

test("[OTP-5] one number's tries do not use up the other's", async () => {
  const { shopper, first, second } = await waitingForTwo();
  const wrong = wrongFor(await shopper.code(first));
  for (let tried = 0; tried <= codeTriesMax; tried++) {
    await shopper.call('verifyOtp', { otp: wrong, mobile: first });
  }
  expect(await shopper.call('verifyOtp', { otp: wrong, mobile: first })).toMatchObject({
    resp: { messageId: 'expiredOtp' },
  });
  expect(await readTryCount(server, second)).toBe(0);
  expect(await shopper.call('verifyOtp', { otp: await shopper.code(second) })).toMatchObject({
    status: 200,
  });
});

test('[OTP-5][ROL-2] the code of a proof admits nobody, and a number that this device has not registered has nothing to verify or resend', async () => {
  const [shopper, other] = [new Shopper(server), new Shopper(server)];
  const [proven, unknown, theirs] = [newMobile(), newMobile(), newMobile()];
  await other.register(theirs);
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  await shopper.call('proveNumber', { mobile: proven });
  server.time.wall += 60_000;
  const otp = await shopper.code(proven);
  for (const [mobile, sent, code] of [
    [proven, 1, otp],
    [unknown, 0, otp],
    [theirs, 1, await other.code(theirs)],
  ] as const) {
    for (const answer of [
      await shopper.call('verifyOtp', { otp: code, mobile }),
      await shopper.call('resendOtp', { mobile }),
    ]) {
      expect(answer).toMatchObject({ status: 400, resp: { messageId: 'invalidData' } });
    }
    expect(await readTryCount(server, mobile)).toBe(0);
    expect(await countCodeMessages(server, mobile)).toBe(sent);
  }
  expect(await shopper.call('verifyOtp', { otp, mobile: '12' })).toMatchObject({
    resp: { messageId: 'invalidMobile' },
  });
});

test('[OTP-2] a resend goes to the number that asks', async () => {
  const { shopper, first, second } = await waitingForTwo();
  server.time.wall += 60_000;
  expect(await shopper.call('resendOtp', { mobile: first })).toMatchObject({ status: 200 });
  expect(await countCodeMessages(server, first)).toBe(2);
  expect(await countCodeMessages(server, second)).toBe(1);
});
