import { afterAll, expect, test } from 'vitest';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

const server = await testServer();
afterAll(() => server.close());

const dayMs = 24 * 3_600_000;

const voucherOf = async (shopper: Shopper) => (await shopper.read('getDetails')).resp['voucher'];

test('[REW-3][API-1] getDetails says where the own voucher is, and delivered only after the receipt', async () => {
  const { database } = server;
  const shopper = new Shopper(server);
  await shopper.verify(newMobile());
  const before = (await shopper.read('getDetails')).resp;
  expect(before).not.toHaveProperty('voucher');
  expect(before).not.toHaveProperty('voucherBy');
  await shopper.call('getReward');
  const { rows } = await database.query<{ id: string }>(
    `select id from inaam.message where kind = 'voucher'`,
  );
  const other = new Shopper(server);
  await other.verify(newMobile());
  await other.call('getReward');

  const seen: unknown[] = [];
  for (const state of ['owed', 'assigned', 'sent', 'delivered', 'failed', 'settled']) {
    await database.query(
      `update inaam.message set state = $2, ended_at = now() where id = any ($1::uuid[])`,
      [rows.map(({ id }) => id), state],
    );
    seen.push(await voucherOf(shopper));
  }
  expect(seen).toEqual(['owed', 'owed', 'sent', 'delivered', 'failed', 'settled']);
  expect(await voucherOf(other)).toBe('owed');
  // The refusal only says that nothing was sent, and how to request it.
  await database.query(
    `update inaam.message set reason = 'refused after review' where id = any ($1::uuid[])`,
    [rows.map(({ id }) => id)],
  );
  expect(await voucherOf(shopper)).toBe('notSent');

  const { rows: days } = await database.query<{ due: string }>(
    `select (day + 10)::text as due from inaam.reward`,
  );
  const { voucherBy } = (await shopper.read('getDetails')).resp;
  expect(days.map(({ due }) => due)).toContain(voucherBy);
});

test('[REW-3] a voucher that is owed beyond its day is late, and one that was sent is not', async () => {
  const shopper = new Shopper(server);
  await shopper.verify(newMobile());
  await shopper.call('getReward');
  server.time.campaign += 10 * dayMs;
  expect(await voucherOf(shopper)).toBe('owed');
  server.time.campaign += dayMs;
  expect(await voucherOf(shopper)).toBe('late');
  await server.database.query(
    `update inaam.message set state = 'sent', sent_at = owed_at where kind = 'voucher'`,
  );
  expect(await voucherOf(shopper)).toBe('sent');
});
