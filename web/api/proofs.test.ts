// The client answers a proof-of-work challenge without involving the shopper.
import { coreCalls } from '@inaam/contract/core-calls.ts';
import { readSigned } from '@inaam/contract/signing.ts';
import { expect, test } from 'vitest';
import { createClient, createServerClock } from './client.ts';

const { register, resendOtp } = coreCalls;
const dataKey = 'Zk3vQ9xT2mB7LpR4wYc8HnD5sJ6fGa1e';
const deviceNow = 1_746_500_000_000;
const registration = { name: 'Asha', mobile: '9876543210', state: 'Kerala', agree1: true };

type Options = {
  solveProof?: () => Promise<string | undefined>;
  now?: () => number;
  signal?: () => AbortSignal;
};

function clientWith(
  answers: Response[],
  {
    solveProof = async () => undefined,
    now = () => deviceNow,
    signal = () => new AbortController().signal,
  }: Options = {},
) {
  const sent: ReturnType<typeof readSigned>[] = [];
  const call = createClient({
    fetch: async (_, { body }) => {
      sent.push(
        readSigned(body instanceof URLSearchParams ? (body.get('data') ?? '') : '', dataKey),
      );
      const answer = answers.shift();
      if (!answer) throw new Error('The test gave no answer for this request.');
      return answer;
    },
    clock: createServerClock(now),
    pause: () => Promise.resolve(),
    isOnline: () => true,
    signal,
    randomBelow: () => 0,
    credentials: () => ({ userKey: 'uk_1', dataKey, accessToken: null }),
    language: () => 'en',
    solveProof,
  });
  return { call, sent };
}

const answerOf = (resp: { statusCode: number; [name: string]: unknown }) =>
  new Response(JSON.stringify({ resp }), { status: resp.statusCode });

const refused = (more: object) =>
  answerOf({ statusCode: 429, messageId: 'tryAgain', message: 'Wait', ...more });
const pricey = () => refused({ challenge: { signature: 'ab' } });

test('[API-4] a challenge is answered with its proof, signed anew', async () => {
  let now = deviceNow;
  const solveProof = async () => {
    now += 900;
    return 'the proof';
  };
  const answers = [pricey(), answerOf({ statusCode: 200, resendAfter: 60 })];
  const { call, sent } = clientWith(answers, { solveProof, now: () => now });
  await expect(call(register, registration)).resolves.toMatchObject({ resendAfter: 60 });
  expect(sent.map((one) => one?.fields)).toEqual([
    registration,
    { ...registration, proof: 'the proof' },
  ]);
  expect(sent.map((one) => one?.t)).toEqual([deviceNow, deviceNow + 900]);
});

test('[API-4] an answer without a challenge is final, and three proofs are enough', async () => {
  const solveProof = async () => 'the proof';
  const plain = clientWith([refused({})], { solveProof });
  await expect(plain.call(resendOtp, {})).rejects.toMatchObject({
    messageId: 'tryAgain',
  });
  expect(plain.sent).toHaveLength(1);
  const dear = clientWith(
    [1, 2, 3, 4].map(() => pricey()),
    { solveProof },
  );
  await expect(dear.call(resendOtp, {})).rejects.toMatchObject({ messageId: 'tryAgain' });
  expect(dear.sent).toHaveLength(4);
});

test('[API-4] a challenge that cannot be answered is a refusal like any other', async () => {
  const { call, sent } = clientWith([pricey()]);
  await expect(call(resendOtp, {})).rejects.toMatchObject({ message: 'Wait' });
  expect(sent).toHaveLength(1);
});

test('[SES-5] no proof is sent for a session that ended while it was computed', async () => {
  const session = new AbortController();
  const solveProof = async () => {
    session.abort();
    return 'the proof';
  };
  const { call, sent } = clientWith([pricey()], { solveProof, signal: () => session.signal });
  await expect(call(resendOtp, {})).rejects.toMatchObject({ messageId: 'tryAgain' });
  expect(sent).toHaveLength(1);
});
