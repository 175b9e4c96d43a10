import { expect, onTestFinished, test, vi } from 'vitest';
import { type OutgoingSms, type SendOutcome, sendWithLimit, redactReason } from './provider.ts';

const sms: OutgoingSms = {
  id: '0197b1c2-0000-7000-8000-000000000001',
  to: '9876543210',
  text: 'Your code is 482913.',
  variables: { code: '482913' },
  template: { entityId: '1101', headerId: 'INAAMB', templateId: '1107' },
  category: 'service-implicit',
};

const late = { kind: 'unknown', reason: 'no answer in time' };

test('[OTP-5] an attempt that has no answer in time is ended, and may have been accepted', async () => {
  let signal: AbortSignal | undefined;
  const provider = {
    send: (_: OutgoingSms, given: AbortSignal) => {
      signal = given;
      return new Promise<SendOutcome>((_resolve, reject) => {
        given.addEventListener('abort', () => reject(new Error('aborted: to 9876543210')));
      });
    },
  };
  expect(await sendWithLimit(provider, sms, 5)).toEqual(late);
  expect(signal?.aborted).toBe(true);
});

test('[OTP-5] an answer that comes after the limit is heard, and the attempt is not ended for it', async () => {
  const answer = Promise.withResolvers<SendOutcome>();
  const heard: SendOutcome[] = [];
  const { signal: stop } = new AbortController();
  const provider = { send: () => answer.promise };
  const hear = (outcome: SendOutcome) => void heard.push(outcome);
  expect(await sendWithLimit(provider, sms, 5, { stop, hear })).toEqual(late);
  const accepted = { kind: 'accepted', reference: 'r' } as const;
  answer.resolve(accepted);
  await vi.waitFor(() => expect(heard).toEqual([accepted]));
});

test.each([
  ['half a minute later', 'end'],
  ['once nobody listens', 'stop'],
])('an attempt without an answer is ended %s', async (_, how) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stopping = new AbortController();
  const hear = vi.fn<(outcome: SendOutcome) => void>();
  let signal: AbortSignal | undefined;
  const send = (_sms: OutgoingSms, given: AbortSignal) => {
    signal = given;
    return new Promise<SendOutcome>((_resolve, reject) => {
      given.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  const sent = sendWithLimit({ send }, sms, 5000, { stop: stopping.signal, hear });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await sent).toEqual(late);
  expect(signal?.aborted).toBe(false);
  if (how === 'stop') stopping.abort();
  else await vi.advanceTimersByTimeAsync(30_000);
  expect(signal?.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(hear).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a provider that ignores the signal holds up nothing', async () => {
  const provider = { send: () => new Promise<SendOutcome>(() => undefined) };
  expect(await sendWithLimit(provider, sms, 5)).toEqual(late);
});

test('the signal of an attempt that was answered stays silent', async () => {
  let signal: AbortSignal | undefined;
  const provider = {
    send: (_: OutgoingSms, given: AbortSignal): Promise<SendOutcome> => {
      signal = given;
      return Promise.resolve({ kind: 'accepted', reference: 'r' });
    },
  };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent = sendWithLimit(provider, sms, 60_000);
  expect(await sent).toEqual({ kind: 'accepted', reference: 'r' });
  vi.advanceTimersByTime(60_000);
  expect(signal?.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('an error says its code, never its message', async () => {
  const error = Object.assign(new Error('to 9876543210'), { code: 'ECONNRESET' });
  const provider = { send: () => Promise.reject(error) };
  expect(await sendWithLimit(provider, sms, 60_000)).toEqual({
    kind: 'unknown',
    reason: 'ECONNRESET',
  });
});

const otpSms = { to: '9876543210', text: 'Your code is 482913.', variables: { code: 'AbC-482' } };
const without = (reason: string, secrets: readonly string[] = []) =>
  redactReason(reason, otpSms, secrets);

test.each([
  ['template is wrong', 'template is wrong'],
  ['no such number 919876543210', 'no such number #'],
  ['to 9876543210, from INAAMB', 'to #, from INAAMB'],
  ['rejected "your code" here', 'rejected "# #" here'],
  ['CODE=482913&to=x', '#=#&to=x'],
  ['482 is short', '482 is short'],
  ['abc-482', '#'],
  ['x-ABC-482-y', '#'],
  ['482913.', '#'],
  ['to 98765 43210', 'to #'],
  ['to 9 8 7 6 5  4 3 2 1 0', 'to #'],
  ['to (98765)\u00a0432.10!', 'to (#!'],
  ['98765 is a prefix', '98765 is a prefix'],
])('the reason %j is kept as %j', (reason, kept) => {
  expect(without(reason)).toBe(kept);
});

test.each([
  ['key=k+y /ö', 'key=#'],
  ['key=k%2By%20%2F%C3%B6', 'key=#'],
  ['key=k%2By+%2F%C3%B6', 'key=#'],
  ['k+y /ö and k+y /ö', '# and #'],
])('a secret is in no reason, however it is written: %s', (reason, kept) => {
  expect(without(reason, ['k+y /ö'])).toBe(kept);
});
