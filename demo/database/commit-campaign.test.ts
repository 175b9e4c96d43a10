import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { afterAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { matchesTemplate, renderSms } from '@inaam/campaigns/sms/sms-template.ts';
import type { Connection } from '@inaam/server/database/database.ts';
import { readStockAtHand } from '@inaam/server/vouchers/stock-at-hand.sql.ts';
import { demoCode, stockDemoVouchers } from './commit-campaign.ts';

const server = await testServer();
const { database, campaign, keys } = server;
const options = { database, campaign, keys, clocks: { wall: Date.now, campaign: Date.now } };
beforeEach(() => database.query('delete from inaam.voucher'));
afterAll(() => server.close());

test('every amount is stocked once, and restocked when it runs low', async () => {
  const level = { full: 20, low: 10 };
  expect(await stockDemoVouchers(options, level)).toBe(60);
  expect(await stockDemoVouchers(options, level)).toBe(0);
  await database.query(
    `delete from inaam.voucher where amount = 5 and code_index in
       (select code_index from inaam.voucher where amount = 5 limit 11)`,
  );
  expect(await stockDemoVouchers(options, level)).toBe(11);
  expect(await readStockAtHand(database, options.campaign, options.clocks)).toMatchObject(
    [3, 5, 10].map((amount) => ({ amount, free: 20, owed: 0 })),
  );
});

test('the whole stock of the demonstration is loaded with a few statements', async () => {
  const connections = new Map<Connection, MockInstance>();
  const watch = (connection: Connection) => {
    if (!connections.has(connection)) connections.set(connection, vi.spyOn(connection, 'query'));
  };
  database.on('acquire', watch);
  expect(await stockDemoVouchers(options)).toBe(1500);
  database.off('acquire', watch);
  const statements = [...connections.values()].flatMap(({ mock }) => mock.calls).length;
  vi.restoreAllMocks();
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThan(100);
});

test('codes are random, have the right format, and fit every template', () => {
  const codes = Array.from({ length: 1000 }, () => demoCode(10));
  expect(new Set(codes).size).toBe(1000);
  expect(codes.every((code) => /^INM10(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$/.test(code))).toBe(true);
  for (const template of Object.values(options.campaign.sms.vouchers)) {
    const text = renderSms(template, { code: codes[0] ?? '', validUntil: '30 September 2026' });
    expect(matchesTemplate(template, text)).toBe(true);
  }
});
