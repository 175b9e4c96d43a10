// A time limit that really ends the attempt: a request that went on would overlap the next one.
import { errorCode } from '../platform/error-code.ts';
import type { OutgoingSms, SendOutcome, SmsProvider } from './provider.ts';

export async function sendWithLimit(
  provider: SmsProvider,
  sms: OutgoingSms,
  limitMs: number,
): Promise<SendOutcome> {
  const limit = new AbortController();
  const late = Promise.withResolvers<SendOutcome>();
  const timer = setTimeout(() => {
    limit.abort();
    // A provider that ignores the signal must not hold up the job.
    late.resolve({ kind: 'unknown', reason: 'no answer in time' });
  }, limitMs);
  try {
    return await Promise.race([late.promise, provider.send(sms, limit.signal)]);
  } catch (error) {
    // What it has thrown because of the abort says nothing.
    if (limit.signal.aborted) return late.promise;
    return { kind: 'unknown', reason: errorCode(error) };
  } finally {
    clearTimeout(timer);
  }
}
