// How the console shows the draw, and what the audit log records.
import { afterAll, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { campaignAheadMs } from '../../platform/period.rules.ts';
import { recordAudit } from '../../database/audit-log.ts';
import { readLedgerHead } from '../ledger.sql.ts';

const publicOrigin = 'https://win.example';

const { server, site } = await started();
afterAll(() => server.close());
afterAll(() => site.close());

/** Two shoppers have their rewards: one by chance, one fixed. */
async function started() {
  const made = await testServer();
  for (const state of ['Goa', 'Tamil Nadu']) {
    const shopper = new Shopper(made);
    const mobile = newMobile();
    await shopper.register(mobile, state);
    await shopper.verifyWith(await shopper.code(mobile));
    const { status } = await shopper.call('getReward');
    if (status !== 200) throw new Error('A shopper got no reward.');
  }
  return { server: made, site: await testConsole(made, { publicOrigin }) };
}

async function readDraw(cookie: string, of = site) {
  const { status, body } = await of.call('readDraw', {}, { cookie });
  expect([status, body]).toMatchObject([200, {}]);
  return consoleCalls.readDraw.answer.parse(body);
}

test('everybody sees the commitment, the head, the pools and when the secret is due', async () => {
  const draw = await readDraw(await site.signedIn('viewer'));
  const head = await readLedgerHead(server.database, server.campaign.id);
  expect(draw).toMatchObject({
    campaign: 'biscuit-2025',
    addresses: { commitment: 'https://win.example/draw/commitment.json' },
    head: { entries: 4, hash: head?.hash },
    cards: { drawn: 1 },
    amendments: [],
    reveal: { from: Date.parse('2025-09-17T00:00:00+05:30'), at: null },
  });
  expect(draw.head.lastAt).toBeGreaterThan(Date.parse('2025-07-01T05:58:00Z'));
  for (const { planned, granted, left } of draw.pools) expect(planned).toBe(granted + left);
  expect(draw.pools.reduce((sum, { granted }) => sum + granted, 0)).toBe(2);
});

const everything = { by: null, command: null, from: null, until: null, before: null, max: 50 };

async function audits(fields: object) {
  const cookie = await site.signedIn('auditor', `Reader ${Math.random()}`);
  const { status, body } = await site.call('readAudits', { ...everything, ...fields }, { cookie });
  expect([status, body]).toMatchObject([200, {}]);
  return consoleCalls.readAudits.answer.parse(body);
}

test.each([
  ['2025-02-29', 400],
  ['2025-13-01', 400],
  ['9999-12-31', 200],
])('of the log until %s the answer is %i', async (until, status) => {
  const cookie = await site.signedIn('auditor', `Reader ${Math.random()}`);
  const answer = await site.call('readAudits', { ...everything, until }, { cookie });
  expect(answer.status).toBe(status);
});

test('a filter with a NUL is refused, which PostgreSQL could not read', async () => {
  const cookie = await site.signedIn('auditor', 'Reader of NUL');
  const answer = await site.call('readAudits', { ...everything, by: 'a\u0000b' }, { cookie });
  expect(answer.status).toBe(400);
});

test('the audit log is read page by page, newest first, by person, command and day', async () => {
  const { campaign, database, time } = server;
  const aheadMs = campaignAheadMs({ wall: () => time.wall, campaign: () => time.campaign });
  const day = Date.parse('2025-07-10T00:00:00+05:30') - aheadMs;
  const write = (by: string, command: string, at: number) =>
    recordAudit(database, {
      campaign: campaign.id,
      command,
      operator: { by, reason: 'asked by 98765 43210', at },
      details: { number: 'ab'.repeat(32), isChanged: true },
    });
  await write('Page One', 'console person block', day - 1);
  await write('Page One', 'console person block', day);
  await write('Page One', 'console person unblock', day + 86_400_000 - 1);
  await write('Page One', 'console person block', day + 86_400_000);
  const first = await audits({ by: 'Page One', max: 3 });
  expect(first.rows.map(({ command }) => command)).toEqual([
    'console person block',
    'console person unblock',
    'console person block',
  ]);
  expect(first.hasMore).toBe(true);
  expect(first.rows[0]).toMatchObject({
    what: 'Blocked a number',
    details: 'number: abababab…\nchanged: yes',
    reason: 'asked by (a number)',
  });
  const rest = await audits({ by: 'Page One', max: 3, before: first.rows[2]?.number });
  expect([rest.rows.length, rest.hasMore]).toEqual([1, false]);
  const ofDay = await audits({ by: 'Page One', from: '2025-07-10', until: '2025-07-10' });
  expect(ofDay.rows.map(({ at }) => at - aheadMs)).toEqual([day + 86_400_000 - 1, day]);
  // Written later, with the same time as another row.
  await write('Page One', 'console person block', day);
  const days = { by: 'Page One', from: '2025-07-10', until: '2025-07-11' };
  const { rows: whole } = await audits(days);
  expect(whole.map(({ at }) => at - aheadMs - day)).toEqual([86_400_000, 86_399_999, 0, 0]);
  const paged: typeof whole = [];
  for (let page = 0; page < whole.length; page += 1) {
    const { rows } = await audits({ ...days, max: 1, before: paged.at(-1)?.number ?? null });
    paged.push(...rows);
  }
  expect(paged).toEqual(whole);
  expect((await audits({ by: 'Page One', command: 'console person unblock' })).rows).toHaveLength(
    1,
  );
  const cookie = await site.signedIn('auditor');
  const wrong = { ...everything, from: '2025-07-11', until: '2025-07-10' };
  expect((await site.call('readAudits', wrong, { cookie })).status).toBe(400);
  const { body } = await site.call('readAuditChoices', {}, { cookie });
  const choices = consoleCalls.readAuditChoices.answer.parse(body);
  expect(choices.people).toEqual(choices.people.toSorted());
  expect(choices.people).toContain('Page One');
  expect(choices.commands).toContainEqual({
    command: 'console person block',
    what: 'Blocked a number',
  });
});
