import { coreCalls } from '@inaam/contract/core-calls.ts';
import { readSigned } from '@inaam/contract/signing.ts';
import { expect, test } from 'vitest';
import { createClient, createServerClock } from './client.ts';

const { verifyOtp } = coreCalls;
const startedAt = 1_746_500_000_000;
const dataKey = 'Zk3vQ9xT2mB7LpR4wYc8HnD5sJ6fGa1e';

const answerOf = (status: number, resp: object, retryAfter?: string) =>
  new Response(JSON.stringify({ resp: { statusCode: status, ...resp } }), {
    status,
    ...(retryAfter && { headers: { 'Retry-After': retryAfter } }),
  });
const busy = () => answerOf(503, { message: 'Many people' }, '2');
const refusedFor = (seconds: string) => answerOf(429, { messageId: 'tryAgain' }, seconds);
const verified = () => answerOf(200, { accessToken: 'token-2', fromTN: 0 });

/** A client whose clock advances with each wait, and the times it signs with, from 0. */
function clientWith(answers: Response[]) {
  let now = startedAt;
  const signedAt: number[] = [];
  const call = createClient({
    fetch: async (_, { body }) => {
      const data = body instanceof URLSearchParams ? body.get('data') : null;
      signedAt.push((readSigned(data ?? '', dataKey)?.t ?? 0) - startedAt);
      return answers.shift() ?? Promise.reject(new Error('There is no answer left.'));
    },
    clock: createServerClock(() => now),
    pause: async (ms) => void (now += ms),
    isOnline: () => true,
    signal: () => new AbortController().signal,
    randomBelow: () => 0,
    credentials: () => ({ userKey: 'uk_0123456789abcdef', dataKey, accessToken: 'at' }),
    language: () => 'en',
    solveProof: async () => undefined,
  });
  return { call, signedAt };
}

test.each([
  ['its repeats keep its time', [busy(), busy(), verified()], [0, 0, 0]],
  // The first try was right and used the code, or another code has been sent since.
  ['a copy that is refused is signed anew', [busy(), refusedFor('1'), verified()], [0, 0, 6000]],
])('[OTP-5] a code that met a busy server costs one try: %s', async (_, answers, times) => {
  const { call, signedAt } = clientWith(answers);
  await expect(call(verifyOtp, { otp: '123456' })).resolves.toMatchObject({ fromTN: 0 });
  expect(signedAt).toEqual(times);
});

test.each([
  ['for long', [busy(), refusedFor('900')], 2],
  ['twice', [busy(), refusedFor('1'), refusedFor('1')], 3],
  ['and is the first', [refusedFor('1')], 1],
])('[OTP-5] a try that is refused %s is not sent again', async (_, answers, count) => {
  const { call, signedAt } = clientWith(answers);
  await expect(call(verifyOtp, { otp: '123456' })).rejects.toMatchObject({
    statusCode: 429,
  });
  expect(signedAt).toHaveLength(count);
});

test('[OTP-5] the next press of Verify is a try of its own', async () => {
  const { call, signedAt } = clientWith([busy(), verified(), verified()]);
  await call(verifyOtp, { otp: '123456' });
  await call(verifyOtp, { otp: '123456' });
  expect(signedAt).toEqual([0, 0, 2000]);
});
