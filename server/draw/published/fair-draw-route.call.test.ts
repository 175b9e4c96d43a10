// The draw's page for shoppers shows the campaign's numbers and the current state of the reveal.
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { formatNumber } from '@inaam/campaigns/public/format.ts';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { bonusesOf } from '@inaam/campaigns/loader/plugin-files.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { revealSecret } from '../draw-reveal.sql.ts';
import { indianDay } from '../../platform/period.rules.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { noBreakHtml } from '../../http/page/html.ts';
import { drawAddresses, drawProgramNames, fairDrawAddress } from './audit-files.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const programs = drawProgramNames.map((name) => `${fairDrawAddress}${name}`);

type Change = (campaign: ServerCampaign) => ServerCampaign;

/** For tests that write nothing. */
const unchanged = await testServer();
afterAll(() => unchanged.close());

async function serverOf(change: Change): Promise<TestServer> {
  const server = await testServer({ change });
  onTestFinished(() => server.close());
  return server;
}

const read = async (server: TestServer, url: string = fairDrawAddress) =>
  server.app.inject({ url, headers: { 'accept-language': 'en' } });
const pageOf = async (change: Change) => (await read(await serverOf(change))).body;
const html = noBreakHtml;
const linksOf = (body: string) => [...body.matchAll(/<a href="([^"]*)">/g)].map(([, to]) => to);
const draw =
  (part: Partial<ServerCampaign['draw']>): Change =>
  (campaign) => ({ ...campaign, draw: { ...campaign.draw, ...part } });

describe.each(['biscuit-2025', 'goli-soda-2026', 'tea-demo'])('%s', async (id) => {
  const campaign = await loadCampaign(id);
  const { fairDraw } = campaign.words('en');
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ change: () => campaign });
  });
  afterAll(() => server.close());

  test('[CAM-3][CAM-5] the page has the numbers of the data, the commitment, its day and its files', async () => {
    const { body, headers, statusCode } = await read(server);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const { deck, whenDeckEnds, pacing } = campaign.draw;
    const size = Object.values(deck.cards).reduce((sum, count) => sum + count, 0);
    const cards = formatNumber(size * deck.blocks, 'en');
    expect(body).toContain(
      html(fill(fairDraw.fixed.deck, { cards, size: formatNumber(size, 'en') })),
    );
    const shown = [...body.matchAll(/<li>₹(\d+): (\d+) of ([\d,]+)<\/li>/g)];
    expect(shown.map(([, amount, count]) => [Number(amount), Number(count)])).toEqual(
      Object.entries(deck.cards).map(([amount, count]) => [Number(amount), count]),
    );
    for (const { state, amount, law, rewards } of campaign.fixed) {
      const parameters = { state, amount, law, rewards: formatNumber(rewards, 'en') };
      expect(body).toContain(html(fill(fairDraw.states.reward, parameters)));
    }
    expect(body.includes(html(fairDraw.fixed.days))).toBe(pacing === 'daily');
    expect(body.includes(html(fairDraw.fixed.question))).toBe(bonusesOf(campaign).length > 0);
    if (whenDeckEnds.kind === 'reserve') {
      const rewards = formatNumber(whenDeckEnds.rewards, 'en');
      expect(body).toContain(html(fill(fairDraw.fixed.reserve, { ...whenDeckEnds, rewards })));
    }
    expect(body.includes(html(fairDraw.fixed.closing))).toBe(whenDeckEnds.kind === 'close');
    expect(body.includes(fairDraw.states.heading)).toBe(campaign.fixed.length > 0);
    const shownHash = /<code>(.*)<\/code>/.exec(body)?.[1]?.replaceAll(/<\/?span>/g, '');
    expect(shownHash).toBe(server.campaign.publicCampaign('en').commitment);
    const { rows } = await server.database.query<{ at: Date }>(
      'select committed_at as at from inaam.commitment where campaign = $1',
      [campaign.id],
    );
    const aheadMs = server.time.campaign - server.time.wall;
    const date = formatDate(indianDay((rows[0]?.at.getTime() ?? 0) + aheadMs), 'en');
    expect(body).toContain(html(fill(fairDraw.proof.commitment, { date })));
    expect(linksOf(body)).toEqual([drawAddresses.commitment, drawAddresses.head, ...programs]);
    expect(body).not.toMatch(/[{}]|undefined|NaN|<script/);
  });

  test('[CAM-5] in another language states and laws have its names', async () => {
    const { body } = await read(server, `${fairDrawAddress}?language=hi`);
    const { states, laws } = campaign.words('hi');
    for (const { state, law } of campaign.fixed) {
      expect(body).toContain(html(laws[law] ?? ''));
      expect(body).toContain(html(states[state] ?? ''));
      for (const english of [state, law]) expect(body).not.toContain(english);
    }
  });

  test('[CAM-3][CAM-5] its style is in the colours of the campaign, at an address by its content', async () => {
    const page = (await read(server)).body;
    const [, address = ''] = /<link rel="stylesheet" href="(\/art\/frame-[^"]+)"/.exec(page) ?? [];
    const { body, headers } = await read(server, address);
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { paper, ink } = campaign.theme.colours;
    expect(body).toMatch(new RegExp(`^:root\\{--paper:${paper};--ink:${ink};`));
    expect(body).toMatch(/--art-character:url\(\/art\/character-[\da-f]{10}\.svg\)/);
    // Every other colour uses one of those properties.
    expect(body.slice(body.indexOf('}}'))).not.toMatch(/#[\da-f]{3,8}\b|rgb\(/);
    expect(page).toContain(`<link rel="icon" href="${campaign.art.emblem}"`);
  });
});

test('[CAM-3] it has the typefaces of the built site, by the names that the build gave them', async () => {
  const site = await folderOfTest();
  const face = (name: string, range: string) =>
    `@font-face{font-family:Inaam Display;src:url(/assets/${name}.woff2)format("woff2");unicode-range:${range}}`;
  const faces = [face('latin-1', 'U+20-7E,U+A0'), face('devanagari-1', 'U+900-97F')];
  const text = `@font-face{font-family:Inaam Text;src:local(Mangal),url(/assets/text-1.woff2);unicode-range:U+900-97F}`;
  const head = `<style>a{top:0}${faces.join('')}b{top:0}${text}</style>`;
  await writeFile(
    path.join(site, 'index.html'),
    `<html lang="en">${head}<!--campaign--><!--scripts-needed--><!--cannot-start--><!--press-wait--><!--press-busy--></html>`,
  );
  const server = await testServer({ site });
  onTestFinished(() => server.close());
  const { body } = await read(server);
  // The Latin face supplies the spaces between the words of Hindi.
  const hindi = (await read(server, `${fairDrawAddress}?language=hi`)).body;
  for (const name of ['latin-1', 'devanagari-1']) {
    expect(hindi).toContain(`<link rel="preload" href="/assets/${name}.woff2" as="font"`);
    expect(body.includes(`href="/assets/${name}.woff2"`)).toBe(name === 'latin-1');
  }
  const [, address = ''] = /href="(\/art\/frame-[^"]+)"/.exec(body) ?? [];
  const style = (await read(server, address)).body;
  for (const rule of [...faces, text]) expect(style).toContain(rule);
  expect(style).not.toContain('top:0');
});

test('[CAM-3] it shows the first possible day of the reveal, and afterwards its date', async () => {
  const server = await serverOf((same) => same);
  const { files } = server.campaign.words('en').fairDraw;
  const later = html(fill(files.later, { date: '17 September 2025' }));
  expect((await read(server)).body).toContain(later);

  // An Indian day begins at this time, which has another date in UTC.
  const at = Date.parse('2025-10-02T18:30:00Z');
  // A single clock, as in production.
  server.time.wall = server.time.campaign;
  const { database, campaign } = server;
  const end = Date.parse('2025-09-17T00:00:00Z');
  const operator = { by: 'asha', reason: 'the end', at };
  await revealSecret(database, campaign.id, testSecrets.draw, operator, end);
  const { body } = await read(server);
  expect(body).toContain(html(fill(files.revealed, { date: '3 October 2025' })));
  expect(body).not.toContain(later);
  const links = linksOf(body);
  const { commitment, head, secret, ledger } = drawAddresses;
  expect(links).toEqual([commitment, head, secret, ledger, ...programs]);
  for (const link of programs) expect((await read(server, link)).statusCode).toBe(200);
  for (const link of Object.values(drawAddresses))
    expect((await read(server, link)).statusCode).toBe(200);
  // Only the secret's own file contains it.
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
  '[CAM-3] it describes %s correctly',
  async (_, part, sentencesShown) => {
    const server = await serverOf(draw(part));
    const { fixed } = server.campaign.words('en').fairDraw;
    const { body } = await read(server);
    const sentences = { days: fixed.days, closing: fixed.closing, closingDays: fixed.closingDays };
    const found = Object.entries(sentences).filter(([, text]) => body.includes(html(text)));
    const reserve = /from a reserve of /.test(body) ? ['reserve'] : [];
    expect([...found.map(([name]) => name), ...reserve]).toEqual(sentencesShown);
  },
);

test.each([
  ['2025-05-06', null, 'Goa: ₹3 each'],
  ['2025-05-07', null, 'Goa, from 7 May 2025 to 15 September 2025: ₹3 each'],
  ['2025-01-01', '2025-09-14', 'Goa, from 6 May 2025 to 14 September 2025: ₹3 each'],
  ['2025-09-16', null, undefined],
])(
  '[CAM-1][CAM-5] a law from %s until %s is shown where it overlaps the programme',
  async (...law) => {
    const [from, until, sentence] = law;
    const body = await pageOf((campaign) => ({
      ...campaign,
      fixed: campaign.fixed.map((one) => ({ ...one, state: 'Goa', from, until })),
    }));
    const text = body.replaceAll(/<\/?span[^>]*>/g, '');
    expect(/Goa[^:]*: ₹\d+ each/.exec(text)?.[0]).toBe(sentence);
    // Without such states, the page does not mention them.
    expect(body.includes('Where there is no draw')).toBe(sentence !== undefined);
  },
);

test('a link switches the language of the whole site', async () => {
  const server = unchanged;
  const { contest } = server.campaign;
  const [en, hi] = ['en', 'hi'].map((tag) => html(server.campaign.words(tag).fairDraw.title));
  const first = await read(server);
  expect(first.body).toContain(`<h1>${en}</h1>`);
  expect(first.headers['set-cookie']).toBeUndefined();
  const [, to = ''] = /<a href="([^"]*)" lang="hi" hreflang="hi">हिन्दी<\/a>/.exec(first.body) ?? [];
  const switched = await read(server, to);
  expect(switched.body).toContain(`<html lang="hi">`);
  expect(switched.body).toContain(`<h1>${hi}</h1>`);
  expect(switched.body).toContain('lang="en" hreflang="en">English</a>');
  const [crumb = '', ...rest] = String(switched.headers['set-cookie']).split('; ');
  expect(crumb).toBe(`${contest}-lang=hi`);
  expect(rest).toEqual(['Path=/', 'SameSite=Lax', 'Max-Age=15724800']);
  const later = await server.app.inject({ url: fairDrawAddress, headers: { cookie: crumb } });
  expect(later.body).toContain(`<h1>${hi}</h1>`);
});

test.each(['?language=xx', '?language=', '?language=hi&language=en', '?language=hi%0d%0aX: 1'])(
  'a language that there is not, %j, changes nothing',
  async (query) => {
    const { body, headers } = await read(unchanged, `${fairDrawAddress}${query}`);
    expect(body).toContain('<html lang="en">');
    expect(headers['set-cookie']).toBeUndefined();
  },
);

test('nothing of the data can break the page', async () => {
  const bad = '</p><script>"&';
  const body = await pageOf((campaign) => ({
    ...campaign,
    words: (language) => {
      const words = campaign.words(language);
      return { ...words, entry: { ...words.entry, brand: bad } };
    },
    fixed: campaign.fixed.map((law) => ({ ...law, law: bad })),
  }));
  const good = '&lt;/p>&lt;script>&quot;&amp;';
  expect(body.split(good)).toHaveLength(4);
  expect(body).not.toContain('<script');
});

test('it is not cached, has the security policy, and is found without its last slash', async () => {
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
