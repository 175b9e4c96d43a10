import { expect, test } from 'vitest';
import { outcomeOfStatus } from './smpp-provider.ts';

test.each([
  [0x58, { kind: 'throttled', reason: 'ESME_RTHROTTLED' }],
  [0x14, { kind: 'throttled', reason: 'ESME_RMSGQFUL' }],
  [0x0b, { kind: 'refusedForGood', reason: 'ESME_RINVDSTADR' }],
  [0x0a, { kind: 'refusedForNow', reason: 'ESME_RINVSRCADR' }],
  [0x45, { kind: 'refusedForNow', reason: 'ESME_RSUBMITFAIL' }],
  [0x4ff, { kind: 'refusedForNow', reason: 'status 0x4ff' }],
])('[OTP-5] status %i is %j', (status, outcome) => {
  expect(outcomeOfStatus(status)).toEqual(outcome);
});
