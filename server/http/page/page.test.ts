import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { kitAttributes, noBreakHtml } from './html.ts';
import { themeStylesheet } from '@inaam/campaigns/loader/theme/theme-stylesheet.ts';
import { campaignSheet, figuresRule } from './fonts.ts';
import { folderOfFile, folderOfTest } from '@inaam/testing/setup/folders.ts';

const template = `<!doctype html><html lang="en"><head><!--campaign-->
<style>p{color:#333}@font-face{font-family:Inaam Display;src:url(/assets/d-1.woff2);unicode-range:U+900-97F}</style><script type="module">start();</script></head>
<body><noscript><!--scripts-needed--></noscript><!--cannot-start--><!--press-wait--><!--press-busy--></body></html>`;
const face = (name: string, range: string) =>
  `@font-face{font-family:'Inaam Display';src:url(/assets/${name}.woff2);unicode-range:${range}}`;
const typefaces = {
  rounded: { every: face('latin', 'U+20-7E, U+20B9'), figures: face('figures', 'U+20-40, U+20B9') },
};
const languageFonts = { names: '', scripts: { Taml: face('tamil', 'U+B80-BFF') } };
const site = await folderOfFile();
await mkdir(path.join(site, 'assets'));
await writeFile(path.join(site, 'index.html'), template);
await writeFile(path.join(site, '.typefaces.json'), JSON.stringify(typefaces));
await writeFile(path.join(site, '.language-fonts.json'), JSON.stringify(languageFonts));
await writeFile(path.join(site, 'icon.svg'), '<svg/>');
await writeFile(path.join(site, 'assets', 'app-12345678.js'), 'plain');
await writeFile(path.join(site, 'assets', 'app-12345678.js.br'), 'packed');
const server = await testServer({
  site,
  change: (campaign) => ({
    ...campaign,
    publicCampaign: (language) => {
      const part = campaign.publicCampaign(language);
      const bad = '</script><b>"&';
      const entry = { ...part.words.entry, pageTitle: bad };
      return { ...part, name: bad, words: { ...part.words, entry } };
    },
  }),
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

test.each(['/', '/spin-wheel', '/no/such/page', '/index.html'])(
  '[NAV-1][NAV-3] %s is the page, with the campaign in it and nothing that a name can break',
  async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toContain('<title>&lt;/script>&lt;b>&quot;&amp;</title>');
    const [, json = ''] =
      /<script type="application\/json" id="campaign">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json)).toMatchObject({ id: 'biscuit-2025', name: '</script><b>"&' });
    for (const secret of ['deck', 'cards', 'budget', 'dlt', 'entityId', 'sms']) {
      expect(json).not.toContain(`"${secret}"`);
    }
  },
);

test('[CAM-5] only the page’s own inline code is allowed, by its hash', async () => {
  const { headers, body } = await get('/');
  const policy = String(headers['content-security-policy']).split(';');
  const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text);
  expect(styles).toHaveLength(2);
  expect(policy).toContain(`style-src 'self' ${styles.map(source).join(' ')}`);
  expect(policy).toContain(`script-src 'self' ${source('start();')}`);
});

test('the heading font is preloaded where the page’s language uses it', async () => {
  const preload = '<link rel="preload" href="/assets/d-1.woff2" as="font"';
  expect((await get('/', { 'accept-language': 'hi' })).body).toContain(preload);
  expect((await get('/', { 'accept-language': 'en' })).body).not.toContain(preload);
});

test.each([
  ['en', ['latin']],
  ['ta', ['tamil', 'figures']],
  ['hi', ['d-1', 'figures']],
])('a page in %s preloads %j for its headings and amounts', async (language, names) => {
  const { body, headers } = await get('/', { 'accept-language': language });
  const preloads = Array.from(
    body.matchAll(/assets\/([\w-]+)\.woff2" as="font"/g),
    ([, name]) => name,
  );
  expect(new Set(preloads)).toEqual(new Set(names));
  const policy = String(headers['content-security-policy']);
  for (const [, style = ''] of body.matchAll(/<style>(.*?)<\/style>/gs)) {
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
  }
});

test('a script or a font carries no more of the page’s headers than it needs', async () => {
  const { headers } = await get('/assets/app-12345678.js');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  const policy = 'content-security-policy';
  expect(headers[policy]).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(headers).not.toHaveProperty('x-xss-protection');
  for (const address of ['/icon.svg', '/assets/none.js']) {
    expect((await get(address)).headers[policy], address).toContain("script-src 'self'");
  }
});

test('the page is the same packed', async () => {
  const plain = await get('/');
  const packed = await get('/', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: expect.stringContaining('accept-encoding'),
  });
  expect(brotliDecompressSync(packed.rawPayload).toString('utf8')).toBe(plain.body);
});

test('built files are cached permanently, compressed if accepted; no other file is served', async () => {
  expect(await get('/assets/app-12345678.js', { 'accept-encoding': 'br' })).toMatchObject({
    statusCode: 200,
    headers: expect.objectContaining({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    }),
    body: 'packed',
  });
  const plain = await get('/assets/app-12345678.js');
  expect(plain).toMatchObject({
    headers: expect.objectContaining({
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    }),
    body: 'plain',
  });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect((await get('/assets/app-12345678.js.br')).statusCode).toBe(404);
  expect((await get('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  expect((await get('/assets/none.js')).statusCode).toBe(404);
  expect((await get('/assets/../index.html')).body).not.toBe(template);
});

test('[NAV-3] a garbled address leads a person HOME, and a program gets a plain refusal', async () => {
  expect(await get('/%E0%B0', { accept: 'text/html' })).toMatchObject({
    statusCode: 302,
    headers: expect.objectContaining({ location: '/' }),
  });
  expect((await get('/%E0%B0')).statusCode).toBe(400);
});

test('[CAM-5] the body says which edge, buttons, layout and character the campaign has', async () => {
  const { theme } = await loadCampaign('goli-soda-2026');
  expect(kitAttributes(theme)).toBe(
    'data-edge="waves" data-buttons="flat" data-layout="poster" data-character="float"',
  );
});

test('a number stays with the word after it, and nothing else is markup', () => {
  expect(noBreakHtml('<b> 10,00,000 cards & more')).toBe(
    '&lt;b> <span class="no-break">10,00,000 cards</span> &amp; more',
  );
});

async function siteWith(rules?: unknown): Promise<string> {
  const site = await folderOfTest();
  if (rules !== undefined)
    await writeFile(path.join(site, '.typefaces.json'), JSON.stringify(rules));
  return site;
}

test("[CAM-5] a page has the rules of its campaign's typeface and of no other", async () => {
  const [biscuit, tea] = await Promise.all(
    ['biscuit-2025', 'tea-demo'].map((id) => loadCampaign(id)),
  );
  if (!biscuit || !tea) throw new Error('Failed: both campaigns are there.');
  const site = await siteWith({
    rounded: { every: '@font-face{one}', figures: '@font-face{1}' },
    serif: { every: '@font-face{other}', figures: '@font-face{2}' },
  });
  expect(await campaignSheet(biscuit, site)).toBe(`${themeStylesheet(biscuit)}@font-face{one}`);
  expect(await campaignSheet(tea, site)).toBe(`${themeStylesheet(tea)}@font-face{other}`);
  expect(await figuresRule(tea, site)).toBe('@font-face{2}');
  for (const without of [undefined, await siteWith()]) {
    expect(await campaignSheet(tea, without)).toBe(themeStylesheet(tea));
    expect(await figuresRule(tea, without)).toBe('');
  }
});
