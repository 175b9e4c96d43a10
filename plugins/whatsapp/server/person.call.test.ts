// What the console says of a voucher that went by WhatsApp.
import { afterAll, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { consoleAccount, deliveryConsole } from '@inaam/testing/server/console/delivery-console.ts';

const { fixture, app, close } = await deliveryConsole(1);
afterAll(() => close());

test('a person whose voucher arrived in WhatsApp is told to look there, and the time line says so', async () => {
  const winner = fixture.nextParticipant(5);
  const { id } = await fixture.grantVoucher(5, winner);
  const support = await consoleAccount({ ...fixture, app }, 'Mira', 'support');
  await fixture.database.query(
    `with handed as (
       insert into inaam.delivery (message_id, at, outcome, path)
       values ($1, now(), 'accepted', 'whatsapp'))
     update inaam.message set state = 'delivered', ended_at = now() where id = $1`,
    [id],
  );
  const search = { by: 'number', text: winner.mobile, reason: 'complaint 4711' };
  const { body } = await support.call('findPerson', search);
  const { tellCaller, events } = consoleCalls.findPerson.answer.parse(body);
  expect(tellCaller).toContain('Look in WhatsApp, also among archived chats.');
  expect(events.map(({ what }) => what)).toContain('Voucher of ₹5 handed to WhatsApp');
});
