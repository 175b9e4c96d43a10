import { expect, test } from 'vitest';
import { failures } from '../sms/receipts/receipt-schema.ts';
import { canArrive, meaningOf } from './failure-reasons.rules.ts';

test.each([
  ['erased', 'erased'],
  ['number not in use', 'dead'],
  ['Invalid Number', 'dead'],
  ['INVALID_DESTINATION_ADDRESS: invalid destination', 'dead'],
  ['Unknown subscriber', 'dead'],
  ['phone not reached', 'phone'],
  ['Absent Subscriber', 'phone'],
  ['handset memory exceeded', 'phone'],
  ['DND', 'setup'],
  ['Failed: NDNC number', 'setup'],
  ['DLT template not found', 'setup'],
  ['Template mismatch', 'setup'],
  ['invalid sender id', 'setup'],
  ['blocked by the operator', 'setup'],
  ['Insufficient balance', 'setup'],
  ['HTTP 401', 'setup'],
  ['no receipt', 'provider'],
  ['not delivered', 'provider'],
  ['HTTP 503', 'provider'],
  ['request timed out', 'provider'],
  ['code 4711', 'unknown'],
  ['addendum', 'unknown'],
])('“%s” is a matter of %s', (reason, cause) => {
  const found = meaningOf(reason);
  expect(found.cause).toBe(cause);
  expect(found.meaning).toMatch(/\.$/);
  expect(found.remedy === '').toBe(cause === 'erased');
  expect(canArrive(reason)).toBe(cause !== 'dead' && cause !== 'erased');
});

test('every reason of a receipt is known, and can arrive unless it is not worth another try', () => {
  for (const [kind, reason] of Object.entries(failures)) {
    expect(meaningOf(reason).cause).not.toBe('unknown');
    expect(canArrive(reason)).toBe(kind !== 'number');
  }
});
