// A voucher by WhatsApp: never twice while it is unclear, and by SMS once it certainly failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { statusBody, signed, type Fate } from '../testing/fake-cloud-api.ts';
import { codeIn, whatsappDelivery } from '../testing/whatsapp-delivery.ts';

const fixture = await whatsappDelivery();
const { api, sms } = fixture;

let codes = 0;
async function granted(agrees = true) {
  const code = `WHATSAPP-${(codes += 1)}`;
  await fixture.loadCodes(3, code);
  const winner = fixture.nextParticipant(3);
  if (agrees) await fixture.chooseProven(winner.mobile);
  return { ...(await fixture.grantVoucher(3, winner)), code };
}
const stateOf = async (id: string) => (await fixture.message(id))?.state;
const say = async (id: string, status: string, code?: number) => {
  const body = statusBody(id, status, { code });
  return fixture.callHook(body, signed(body));
};

test('a voucher goes by WhatsApp to who has chosen it, and is delivered by its web hook', async () => {
  api.plan({ statuses: ['sent', 'delivered', 'read'] });
  await fixture.deliver();
  const { id, code } = await granted();
  await waitUntil(async () => (await fixture.attempts(id)).length === 3);
  expect((await fixture.told(id)).toSorted()).toEqual(['by WhatsApp', 'read in WhatsApp']);
  expect(await stateOf(id)).toBe('delivered');
  expect(sms).toEqual([]);
  const [received] = api.received;
  expect(received?.template.name).toBe('inaam_voucher');
  expect(received && codeIn(received)).toEqual(['3', code, expect.stringMatching(/\d{4}$/)]);
});

test('a voucher of who has not chosen it goes by SMS', async () => {
  await fixture.deliver();
  const { id } = await granted(false);
  await waitUntil(async () => (await stateOf(id)) === 'sent');
  expect(api.received).toEqual([]);
  expect(sms).toHaveLength(1);
});

test('a voucher whose number has no WhatsApp goes by SMS within seconds, with the same code', async () => {
  api.plan({ statuses: ['failed'] });
  await fixture.deliver();
  const { id, code } = await granted();
  await waitUntil(() => sms.length === 1);
  expect(sms[0]?.variables['code']).toBe(code);
  await waitUntil(async () => (await stateOf(id)) === 'sent');
  expect(await fixture.attempts(id)).toEqual([
    'whatsapp accepted',
    'whatsapp undelivered',
    'sms accepted',
  ]);
});

const unclear: [string, Fate][] = [
  ['lost', { answer: 'lost' }],
  ['500', { answer: { status: 500 } }],
  ['never given', { answer: 'hangs' }],
];

test.each(unclear)(
  'while the answer is %s, the voucher is sent to nobody again, and the web hook settles it',
  async (_, fate) => {
    api.plan(fate);
    await fixture.deliver();
    const { id } = await granted();
    await waitUntil(async () => (await fixture.attempts(id)).length === 1);
    expect(await fixture.attempts(id)).toEqual(['whatsapp unknown']);
    await waitUntil(async () => {
      await fixture.postpone(0);
      return (await stateOf(id)) === 'failed';
    });
    expect((await fixture.message(id))?.reason).toMatch(/^no clear answer from whatsapp/);
    expect(api.received).toHaveLength(1);
    expect(sms).toEqual([]);
    await say(id, 'delivered');
    await waitUntil(async () => (await stateOf(id)) === 'delivered');
  },
);

test('500 after it was accepted: the web hook that came before settles it', async () => {
  api.plan({ answer: { status: 500 }, statuses: ['sent', 'delivered'] });
  await fixture.deliver();
  const { id } = await granted();
  await waitUntil(async () => (await stateOf(id)) === 'delivered');
  expect([api.received.length, sms.length]).toEqual([1, 0]);
});

test('a web hook that comes before the answer counts', async () => {
  api.plan({ answer: 'late', statuses: ['read', 'sent', 'delivered', 'delivered'] });
  await fixture.deliver();
  const { id } = await granted();
  await waitUntil(async () => (await stateOf(id)) === 'delivered');
  expect(api.received).toHaveLength(1);
});

test('an unclear voucher that certainly failed goes by SMS', async () => {
  api.plan({ answer: 'lost' });
  await fixture.deliver();
  const { id } = await granted();
  await waitUntil(async () => (await fixture.attempts(id)).length === 1);
  await say(id, 'failed', 131026);
  await waitUntil(async () => (await stateOf(id)) === 'sent');
  expect(sms).toHaveLength(1);
  expect(api.received).toHaveLength(1);
});

test('a voucher of which the web hook says both, failed and delivered, has arrived', async () => {
  const { id } = await granted();
  await fixture.begin(id);
  await say(id, 'failed', 131026);
  await say(id, 'delivered');
  await fixture.deliver();
  await waitUntil(async () => (await stateOf(id)) === 'delivered');
  expect(await fixture.attempts(id)).not.toContain('whatsapp undelivered');
  expect([api.received, sms]).toEqual([[], []]);
});

test('a failure that comes after the delivery changes nothing', async () => {
  await fixture.deliver();
  const { id } = await granted();
  await waitUntil(async () => (await stateOf(id)) === 'delivered');
  await say(id, 'failed', 131026);
  await waitUntil(async () => {
    const { rows } = await fixture.database.query(
      'select from inaam.whatsapp_status where handled_at is null',
    );
    return rows.length === 0;
  });
  expect(await stateOf(id)).toBe('delivered');
  expect(sms).toEqual([]);
});

test('a process that dies between the claim and the record leaves the voucher unclear, not sent twice', async () => {
  const { id } = await granted();
  await fixture.begin(id);
  await fixture.deliver();
  await waitUntil(async () => (await fixture.attempts(id)).length === 1);
  expect(await fixture.attempts(id)).toEqual(['whatsapp unknown']);
  expect(api.received).toEqual([]);
  expect(sms).toEqual([]);
});

test('a process that is killed while it hands a voucher over: it is not sent again, and the web hook settles it', async () => {
  api.plan({ answer: 'hangs' });
  const { id } = await granted();
  const program = fileURLToPath(import.meta.resolve('../testing/delivery-process.ts'));
  const child = spawn(process.execPath, [program, fixture.url, api.origin], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  await waitUntil(() => api.received.length === 1);
  child.kill('SIGKILL');
  await exited;
  expect(await stateOf(id)).toBe('assigned');
  await fixture.endLeases();
  await fixture.deliver();
  await waitUntil(async () => (await fixture.attempts(id)).length === 1);
  expect(await fixture.attempts(id)).toEqual(['whatsapp unknown']);
  await say(id, 'delivered');
  await waitUntil(async () => (await stateOf(id)) === 'delivered');
  expect(api.received).toHaveLength(1);
  expect(sms).toEqual([]);
});

test('where SMS comes first and certainly failed, the voucher goes by WhatsApp once', async () => {
  await fixture.deliver({ first: 'sms' });
  const { id, code } = await granted();
  await waitUntil(async () => (await stateOf(id)) === 'sent');
  await fixture.database.query(
    `update inaam.message set state = 'failed', ended_at = now(), reason = 'not delivered' where id = $1`,
    [id],
  );
  await waitUntil(async () => (await stateOf(id)) === 'delivered');
  expect(api.received.map(codeIn)).toEqual([['3', code, expect.anything()]]);
});
