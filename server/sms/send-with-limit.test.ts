import { expect, test, vi } from 'vitest';
import { type OutgoingSms, type SendOutcome, sendWithLimit } from './provider.ts';

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
  try {
    const sent = sendWithLimit(provider, sms, 60_000);
    expect(await sent).toEqual({ kind: 'accepted', reference: 'r' });
    vi.advanceTimersByTime(60_000);
    expect(signal?.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('an error says its code, never its message', async () => {
  const error = Object.assign(new Error('to 9876543210'), { code: 'ECONNRESET' });
  const provider = { send: () => Promise.reject(error) };
  expect(await sendWithLimit(provider, sms, 60_000)).toEqual({
    kind: 'unknown',
    reason: 'ECONNRESET',
  });
});
