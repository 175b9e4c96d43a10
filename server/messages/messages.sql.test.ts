import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { storeMail, type Mail } from './mailbox.sql.ts';
import {
  failMessages,
  expireMessages,
  leaseCodes,
  recordAttempts,
  type Attempt,
} from './messages.sql.ts';
import { takeVouchers } from '../vouchers/take-vouchers.sql.ts';
import { guardedLimits } from '../codes/rate-limits.rules.ts';

const guardedMs = guardedLimits.codeLifetimeMs;

const fixture = await testDelivery();
const nobody = '01900000-0000-7000-8000-000000000000';

const valueOf = <Value>(result: PromiseSettledResult<Value>): Value => {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
};

const attempts = {
  accepted: { outcome: 'accepted', reference: 'r1' },
  later: { outcome: 'refused', reason: 'busy', isFinal: false },
  never: { outcome: 'refused', reason: 'barred', isFinal: true },
  unknown: { outcome: 'unknown', reason: 'no answer' },
} as const;
type AttemptKind = keyof typeof attempts;
const attempt = (messageId: string, attemptKind: AttemptKind): Attempt => ({
  messageId,
  at: 1000,
  path: 'main',
  ...attempts[attemptKind],
});

/** An independent statement of the state machine. */
function afterAttempt(state: string, attemptKind: AttemptKind): string {
  if (state !== 'owed' && state !== 'assigned') return state;
  return { accepted: 'sent', later: state, never: 'failed', unknown: state }[attemptKind];
}

test('[CAM-6] repeated attempts in one batch are counted one by one', async () => {
  const ids = [
    await fixture.requestCode(newMobile(), '111111'),
    (await fixture.grantVoucher(3)).id,
    nobody,
  ];
  const attemptKind = fc.constantFrom<AttemptKind>('accepted', 'later', 'never', 'unknown');
  const calls = fc.array(fc.tuple(fc.constantFrom(...ids), attemptKind), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(calls, async (call) => {
      await fixture.database.query(
        `update inaam.message set state = 'owed', tries = 0, sent_at = null, ended_at = null,
           reason = null, provider_reference = null`,
      );
      await fixture.database.query('delete from inaam.delivery');
      const states = new Map(ids.map((id) => [id, id === nobody ? 'none' : 'owed']));
      const expected = call.map(([id, kind]) => {
        const after = afterAttempt(states.get(id) ?? '', kind);
        states.set(id, after);
        return after;
      });
      const record = recordAttempts(fixture.database, fixture.campaign.id);
      const answers = await record(call.map(([id, kind]) => attempt(id, kind)));
      expect(answers.map(valueOf)).toEqual(expected);
      for (const id of ids.filter((each) => each !== nobody)) {
        const own = call.filter(([each]) => each === id).length;
        const message = await fixture.message(id);
        expect(message).toMatchObject({ tries: own, state: states.get(id) });
        expect(message?.outcomes).toHaveLength(own);
      }
    }),
    { numRuns: 60 },
  );
});

const ending = (messageId: string) => ({ messageId, at: 3000, reason: 'expired' });

test('[OTP-5] only owed messages lapse or fail', async () => {
  const { database, campaign } = fixture;
  const [code, voucher] = [
    await fixture.requestCode(newMobile(), '111111'),
    (await fixture.grantVoucher(3)).id,
  ];
  const expire = expireMessages(database, campaign.id);
  const fail = failMessages(database, campaign.id);
  expect((await expire([ending(code), ending(code), ending(nobody)])).map(valueOf)).toEqual([
    'lapsed',
    'lapsed',
    'none',
  ]);
  expect((await fail([ending(code), ending(voucher), ending(voucher)])).map(valueOf)).toEqual([
    'lapsed',
    'failed',
    'failed',
  ]);
  await database.query(`update inaam.message set state = 'sent'`);
  expect((await fail([ending(voucher)])).map(valueOf)).toEqual(['sent']);
});

test('each query returns its own kind of message, of its own campaign', async () => {
  const { database, campaign, clocks } = fixture;
  const [code, voucher] = [
    await fixture.requestCode(newMobile(), '111111'),
    (await fixture.grantVoucher(5)).id,
  ];
  expect(await leaseCodes(database, 'another', guardedMs)(9)).toEqual([]);
  const ids = [code, voucher, nobody, code];
  expect(await takeVouchers(database, 'another', clocks)(9)).toEqual([]);
  expect(await takeVouchers(database, 'another', clocks)(9, ids)).toEqual([]);
  expect(await leaseCodes(database, campaign.id, guardedMs)(9)).toMatchObject([
    { id: code, attempts: 1, isCurrent: true, isUsed: false },
  ]);
  expect(await takeVouchers(database, campaign.id, clocks)(9)).toMatchObject([
    { id: voucher, attempts: 1, state: 'owed', amount: 5 },
  ]);
  expect(await recordAttempts(database, 'another').one(attempt(code, 'accepted'))).toBe('none');
});

test('[CAM-6] the mailbox stores a message id once, whatever the batch', async () => {
  const store = storeMail(fixture.database, fixture.campaign.id);
  const id = fc.constantFrom(...[1, 2, 3].map((n) => nobody.replace(/0$/, String(n))));
  await fc.assert(
    fc.asyncProperty(fc.array(id, { minLength: 1, maxLength: 8 }), async (ids) => {
      await fixture.database.query('delete from inaam.mailbox');
      const mails = ids.map((messageId, at): Mail => ({
        messageId,
        mobileIndex: Buffer.alloc(32, 1),
        mobileSealed: Buffer.from('to'),
        textSealed: Buffer.from(`text ${at}`),
        at,
      }));
      const answers = (await store(mails)).map(valueOf);
      expect(answers).toEqual(ids.map((each, at) => (ids.indexOf(each) === at ? 'new' : 'known')));
    }),
    { numRuns: 40 },
  );
});
