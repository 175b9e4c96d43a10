// A code by WhatsApp, and the same code by SMS where that fails or takes too long.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import type { Fate } from '../testing/fake-cloud-api.ts';
import { codeIn, whatsappDelivery } from '../testing/whatsapp-delivery.ts';

const fixture = await whatsappDelivery();
const { api, sms } = fixture;

async function requested(agrees = true) {
  const [mobile, userKey] = [newMobile(), randomBytes(8).toString('hex')];
  if (agrees) await fixture.choose(userKey, mobile);
  const id = await fixture.requestCode(mobile, '482913', userKey);
  return { id, mobile, userKey };
}
const isSent = (id: string) => async () =>
  ['sent', 'delivered'].includes((await fixture.message(id))?.state ?? '');

test('a code that was chosen for WhatsApp arrives there, and no SMS is sent', async () => {
  await fixture.deliver();
  const { id, mobile } = await requested();
  await waitUntil(async () => (await fixture.message(id))?.state === 'delivered');
  expect(api.received).toHaveLength(1);
  const [received] = api.received;
  expect(received).toMatchObject({ to: `91${mobile}`, biz_opaque_callback_data: id });
  expect(received?.template).toEqual({
    name: 'inaam_code',
    language: { code: 'en' },
    components: [
      { type: 'body', parameters: [{ type: 'text', text: '482913' }] },
      {
        type: 'button',
        sub_type: 'url',
        index: '0',
        parameters: [{ type: 'text', text: '482913' }],
      },
    ],
  });
  expect(sms).toEqual([]);
  expect(await fixture.attempts(id)).toEqual(['whatsapp accepted', 'whatsapp delivered']);
});

test('without the tick a code goes by SMS alone', async () => {
  await fixture.deliver();
  const { id } = await requested(false);
  await waitUntil(isSent(id));
  expect(sms).toHaveLength(1);
  expect(api.received).toEqual([]);
  expect(await fixture.attempts(id)).toEqual(['sms accepted']);
});

const failing: [string, Fate, string][] = [
  ['has no WhatsApp, says the web hook', { statuses: ['failed'] }, 'refused'],
  ['has no WhatsApp, says the answer', { answer: { status: 400, code: 131026 } }, 'refused'],
  ['is not reached in time', { statuses: ['sent'] }, 'unknown'],
  ['is not answered', { answer: 'hangs' }, 'unknown'],
  ['is answered with 500', { answer: { status: 500 } }, 'unknown'],
  ['meets a limit', { answer: { status: 429, code: 130429 }, retryAfter: 1 }, 'refused'],
  ['meets an expired token', { answer: { status: 401, code: 190 } }, 'refused'],
  ['meets a paused template', { answer: { status: 400, code: 132015 } }, 'refused'],
];

test.each(failing)('a number that %s gets the same code by SMS', async (_, fate, outcome) => {
  api.plan(fate);
  await fixture.deliver();
  const { id } = await requested();
  await waitUntil(isSent(id));
  expect(api.received.map(codeIn)).toEqual([['482913', '482913']]);
  expect(sms.map(({ variables }) => variables)).toEqual([{ code: '482913' }]);
  expect(await fixture.attempts(id)).toEqual([`whatsapp ${outcome}`, 'sms accepted']);
});

test.each<[string, number]>([
  ['an expired token', 190],
  ['a locked account', 131031],
  ['a paused template', 132015],
])('%s raises the alarm', async (_, code) => {
  api.plan({ answer: { status: 400, code } });
  await fixture.deliver();
  const { id } = await requested();
  await waitUntil(isSent(id));
  expect(fixture.logged).toContainEqual({
    level: 'error',
    facts: expect.objectContaining({ alarm: true, path: 'whatsapp' }),
    message: expect.stringContaining('WhatsApp takes no messages'),
  });
});

test('a code that was handed over before this process is not handed over again', async () => {
  const [mobile, userKey] = [newMobile(), randomBytes(8).toString('hex')];
  await fixture.choose(userKey, mobile);
  const id = await fixture.requestCode(mobile, '482913', userKey);
  await fixture.begin(id);
  await fixture.deliver();
  await waitUntil(isSent(id));
  expect(api.received).toEqual([]);
  expect(sms).toHaveLength(1);
});

test('the next code of a number that WhatsApp does not reach goes by SMS at once', async () => {
  api.plan({ statuses: ['failed'] });
  await fixture.deliver();
  const { id, mobile, userKey } = await requested();
  await waitUntil(isSent(id));
  fixture.clockOffset.ms = 200_000;
  const next = await fixture.requestCode(mobile, '555555', userKey);
  await waitUntil(isSent(next));
  expect(api.received).toHaveLength(1);
  expect(await fixture.attempts(next)).toEqual(['sms accepted']);
});

test('a device that has said No since gets SMS', async () => {
  const [mobile, userKey] = [newMobile(), randomBytes(8).toString('hex')];
  await fixture.choose(userKey, mobile);
  const id = await fixture.requestCode(mobile, '482913', userKey);
  await fixture.database.query(
    `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
     select campaign, user_key, t + 1, 'NO', notice_hash, at from inaam.consent where user_key = $1`,
    [userKey],
  );
  await fixture.deliver();
  await waitUntil(isSent(id));
  expect(api.received).toEqual([]);
});

test('the choice of one device says nothing of another', async () => {
  const mobile = newMobile();
  await fixture.choose('another', mobile);
  const id = await fixture.requestCode(mobile, '482913');
  await fixture.deliver();
  await waitUntil(isSent(id));
  expect(api.received).toEqual([]);
});

test('where SMS comes first, a code that has not arrived in time also comes by WhatsApp', async () => {
  await fixture.deliver({ first: 'sms' });
  const { id } = await requested();
  await waitUntil(() => api.received.length === 1);
  expect(sms.map(({ variables }) => variables)).toEqual([{ code: '482913' }]);
  expect(api.received.map(codeIn)).toEqual([['482913', '482913']]);
  expect(await fixture.attempts(id)).toEqual(['sms accepted']);
});

test('where SMS comes first and is refused, the code goes by WhatsApp at once', async () => {
  fixture.answerSms(() => ({ kind: 'refusedForNow', reason: 'HTTP 503' }));
  await fixture.deliver({ first: 'sms' });
  const { id } = await requested();
  await waitUntil(isSent(id));
  expect((await fixture.attempts(id)).slice(0, 2)).toEqual(['sms refused', 'whatsapp accepted']);
});
