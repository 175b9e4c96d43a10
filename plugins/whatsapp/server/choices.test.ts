// Who gets messages by WhatsApp, and how that ends.
import { afterAll, expect, test } from 'vitest';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { whatsapp } from '../plugin.ts';
import { choice } from '../testing/choice.ts';
import { keepProven, readChoices } from './choices.sql.ts';
import { readStandings } from './sends.sql.ts';

const change = (campaign: ServerCampaign): ServerCampaign => ({ ...campaign, whatsapp: choice });
const server = await testServer({ change });
const delivering = openTestDatabase(server.databaseUrl, 2, 'inaam_deliver');
afterAll(async () => {
  await delivering.end();
  await server.close();
});
const { database, campaign, keys } = server;
const standings = readStandings(delivering, campaign.id, () => server.time.wall);

async function register(shopper: Shopper, mobile: string, chosen: object) {
  server.time.wall += 200_000;
  if (shopper.userKey === '') await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  const typed = { name: 'Asha Rao', mobile, state: 'Karnataka', agree1: true, limit: '' };
  return shopper.call('register', { ...typed, ...chosen });
}
async function codeGoesByWhatsApp(shopper: Shopper) {
  const { rows } = await database.query<{ id: string; mobile_index: Buffer }>(
    `select id, mobile_index from inaam.message where user_key = $1 order by owed_at desc limit 1`,
    [shopper.userKey],
  );
  const [{ id, mobile_index: mobileIndex } = { id: '', mobile_index: Buffer.alloc(0) }] = rows;
  return (await standings.one({ id, kind: 'otp', mobileIndex })).wants;
}
let ids = 0;
const voucherGoesByWhatsApp = async (mobile: string) => {
  const id = `0197b1c2-0000-7000-9000-${String((ids += 1)).padStart(12, '0')}`;
  const asked = { id, kind: 'voucher' as const, mobileIndex: keys.mobileIndex(mobile) };
  return (await standings.one(asked)).wants;
};

test('each program may do what it needs, and no more', async () => {
  expect(await readHeldRights(database, whatsapp)).toEqual(
    rightsOf({
      inaam_serve: {
        select: 'whatsapp_opt_in',
        insert: 'whatsapp_opt_in whatsapp_status',
        update: 'whatsapp_opt_in',
        delete: 'whatsapp_opt_in',
      },
      inaam_deliver: {
        select: 'whatsapp_opt_in whatsapp_send whatsapp_status',
        insert: 'whatsapp_send',
        update: 'whatsapp_opt_in/3 whatsapp_send whatsapp_status/2',
        delete: 'whatsapp_opt_in whatsapp_send whatsapp_status',
      },
      inaam_operator: { select: 'whatsapp_opt_in whatsapp_send/2 whatsapp_status' },
      inaam_console: { select: 'whatsapp_opt_in whatsapp_status' },
    }),
  );
});

test('the tick of a registration is known before its code is sent; none is No', async () => {
  const [ticked, none] = [new Shopper(server), new Shopper(server)];
  expect((await register(ticked, newMobile(), { whatsapp: true })).status).toBe(200);
  expect((await register(none, newMobile(), {})).status).toBe(200);
  expect(await codeGoesByWhatsApp(ticked)).toBe(true);
  expect(await codeGoesByWhatsApp(none)).toBe(false);
});

test.each([{ whatsapp: 'true' }, { whatsapp: 1 }, { whatsapp: null }])(
  'what is no answer is refused: %j',
  async (chosen) => {
    expect((await register(new Shopper(server), newMobile(), chosen)).status).toBe(400);
  },
);

test('a voucher goes by WhatsApp only once the device has proven the number', async () => {
  const [shopper, mobile] = [new Shopper(server), newMobile()];
  await register(shopper, mobile, { whatsapp: true });
  expect(await voucherGoesByWhatsApp(mobile)).toBe(false);
  await shopper.verifyWith(await shopper.code(mobile));
  expect(await voucherGoesByWhatsApp(mobile)).toBe(true);
});

test("a stranger's tick moves nobody's voucher to WhatsApp", async () => {
  const [owner, stranger, mobile] = [new Shopper(server), new Shopper(server), newMobile()];
  await register(owner, mobile, {});
  await owner.verifyWith(await owner.code(mobile));
  await register(stranger, mobile, { whatsapp: true });
  expect(await voucherGoesByWhatsApp(mobile)).toBe(false);
});

test('a registration without the tick ends it, and another number does', async () => {
  const [shopper, mobile] = [new Shopper(server), newMobile()];
  await register(shopper, mobile, { whatsapp: true });
  await register(shopper, mobile, {});
  expect(await codeGoesByWhatsApp(shopper)).toBe(false);
  await register(shopper, mobile, { whatsapp: true });
  await register(shopper, newMobile(), { whatsapp: true });
  expect(await codeGoesByWhatsApp(shopper)).toBe(true);
  expect(await voucherGoesByWhatsApp(mobile)).toBe(false);
});

async function proven() {
  const [shopper, mobile] = [new Shopper(server), newMobile()];
  await register(shopper, mobile, { whatsapp: true });
  await shopper.verifyWith(await shopper.code(mobile));
  await keepProven(delivering, campaign.id, server.time.wall);
  return { shopper, mobile };
}
const forgetRegistrations = (mobile: string) =>
  delivering.query('delete from inaam.code_request where campaign = $1 and mobile_index = $2', [
    campaign.id,
    keys.mobileIndex(mobile),
  ]);
const choicesOf = async (mobile: string) => {
  const { rows } = await database.query(
    'select from inaam.whatsapp_opt_in where mobile_index = $1',
    [keys.mobileIndex(mobile)],
  );
  return rows.length;
};

test('a proven choice outlives its registration', async () => {
  const { mobile } = await proven();
  await forgetRegistrations(mobile);
  expect(await voucherGoesByWhatsApp(mobile)).toBe(true);
});

test('a choice that nobody has proven goes with its registration', async () => {
  const [shopper, mobile] = [new Shopper(server), newMobile()];
  await register(shopper, mobile, { whatsapp: true });
  await forgetRegistrations(mobile);
  expect(await choicesOf(mobile)).toBe(0);
});

test('who withdraws consent, on whichever way, gets no message by WhatsApp', async () => {
  const no = await proven();
  await no.shopper.call('recordConsent', { agree: 'NO' });
  expect(await voucherGoesByWhatsApp(no.mobile)).toBe(false);
  const { shopper, mobile } = await proven();
  await shopper.call('getReward');
  const { resp } = await shopper.call('withdrawConsent', {});
  expect(resp['erased']).toBe('afterVoucher');
  expect(await choicesOf(mobile)).toBe(0);
});

test('an erasure takes the choice along', async () => {
  const { shopper, mobile } = await proven();
  await shopper.call('eraseData', {});
  expect(await choicesOf(mobile)).toBe(0);
});

test('a person is told since when', async () => {
  const { mobile } = await proven();
  const { rows } = await database.query<{ pseudonym: Buffer }>(
    'select pseudonym from inaam.participation where mobile_index = $1',
    [keys.mobileIndex(mobile)],
  );
  const told = await readChoices(
    database,
    campaign.id,
    rows.map(({ pseudonym }) => pseudonym),
  );
  expect([...told.values()]).toEqual([{ whatsApp: { since: expect.any(String) } }]);
});
