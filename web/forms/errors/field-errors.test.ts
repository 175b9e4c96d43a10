import { expect, test } from 'vitest';
import { CallRefused, NetworkFailed } from '../../api/failures.ts';
import { refusedCode, validateCode } from './field-errors.ts';

test.each([
  ['', { code: ['otp.errors.required'] }],
  ['12345', { code: ['otp.errors.notSixDigits'] }],
  ['123456', {}],
])('[VAL-5] the code %j has the errors %j', (code, errors) => {
  expect(validateCode({ code })).toEqual(errors);
});

test.each([
  ['invalidOtp', 'otp.errors.wrong'],
  ['expiredOtp', 'otp.errors.expired'],
  ['invalidData', 'otp.errors.invalidData'],
])('[ERR-7] %s is shown as %s', (messageId, message) => {
  const error = new CallRefused({ statusCode: 400, message: 'From the server', messageId });
  expect(refusedCode(error)).toEqual({ code: [message] });
});

test('[ERR-7] no code of another browser has expired: it works there', () => {
  const refused = (messageId: string) =>
    refusedCode(new CallRefused({ statusCode: 400, message: 'Server', messageId }), true);
  expect(refused('expiredOtp')).toEqual({ code: ['otp.errors.noneHere'] });
  expect(refused('invalidOtp')).toEqual({ code: ['otp.errors.wrong'] });
});

test.each([{}, { messageId: 'tryAgain' }])("[ERR-7] %j shows the server's message", (id) => {
  const error = new CallRefused({ statusCode: 400, message: 'From the server', ...id });
  expect(refusedCode(error)).toMatchObject({ code: [{ text: 'From the server' }] });
});

test('[ERR-7] a failed network is no error of the code', () => {
  expect(refusedCode(new NetworkFailed(null))).toEqual({});
});
