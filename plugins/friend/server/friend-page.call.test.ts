// What the shared link shows, and what is counted of it.
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { deletions } from '@inaam/server/participants/cleanup.sql.ts';
import { readOverview } from '@inaam/server/figures/read-overview.call.ts';
import { readExportedRows } from '@inaam/server/figures/exported-rows.sql.ts';
import { escapeHtml, noBreakHtml } from '@inaam/server/http/page/html.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { friendTitles } from './friend-words.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const title = 'Every pack wins. What’s in yours?';

let isPaused = false;
const server = await testServer({ role: 'inaam_serve', isPaused: () => isPaused });
const { campaign, database, time } = server;
const start = { ...time };
afterAll(() => server.close());
beforeEach(async () => {
  Object.assign(time, start);
  isPaused = false;
  await database.query('delete from inaam.friend_visit');
});

const preview = { 'user-agent': 'WhatsApp/2.23.20.0' };
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36' };

/** Without being counted. */
const open = (url: string, headers: object = {}, { app } = server) =>
  app.inject({ url, headers: { 'accept-language': 'en', ...preview, ...headers } });
const visit = (url: string) => open(url, phone);

async function hours(): Promise<number[]> {
  const { rows } = await database.query<{ visits: number }>(
    'select visits from inaam.friend_visit where campaign = $1 order by hour',
    [campaign.id],
  );
  return rows.map(({ visits }) => visits);
}

test('a friend without a QR code sees the pack, its price, the dates and what to do', async () => {
  const { body, statusCode, headers } = await open('/?from=friend');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain(`<h1>${title}</h1>`);
  expect(body).toContain(campaign.art.hero);
  const [steps] = campaign.words('en').howTo.sections;
  expect(steps?.paragraphs).toHaveLength(2);
  for (const step of steps?.paragraphs ?? []) expect(body).toContain(noBreakHtml(step));
  expect(body).toContain('₹10 promotional pack');
  expect(body).toContain('15 September</span> 2025');
});

test.each(campaign.languages)('the page is in the language of the sender: %s', async (language) => {
  const { body } = await open(`/?from=friend&language=${language}`);
  expect(body).toContain(`<html lang="${language}"`);
  expect(body).toContain(`<h1>${escapeHtml(friendTitles[language] ?? '')}</h1>`);
  const others = [...body.matchAll(/\?from=friend&amp;language=(\w+)"/g)].map(([, tag]) => tag);
  expect(others).toEqual(campaign.languages.filter((tag) => tag !== language));
});

test('without the sender’s language, or with an unknown one, the browser’s counts', async () => {
  for (const url of ['/?from=friend', '/?from=friend&language=xx']) {
    expect((await open(url, { 'accept-language': 'hi' })).body).toContain('<html lang="hi"');
  }
});

test.each(['/', '/?from=somebody', '/?from=friend&utm_source=qrcode', '/profile?from=friend'])(
  '%s shows and counts what it did before',
  async (url) => {
    expect((await visit(url)).body).not.toContain(title);
    expect(await hours()).toEqual([]);
  },
);

test.each<[string, () => void]>([
  ['before the start', () => (time.campaign = Date.parse('2025-05-05T06:00:00Z'))],
  ['after the end', () => (time.campaign = Date.parse('2025-09-16T06:00:00Z'))],
  ['during a pause', () => (isPaused = true)],
])('%s the page would promise what is not true', async (_, change) => {
  change();
  expect((await visit('/?from=friend')).body).not.toContain(title);
  expect(await hours()).toEqual([]);
});

test('a campaign can leave it out', async () => {
  const without = await testServer({ change: (whole) => ({ ...whole, friendPage: false }) });
  onTestFinished(() => without.close());
  expect((await open('/?from=friend', {}, without)).body).not.toContain(title);
});

test('visits are counted by hour, and shown and exported by day; previews are not', async () => {
  await Promise.all(Array.from({ length: 5 }, () => visit('/?from=friend')));
  await open('/?from=friend');
  await expect.poll(hours).toEqual([5]);
  time.wall += hourMs;
  await visit('/?from=friend&language=hi');
  await expect.poll(hours).toEqual([5, 1]);
  time.wall += dayMs;
  await visit('/?from=friend');
  await expect.poll(hours).toEqual([5, 1, 1]);

  const console = openTestDatabase(server.databaseUrl, 1, 'inaam_console');
  onTestFinished(() => console.end());
  const clocks = { wall: () => time.wall, campaign: () => time.wall };
  const counted = async (ms: number, shown = campaign) => {
    const context = { database: console, campaign: shown, smsPaise: 20, clocks };
    const day = indianDay(ms);
    return (await readOverview(context, { from: day, until: day })).counted;
  };
  expect(await counted(start.wall)).toEqual([
    expect.objectContaining({ label: 'Friends’ visits', count: 6 }),
  ]);
  expect(await counted(time.wall)).toEqual([expect.objectContaining({ count: 1 })]);
  expect(await counted(start.wall - dayMs)).toEqual([expect.objectContaining({ count: 0 })]);
  expect(await counted(start.wall, { ...campaign, friendPage: false })).toEqual([]);
});

test('its hours are exported, and deleted after a year', async () => {
  await visit('/?from=friend');
  await expect.poll(hours).toEqual([1]);
  const operator = openTestDatabase(server.databaseUrl, 1, 'inaam_operator');
  onTestFinished(() => operator.end());
  const period = { from: start.wall - dayMs, until: start.wall + dayMs, campaignAheadMs: 0 };
  const rows = await Array.fromAsync(readExportedRows(operator, 'friends', campaign.id, period));
  expect(rows.flat()).toMatchObject([{ day: indianDay(start.wall), visits: 1 }]);

  const deliver = openTestDatabase(server.databaseUrl, 1, 'inaam_deliver');
  onTestFinished(() => deliver.end());
  const deletion = deletions.find(({ kind }) => kind === 'friend_visit');
  expect(deletion?.days).toBe(365);
  const deleteBefore = (at: number) => deletion?.deleteBatch(deliver, campaign.id, new Date(at));
  expect(await deleteBefore(start.wall - 2 * hourMs)).toBe(0);
  expect(await deleteBefore(start.wall)).toBe(1);
  expect(await hours()).toEqual([]);
});
