// An answer with only the fields that Spec 7 shows is accepted.
import { coreCalls, type CoreCallName } from '@inaam/contract/core-calls.ts';
import { expect, test } from 'vitest';
import { createCalls, type CallByName } from './calls.ts';
import { createClient, createServerClock } from './client.ts';

const deviceNow = 1_746_500_000_000;

function callsAnswering(resp: object) {
  const clock = createServerClock(() => deviceNow);
  const call = createClient({
    fetch: async () => Response.json({ resp }),
    clock,
    pause: async () => undefined,
    isOnline: () => true,
    signal: () => new AbortController().signal,
    randomBelow: () => 0,
    credentials: () => ({ userKey: 'key', dataKey: '0123456789abcdefghij', accessToken: 'at' }),
    language: () => 'en',
    solveProof: async () => undefined,
  });
  const byName: CallByName = (name, fields) => call(coreCalls[name], fields);
  return { answered: createCalls(byName, call, () => [3, 5, 10]), clock };
}

const registration = { name: 'Asha', mobile: '9876543210', state: 'Goa', isAgreed: true };

test('[HOM-4][OTP-2][API-1] a registration and a resend that only succeed start the countdown of 60 seconds', async () => {
  const { answered } = callsAnswering({ statusCode: 200 });
  expect(await answered.register(registration)).toEqual({ resendAfterSeconds: 60 });
  expect(await answered.resendCode()).toEqual({ resendAfterSeconds: 60 });
});

test('[ENT-5][API-1] a session needs its keys and nothing that other answers add', async () => {
  const token = { userKey: 'uk', dataKey: 'dk' };
  const { answered, clock } = callsAnswering({ statusCode: 200, isValidToken: true, token });
  expect(await answered.startSession({}, undefined)).toMatchObject({
    isValidToken: true,
    token: { ...token, accessToken: null },
    pending: null,
    campaign: 'open',
  });
  expect(clock.now()).toBe(deviceNow);
});

test('[OTP-3][EDP-1] so does a verification without fromTN, and details with a numeric age', async () => {
  const { answered } = callsAnswering({ statusCode: 200, accessToken: 'token' });
  const { verified } = await answered.verifyCode('123456');
  expect(verified).toEqual({ accessToken: 'token', isFixedReward: false });
  const fetched = callsAnswering({ statusCode: 200, name: 'Asha', age: 41 }).answered;
  expect(await fetched.details()).toEqual({
    name: 'Asha',
    state: '',
    city: '',
    email: '',
    gender: '',
    age: '41',
  });
});

test.each([
  [{}, { state: undefined, by: undefined }],
  [
    { voucher: 'delivered', voucherBy: '2025-05-16' },
    { state: 'delivered', by: '2025-05-16' },
  ],
  [
    { voucher: 'a state of a later version', voucherBy: 'soon' },
    { state: undefined, by: undefined },
  ],
])('[REW-3] details with %j say %j of the voucher', async (more, voucher) => {
  const { answered } = callsAnswering({ statusCode: 200, ...more });
  expect(await answered.voucher()).toEqual(voucher);
  expect(await answered.details()).toMatchObject({ name: '' });
});

test.each<[CoreCallName, object]>([
  ['startSession', { statusCode: 200 }],
  ['verifyOtp', { statusCode: 200 }],
  ['getReward', { statusCode: 200 }],
  ['register', { statusCode: 200, resendAfter: 'soon' }],
])('[ERR-5] %s still refuses %j', (name, resp) => {
  expect(coreCalls[name].answer.safeParse(resp).success).toBe(false);
});
