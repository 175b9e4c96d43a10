// The demonstration's phone: its responses, and that its page satisfies the security policy.
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { mailboxProvider } from '@inaam/server/messages/mailbox.sql.ts';
import { demoPhone } from './phone.ts';

const printed: string[] = [];
const time = { wall: Date.parse('2026-01-02T03:04:05.678Z') };

const dayMs = 24 * 60 * 60 * 1000;
const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;

const server = await testServer();
const { database, campaign, keys } = server;
const app = fastify();
await demoPhone(app, { database, campaign, keys, campaignOffsetMs: -dayMs, site: undefined });
const provider = mailboxProvider({
  database,
  campaign: campaign.id,
  keys,
  clocks: { wall: () => time.wall },
  onStored: ({ text }) => printed.push(text),
});
await provider.send({ id: id(1), to: '9876543210', text: 'first 111111' });
time.wall += 1000;
await provider.send({
  id: id(2),
  to: '9876543210',
  text: 'second 222222\n\n@host #222222',
});
await provider.send({
  id: id(2),
  to: '9876543210',
  text: 'second 222222\n\n@host #222222',
});
await provider.send({ id: id(3), to: '9876543211', text: 'another’s' });
afterAll(() => server.close());
afterAll(() => app.close());

test('the messages of a number are listed newest first, each once, by the campaign’s clock, and no others', async () => {
  const answer = await app.inject('/demo/messages?to=9876543210');
  // As the page asks.
  const asked = { method: 'POST', url: '/demo/messages', payload: { to: '9876543210' } } as const;
  expect((await app.inject(asked)).json()).toEqual(answer.json());
  expect(answer.json()).toEqual([
    { to: '9876543210', text: 'second 222222\n\n@host #222222', at: '2026-01-01T03:04:06.678Z' },
    { to: '9876543210', text: 'first 111111', at: '2026-01-01T03:04:05.678Z' },
  ]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await app.inject('/demo/messages?to=9876543212')).json()).toEqual([]);
});

test.each([
  '',
  '?to=',
  '?to=12345',
  '?to=4876543210',
  '?to=9876543210&to=9876543211',
  '?to=98765%0043210',
])('messages of %j are refused with a sentence', async (query) => {
  const answer = await app.inject(`/demo/messages${query}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ error: expect.stringMatching(/10 digits/) });
});

test('a new message is reported once', () => {
  expect(printed).toEqual(['first 111111', 'second 222222\n\n@host #222222', 'another’s']);
});

test('the mailbox contains no number and no message in clear text', async () => {
  const { rows } = await database.query<{ row: string }>(
    `select encode(mobile_sealed || text_sealed || mobile_index, 'escape') as row from inaam.mailbox`,
  );
  expect(JSON.stringify(rows)).not.toMatch(/98765432|111111|222222/);
});

test('the page satisfies the strict policy: no inline script or style, nothing foreign', async () => {
  const page = await app.inject('/demo/phone');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/);
  expect(page.body).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=|https?:\/\/|\{\{/);
  expect(page.body).toContain('Demonstration phone');
  expect(page.body).toContain('in a demonstration only');
  for (const [file, type] of [
    ['phone.css', 'text/css'],
    ['phone.js', 'text/javascript'],
  ]) {
    const asset = await app.inject(`/demo/${file}`);
    expect(asset.headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(asset.body.length).toBeGreaterThan(500);
  }
  // Each colour is a property of the theme, and the page is in English, like the SMS.
  const { theme, art } = campaign;
  const style = (await app.inject('/demo/phone.css')).body;
  expect(style).toMatch(new RegExp(`^:root\\{--paper:${theme.colours.paper};`));
  expect(style.slice(style.indexOf('}}'))).not.toMatch(/#[\da-f]{3,8}\b|rgb\(/);
  expect(page.body).toContain(`href="${art.emblem}"`);
  expect(page.body).toContain('<html lang="en">');
});
