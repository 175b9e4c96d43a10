// Uses the real storage. Nothing depends on speed.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import type { OutgoingSms, SendOutcome } from '../../sms/provider.ts';
import { deliveryFixture } from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { loadVoucherCodes } from '../../vouchers/stage-vouchers.ts';

const fixture = await testDelivery();

let codes = 0;
const newCode = () => `TRY-${String((codes += 1)).padStart(6, '0')}`;
const load = (amount: number, count: number) =>
  loadVoucherCodes(
    fixture,
    Array.from({ length: count }, () => ({ code: newCode(), amount })),
    fixture.clocks.wall(),
  );
const sent = (id: string) => waitUntil(async () => (await fixture.message(id))?.state === 'sent');

/** Gives each answer once, then accepts. */
function fakeProvider(...answers: (SendOutcome | Error | 'silent')[]) {
  const messages: OutgoingSms[] = [];
  return {
    messages,
    provider: {
      async send(sms: OutgoingSms): Promise<SendOutcome> {
        messages.push(sms);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        if (answer === 'silent') return new Promise(() => undefined);
        return answer ?? { kind: 'accepted', reference: `ref-${messages.length}` };
      },
    },
  };
}

const never = 24 * 3_600_000;

test('[OTP-5] a code is sent as soon as it is committed, without polling', async () => {
  await fixture.deliver({ intervals: { pollMs: never } });
  await listening();
  for (let round = 0; round < 5; round += 1) {
    const mobile = newMobile();
    await fixture.requestCode(mobile, '482913');
    await waitUntil(async () => (await fixture.textsTo(mobile)).length > 0);
    expect(await fixture.textsTo(mobile)).toHaveLength(1);
  }
});

/** Resolves when the delivery listens for new messages. */
const listening = () =>
  waitUntil(async () => {
    const { rows } = await fixture.database.query(
      `select from pg_stat_activity
       where datname = current_database() and query like 'listen %' and state = 'idle'`,
    );
    return rows.length === 1;
  });

test('[OTP-5][OTP-7] the SMS is the registered text with the code, bound to the site', async () => {
  await fixture.deliver();
  const mobile = newMobile();
  const id = await fixture.requestCode(mobile, '482913');
  await sent(id);
  const [text = ''] = await fixture.textsTo(mobile);
  expect(text).toMatch(/^482913 is your OTP .* valid for 5 minutes/);
  expect(text.endsWith('\n@inaam.example #482913')).toBe(true);
  expect(await fixture.message(id)).toMatchObject({
    tries: 1,
    outcomes: ['accepted'],
    reason: null,
  });
});

test('[OTP-5] a code that was replaced, used or has expired is not sent', async () => {
  const [replaced, used, late] = [newMobile(), newMobile(), newMobile()];
  const minuteMs = 60_000;
  fixture.clockOffset.ms = -5 * minuteMs;
  const lateId = await fixture.requestCode(late, '444444', 'three');
  fixture.clockOffset.ms = -4 * minuteMs;
  const ids = [
    await fixture.requestCode(replaced, '111111', 'one'),
    await fixture.requestCode(used, '222222', 'two'),
    lateId,
  ];
  fixture.clockOffset.ms = 0;
  const newest = await fixture.requestCode(replaced, '333333', 'one');
  await fixture.database.query(
    `update inaam.code_request set code_used_at = now() where user_key = 'two'`,
  );
  await fixture.deliver();
  await sent(newest);
  await waitUntil(async () => (await fixture.waiting()).length === 0);
  const reasons = await Promise.all(ids.map(async (id) => (await fixture.message(id))?.reason));
  expect(reasons).toEqual(['replaced', 'used', 'expired']);
  const states = await Promise.all(ids.map(async (id) => (await fixture.message(id))?.state));
  expect(states).toEqual(['lapsed', 'lapsed', 'lapsed']);
  expect([
    await fixture.textsTo(replaced),
    await fixture.textsTo(used),
    await fixture.textsTo(late),
  ]).toEqual([[expect.stringContaining('333333')], [], []]);
});

test('[CAM-6] a reward is paid with one code, valid for a year by the campaign clock', async () => {
  await load(5, 3);
  await fixture.deliver();
  const { id, mobile } = await fixture.grantVoucher(5);
  await sent(id);
  expect(await fixture.textsTo(mobile)).toEqual([
    expect.stringMatching(
      /^Congratulations! Your Rs\. 5 gift voucher .* is TRY-\d{6}\. Use it at Inaam Mart until 1 July 2026\. Inaam Foods$/,
    ),
  ]);
});

test('[CAM-6][CAM-3] without stock a reward stays owed and is logged; it is paid as soon as codes are loaded', async () => {
  await fixture.deliver({ intervals: { pollMs: 100, cleanupMs: never } });
  const owed = await fixture.grantVouchers(10, 2);
  const areBack = async () => {
    const waiting = await fixture.waiting();
    return waiting.every(({ attempts, leased_until }) => attempts > 0 && leased_until === null);
  };
  await waitUntil(areBack);
  for (const { id } of owed) expect((await fixture.message(id))?.state).toBe('owed');
  await waitUntil(() => fixture.logged.length > 0);
  expect(fixture.logged).toMatchObject([{ facts: { amount: 10 } }]);
  await waitUntil(async () => {
    await fixture.postpone(3600);
    return (await fixture.waiting()).every(
      ({ due_at }) => due_at.getTime() > Date.now() + 1_800_000,
    );
  });
  await load(10, 2);
  await Promise.all(owed.map(({ id }) => sent(id)));
  const texts = await Promise.all(owed.map(({ mobile }) => fixture.textsTo(mobile)));
  expect(new Set(texts.flat()).size).toBe(2);
});

test('[CAM-6] after a failed attempt the provider gets the same code, mobile and id again', async () => {
  await load(3, 1);
  const { provider, messages } = fakeProvider(new Error('socket'), 'silent', {
    kind: 'refusedForNow',
    reason: '429',
  });
  await fixture.deliver({ provider, intervals: { pollMs: 20, sendMs: 50 } });
  const { id } = await fixture.grantVoucher(3);
  await waitUntil(async () => {
    await fixture.postpone(0);
    return (await fixture.message(id))?.state === 'sent';
  });
  expect(messages).toHaveLength(4);
  expect(new Set(messages.map((sms) => JSON.stringify(sms))).size).toBe(1);
  expect(await fixture.message(id)).toMatchObject({
    tries: 4,
    outcomes: ['unknown', 'unknown', 'refused', 'accepted'],
  });
});

test('[OTP-5] codes do not wait for vouchers that the provider does not acknowledge', async () => {
  await load(3, 10);
  const answered = Promise.withResolvers<SendOutcome>();
  const waiting: string[] = [];
  const slow = (sms: OutgoingSms) => {
    waiting.push(sms.id);
    return answered.promise;
  };
  await fixture.deliver({
    provider: {
      send: (sms) => (sms.text.includes('OTP') ? fixture.provider.send(sms) : slow(sms)),
    },
    intervals: { sendMs: never },
    concurrency: { voucher: 4 },
  });
  await fixture.grantVouchers(3, 10);
  await waitUntil(() => waiting.length === 4);
  const id = await fixture.requestCode(newMobile(), '482913');
  await sent(id);
  expect((await fixture.message(id))?.tries).toBe(1);
  expect(waiting).toHaveLength(4);
  answered.resolve({ kind: 'accepted', reference: 'late' });
});

test('[CAM-6] a permanent refusal ends the message and is logged', async () => {
  await load(3, 1);
  const { provider } = fakeProvider({
    kind: 'refusedPermanently',
    reason: 'number not in use',
  });
  await fixture.deliver({ provider });
  const { id } = await fixture.grantVoucher(3);
  await waitUntil(async () => (await fixture.message(id))?.state === 'failed');
  expect(await fixture.message(id)).toMatchObject({
    reason: 'number not in use',
    outcomes: ['refused'],
  });
  expect(fixture.logged).toMatchObject([{ level: 'error', facts: { message: id } }]);
});

test('[CAM-6] nothing is sent to an erased winner, and the message fails', async () => {
  await load(3, 1);
  const { id } = await fixture.grantVoucher(3);
  await fixture.database.query(
    `delete from inaam.personal_data where pseudonym = (select pseudonym from inaam.message where id = $1)`,
    [id],
  );
  await fixture.deliver();
  await waitUntil(async () => (await fixture.message(id))?.state === 'failed');
  expect(await fixture.message(id)).toMatchObject({ reason: 'erased', outcomes: [] });
});

test('[CAM-6] a text that does not match its template is not sent', async () => {
  await load(3, 1);
  const { provider, messages } = fakeProvider();
  const { id } = await fixture.grantVoucher(3);
  const template = fixture.campaign.sms.vouchers['3'];
  if (!template) throw new Error('no template');
  const broken = { ...template, text: `${template.text} {weather}` };
  const sms = { ...fixture.campaign.sms, vouchers: { '3': broken } };
  await fixture.deliver({ provider, campaign: { ...fixture.campaign, sms } });
  await waitUntil(() => fixture.logged.length > 0);
  expect((await fixture.message(id))?.state).toBe('assigned');
  expect(messages).toEqual([]);
  expect(fixture.logged).toMatchObject([{ level: 'error', facts: { message: id } }]);
});

test('[CAM-6] a message that is being sent is not sent again when its lease was forgotten', async () => {
  await load(3, 1);
  const answered = Promise.withResolvers<SendOutcome>();
  const { id, mobile } = await fixture.grantVoucher(3);
  const sends: string[] = [];
  const send = (sms: OutgoingSms) => {
    sends.push(sms.id);
    return answered.promise;
  };
  await fixture.deliver({ provider: { send }, intervals: { pollMs: 20, sendMs: never } });
  await waitUntil(() => sends.length === 1);
  await fixture.database.query('update inaam.message set due_at = now(), leased_until = null');
  await waitUntil(async () => (await fixture.waiting())[0]?.attempts === 2);
  const other = await fixture.requestCode(mobile, '482913');
  await waitUntil(() => sends.includes(other));
  answered.resolve({ kind: 'accepted', reference: 'once' });
  await sent(id);
  expect(sends).toEqual([id, other]);
});

test('[CAM-6] two simultaneous deliveries send every voucher once', async () => {
  await load(3, 60);
  const owed = await fixture.grantVouchers(3, 60);
  const ids = owed.map(({ id }) => id);
  const { provider, messages } = fakeProvider();
  const other = await deliveryFixture(fixture.url);
  const second = await other.deliver({ provider });
  try {
    await fixture.deliver({ provider });
    await waitUntil(async () => (await fixture.waiting()).length === 0);
  } finally {
    await second.stop();
    await other.database.end();
  }
  expect(messages.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(new Set(messages.map(({ text }) => text)).size).toBe(60);
});

test('no mobile, code or text appears in logs or reasons, whatever the provider answers', async () => {
  await load(3, 2);
  const winner = fixture.nextParticipant(3);
  const { mobile } = winner;
  const leak = `to +91 ${mobile}: code 482913, TRY-000001`;
  const { provider } = fakeProvider(new Error(leak), { kind: 'refusedForNow', reason: leak });
  await fixture.deliver({ provider });
  await fixture.requestCode(mobile, '482913');
  await fixture.grantVoucher(3, winner);
  await waitUntil(async () => {
    const { rows } = await fixture.database.query('select from inaam.delivery');
    return rows.length === 2;
  });
  const { rows } = await fixture.database.query(
    `select delivery.*, message.reason from inaam.delivery join inaam.message on message.id = message_id`,
  );
  const stored = JSON.stringify([fixture.logged, rows]);
  expect(stored).not.toMatch(new RegExp(`${mobile}|482913|000001`));
});

test('after it has stopped, delivery sends nothing', async () => {
  const delivery = await fixture.deliver({ intervals: { pollMs: 50 } });
  await delivery.stop();
  const mobile = newMobile();
  await fixture.requestCode(mobile, '482913');
  await pause(300);
  expect(await fixture.textsTo(mobile)).toEqual([]);
  await fixture.deliver();
  await waitUntil(async () => (await fixture.textsTo(mobile)).length === 1);
});
