import { otp } from '@inaam/campaigns/biscuit-2025/words/en/otp.ts';
import { expect, test } from 'vitest';
import { CallRefused } from '../../api/call-refused.ts';
import { NetworkFailed } from '../../api/network-failed.ts';
import { faultOfCode, faultOfRefusal } from './code-fault.ts';

test.each([
  ['', 'Please enter a valid otp'],
  ['12345', 'Please enter a valid otp'],
  ['123456', undefined],
])('[VAL-5] the code %j says %j', (code, sentence) => {
  expect(faultOfCode(code, otp.errors)).toBe(sentence);
});

test.each([
  ['invalidOtp', 'Please enter a valid OTP'],
  ['expiredOtp', 'OTP expired'],
  ['invalidData', 'Please try again'],
  ['tryAgain', 'What the server said'],
  [undefined, 'What the server said'],
])('[ERR-7] %s says %j', (messageId, sentence) => {
  const refusal = { statusCode: 400, message: 'What the server said' };
  const error = new CallRefused(messageId === undefined ? refusal : { ...refusal, messageId });
  expect(faultOfRefusal(error, otp.errors)).toBe(sentence);
});

test('[ERR-7] a failed network is no fault of the code', () => {
  expect(faultOfRefusal(new NetworkFailed(null), otp.errors)).toBeUndefined();
});
