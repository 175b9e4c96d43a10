// A second path takes over codes at once, and vouchers only if none can arrive twice.
import { expect, test } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '../vouchers/stage-vouchers.ts';
import type { OutgoingSms, SendOutcome } from '../sms/provider.ts';
import { holdVouchers } from '../vouchers/holds.sql.ts';

const fixture = await testDelivery();

function pathThat(name: string, answer: () => SendOutcome) {
  const sent: OutgoingSms[] = [];
  const send = (sms: OutgoingSms) => {
    sent.push(sms);
    return Promise.resolve(answer());
  };
  const limits = { inFlight: 20, perSecond: 5000 };
  return { sent, path: { name, sends: ['otp', 'voucher'] as const, provider: { send }, limits } };
}

const accepts = (): SendOutcome => ({ kind: 'accepted', reference: 'r' });
const unknown = (): SendOutcome => ({ kind: 'unknown', reason: 'HTTP 500' });

const deliverOver = (...paths: ReturnType<typeof pathThat>[]) =>
  fixture.deliver({ paths: paths.map(({ path }) => path) });

const attemptsOf = async (id: string) => {
  const { rows } = await fixture.database.query<{ path: string; outcome: string }>(
    'select path, outcome from inaam.delivery where message_id = $1 order by number',
    [id],
  );
  return rows.map(({ path, outcome }) => `${path} ${outcome}`);
};
const pathOf = async (id: string) => {
  const { rows } = await fixture.database.query<{ path: string }>(
    'select path from inaam.message where id = $1',
    [id],
  );
  return rows[0]?.path;
};
const loadOne = () =>
  loadVoucherCodes(fixture, [{ code: 'TWO-PATHS', amount: 3 }], fixture.clocks.wall());

test('[OTP-5] a code takes the second path at once, whatever became of it on the first', async () => {
  const [first, second] = [pathThat('first', unknown), pathThat('second', accepts)];
  await deliverOver(first, second);
  const id = await fixture.requestCode(newMobile(), '482913');
  await waitUntil(async () => (await fixture.message(id))?.state === 'sent');
  expect(await attemptsOf(id)).toEqual(['first unknown', 'second accepted']);
  expect(await pathOf(id)).toBe('second');
});

test('[OTP-5] a message that was accepted without an id is sent once, and the log says so', async () => {
  const nameless = pathThat('nameless', () => ({ kind: 'accepted', reference: undefined }));
  await deliverOver(nameless);
  const id = await fixture.requestCode(newMobile(), '482913');
  await waitUntil(() => fixture.logged.some(({ message }) => message.includes('gave no id')));
  const [reference] = (
    await fixture.database.query<{ state: string; provider_reference: string | null }>(
      'select state, provider_reference from inaam.message where id = $1',
      [id],
    )
  ).rows;
  expect(reference).toEqual({ state: 'sent', provider_reference: null });
  expect(nameless.sent).toHaveLength(1);
});

test('[CAM-6] a voucher that the first path certainly refused takes the second', async () => {
  await loadOne();
  const refuse = (): SendOutcome => ({ kind: 'refusedForNow', reason: 'HTTP 503' });
  const [first, second] = [pathThat('first', refuse), pathThat('second', accepts)];
  await deliverOver(first, second);
  const { id } = await fixture.grantVoucher(3);
  await waitUntil(async () => (await fixture.message(id))?.state === 'sent');
  expect(await attemptsOf(id)).toEqual(['first refused', 'second accepted']);
});

async function holdNow({ mobile }: { mobile: string }) {
  const { database, campaign, clocks, keys } = fixture;
  const { rows } = await database.query<{ pseudonym: Buffer }>(
    'select pseudonym from inaam.participation where mobile_index = $1',
    [keys.mobileIndex(mobile)],
  );
  const operator = { by: 'asha', reason: 'ticket 4711', at: clocks.wall() };
  const outcomes = await holdVouchers(database, campaign.id, {
    pseudonyms: rows.map(({ pseudonym }) => pseudonym),
    by: operator.by,
    reason: operator.reason,
    now: operator.at,
    auditOf: () => ({ campaign: campaign.id, command: 'review hold', operator, details: {} }),
  });
  return [...outcomes.values()];
}

test('[CAM-6] a hold while the second path has the voucher is not said to be in time', async () => {
  await loadOne();
  const refuse = (): SendOutcome => ({ kind: 'refusedForNow', reason: 'HTTP 503' });
  const [first, second] = [pathThat('first', refuse), pathThat('second', accepts)];
  const { promise: answered, resolve: answer } = Promise.withResolvers<SendOutcome>();
  let isAsked = false;
  second.path.provider.send = () => {
    isAsked = true;
    return answered;
  };
  await deliverOver(first, second);
  const voucher = await fixture.grantVoucher(3);
  await waitUntil(async () => isAsked);
  expect(await holdNow(voucher)).toEqual(['underWay']);
  answer(accepts());
  await waitUntil(async () => (await fixture.message(voucher.id))?.state === 'sent');
});

test('[CAM-6] a refusal does not prove that nothing came of what the same path left open', async () => {
  await loadOne();
  let outcome = unknown();
  const only = pathThat('only', () => outcome);
  await deliverOver(only);
  const voucher = await fixture.grantVoucher(3);
  await waitUntil(async () => (await pathOf(voucher.id)) === 'only');
  outcome = { kind: 'refusedForNow', reason: 'HTTP 503' };
  await waitUntil(async () => {
    await fixture.postpone(0);
    return (await attemptsOf(voucher.id)).includes('only refused');
  });
  expect(await holdNow(voucher)).toEqual(['underWay']);
});

test('[CAM-6] a voucher stays with a path that may have accepted it, for a day', async () => {
  await loadOne();
  const [first, second] = [pathThat('first', unknown), pathThat('second', accepts)];
  await deliverOver(first, second);
  const { id } = await fixture.grantVoucher(3);
  await waitUntil(() => first.sent.length === 1);
  for (const digit of ['1', '2', '3', '4', '5']) {
    await fixture.requestCode(newMobile(), digit.repeat(6));
  }
  await waitUntil(() =>
    fixture.logged.some(({ message }) => message.startsWith('An SMS path fails')),
  );
  const sentBy = (path: typeof first) => path.sent.filter((sms) => sms.id === id);
  // Even while that path rests.
  const tries = async () => (await fixture.waiting())[0]?.attempts ?? 0;
  const before = await tries();
  await waitUntil(async () => {
    await fixture.postpone(0);
    return sentBy(second).length > 0 || (await tries()) >= before + 2;
  });
  expect(sentBy(second)).toEqual([]);
  expect(await pathOf(id)).toBe('first');
  expect((await fixture.message(id))?.state).toBe('assigned');

  fixture.clockOffset.ms = 25 * 3_600_000;
  // Then the second sends the voucher: the same code, once.
  await waitUntil(async () => {
    await fixture.postpone(0);
    return (await fixture.message(id))?.state === 'sent';
  });
  expect(sentBy(second)).toHaveLength(1);
  const texts = [...sentBy(first), ...sentBy(second)].map(({ text }) => text);
  expect(new Set(texts).size).toBe(1);
});
