// The page for shoppers on the draw: its numbers are the campaign's, and it says of the reveal what is true by then.
import { fill, longDate, longNumber } from '@inaam/campaigns/fill.ts';
import { campaignIds, loadCampaign } from '@inaam/campaigns/load.ts';
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { revealSecret } from '../storage/reveals.ts';
import { indianDay } from '../rules/period.ts';
import { testSecrets, testServer, type TestServer } from '../testing/test-server.ts';
import { drawAddresses, fairDrawAddresses } from './draw-addresses.ts';

type Change = (campaign: ServerCampaign) => ServerCampaign;

async function serverOf(change: Change): Promise<TestServer> {
  const server = await testServer({ change });
  onTestFinished(() => server.close());
  return server;
}

const read = async (server: TestServer, url: string = fairDrawAddresses.page) =>
  server.app.inject({ url });
const pageOf = async (change: Change) => (await read(await serverOf(change))).body;
/** A sentence as the page writes it. */
const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const linksOf = (body: string) => [...body.matchAll(/<a href="([^"]*)"/g)].map(([, to]) => to);
const draw =
  (part: Partial<ServerCampaign['draw']>): Change =>
  (campaign) => ({ ...campaign, draw: { ...campaign.draw, ...part } });

describe.each(await campaignIds())('%s', async (id) => {
  const campaign = await loadCampaign(id);
  const { fairDraw } = campaign.words('en');

  test('[CAM-3][CAM-5] the page has the numbers of the data, the commitment, its day and its files', async () => {
    const server = await serverOf(() => campaign);
    const { body, headers, statusCode } = await read(server);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const { deck, whenDeckEnds, pacing } = campaign.draw;
    const size = Object.values(deck.cards).reduce((sum, count) => sum + count, 0);
    const cards = longNumber(size * deck.blocks, 'en');
    expect(body).toContain(
      html(fill(fairDraw.fixed.deck, { cards, size: longNumber(size, 'en') })),
    );
    const shown = [...body.matchAll(/<li>Rs\. (\d+): (\d+) of ([\d,]+)<\/li>/g)];
    expect(shown.map(([, amount, count]) => [Number(amount), Number(count)])).toEqual(
      Object.entries(deck.cards).map(([amount, count]) => [Number(amount), count]),
    );
    for (const { state, amount, law, rewards } of campaign.fixed) {
      const told = { state, amount, law, rewards: longNumber(rewards, 'en') };
      expect(body).toContain(html(fill(fairDraw.states.reward, told)));
    }
    expect(body.includes(html(fairDraw.fixed.days))).toBe(pacing === 'daily');
    expect(whenDeckEnds).toMatchObject({ kind: 'reserve' });
    if (whenDeckEnds.kind === 'reserve') {
      const rewards = longNumber(whenDeckEnds.rewards, 'en');
      expect(body).toContain(html(fill(fairDraw.fixed.reserve, { ...whenDeckEnds, rewards })));
    }
    expect(body).not.toContain(html(fairDraw.fixed.closing));
    expect(body).toContain(`<code>${server.campaign.publicPart('en').commitment}</code>`);
    const date = longDate(indianDay(Date.now()), 'en');
    expect(body).toContain(html(fill(fairDraw.proof.commitment, { date })));
    expect(linksOf(body)).toEqual([drawAddresses.commitment, drawAddresses.head]);
    expect(body).not.toMatch(/[{}]|undefined|NaN|<script/);
  });

  test('[CAM-3] its style is in the colours of the campaign', async () => {
    const server = await serverOf(() => campaign);
    const { body, headers } = await read(server, fairDrawAddresses.style);
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=3600');
    const { paper, ink, brand } = campaign.theme.colours;
    expect(body).toContain(`background: ${paper}; color: ${ink};`);
    for (const part of ['header', 'h2', 'a']) {
      expect(body).toMatch(new RegExp(`^${part} \\{.* color: ${brand};`, 'm'));
    }
  });
});

test('[CAM-3] before the reveal it says from which day on the secret may follow, after it when it came', async () => {
  const server = await serverOf((same) => same);
  const { files } = server.campaign.words('en').fairDraw;
  const later = html(fill(files.later, { date: '17 September 2025' }));
  expect((await read(server)).body).toContain(later);

  // A day begins in India that has another date in UTC.
  const at = Date.parse('2025-10-02T18:30:00Z');
  const { database, campaign } = server;
  const end = Date.parse('2025-09-17T00:00:00Z');
  const operator = { by: 'asha', why: 'the end', at };
  await revealSecret(database, campaign.id, testSecrets.draw, operator, end);
  const { body } = await read(server);
  expect(body).toContain(html(fill(files.revealed, { date: '3 October 2025' })));
  expect(body).not.toContain(later);
  const links = linksOf(body);
  const { commitment, head, secret, ledger } = drawAddresses;
  expect(links).toEqual([commitment, head, secret, ledger]);
  for (const link of Object.values(drawAddresses))
    expect((await read(server, link)).statusCode).toBe(200);
  // The secret itself stands in its file only.
  expect(body).not.toContain(Buffer.from(testSecrets.draw).toString('hex'));
});

test.each([
  ['a reserve', { pacing: null }, ['reserve']],
  ['a reserve of none', { whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 0 } }, []],
  ['a reserve and a pace', { pacing: 'daily' }, ['days', 'reserve']],
  ['an end with the deck', { whenDeckEnds: { kind: 'close' } }, ['closing']],
  [
    'an end with the deck and a pace',
    { whenDeckEnds: { kind: 'close' }, pacing: 'daily' },
    ['days', 'closing', 'closingDays'],
  ],
] satisfies [string, Partial<ServerCampaign['draw']>, string[]][])(
  '[CAM-3] of %s it says just that',
  async (_, part, said) => {
    const server = await serverOf(draw(part));
    const { fixed } = server.campaign.words('en').fairDraw;
    const { body } = await read(server);
    const sentences = { days: fixed.days, closing: fixed.closing, closingDays: fixed.closingDays };
    const found = Object.entries(sentences).filter(([, text]) => body.includes(html(text)));
    const reserve = /from a reserve of /.test(body) ? ['reserve'] : [];
    expect([...found.map(([name]) => name), ...reserve]).toEqual(said);
  },
);

test.each([
  ['2025-05-06', null, 'Goa: Rs. 3 each'],
  ['2025-01-01', '2025-09-15', 'Goa: Rs. 3 each'],
  ['2025-05-07', null, 'Goa, from 7 May 2025 to 15 September 2025: Rs. 3 each'],
  ['2025-01-01', '2025-09-14', 'Goa, from 6 May 2025 to 14 September 2025: Rs. 3 each'],
  ['2025-09-15', '2025-09-15', 'Goa, from 15 September 2025 to 15 September 2025: Rs. 3 each'],
  ['2025-09-16', null, undefined],
  ['2024-01-01', '2025-05-05', undefined],
])('[CAM-1][CAM-5] a law from %s until %s is told as it meets the programme', async (...law) => {
  const [from, until, said] = law;
  const body = await pageOf((campaign) => ({
    ...campaign,
    fixed: campaign.fixed.map((one) => ({ ...one, state: 'Goa', from, until })),
  }));
  expect(/Goa[^:]*: Rs\. \d+ each/.exec(body)?.[0]).toBe(said);
  // Without any, nothing is said of such states at all.
  expect(body.includes('Where there is no draw')).toBe(said !== undefined);
});

test('nothing of the data can break the page', async () => {
  const bad = '</p><script>"&';
  const body = await pageOf((campaign) => ({
    ...campaign,
    theme: { ...campaign.theme, logo: bad },
    fixed: campaign.fixed.map((law) => ({ ...law, law: bad })),
  }));
  const good = '&lt;/p>&lt;script>&quot;&amp;';
  expect(body.split(good)).toHaveLength(4);
  expect(body).not.toContain('<script');
});

test('it is kept by no cache, guarded by the policy, and found without its last slash', async () => {
  const server = await serverOf((same) => same);
  const { headers } = await read(server);
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-language, cookie' });
  expect(headers['content-security-policy']).toContain("style-src 'self'");
  expect(await read(server, '/draw')).toMatchObject({
    statusCode: 302,
    headers: expect.objectContaining({ location: '/draw/' }),
  });
  expect((await server.app.inject({ method: 'POST', url: '/draw/' })).statusCode).toBe(404);
});
