import type { Tools } from '../shoppers/shopper.ts';
import { StepError } from '../shoppers/inbox.ts';

/** Requests a code, receives it by SMS, verifies it. */
export async function signInWithBetterAuth(mobile: string, tools: Tools): Promise<void> {
  const { inbox, recorder } = tools;
  const phoneNumber = `+91${mobile}`;
  const askedAt = performance.now();
  await call('send-otp', { phoneNumber }, tools);
  recorder.step('register', performance.now() - askedAt);
  const { said: code, at } = await inbox.code(mobile);
  recorder.step('Get OTP to SMS', at - askedAt);
  const from = performance.now();
  await call('verify', { phoneNumber, code }, tools);
  recorder.step('verifyOtp', performance.now() - from);
}

async function call(name: string, fields: Record<string, string>, { client }: Tools) {
  const { statusCode, body } = await client.request({
    method: 'POST',
    path: `/api/auth/phone-number/${name}`,
    headers: { 'content-type': 'application/json', origin: 'http://127.0.0.1' },
    body: JSON.stringify(fields),
  });
  await body.dump();
  if (statusCode !== 200) throw new StepError(`${name}: ${statusCode}`);
}
