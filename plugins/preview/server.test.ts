// What the preview's document may do, and who gets it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { servePreview } from './server.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const page = `<!doctype html><html lang="en"><head><!--campaign-->
<script type="module" src="/preview-assets/index-1.js"></script></head>
<body><noscript><!--scripts-needed--></noscript><p><!--cannot-start--></p><p><!--press-wait--><!--press-busy--></p></body></html>`;
const consoleOrigin = 'https://console.win.example';
const tags = { gtag: 'G-ABCDEF1234', metaPixel: '123456789012345' };

const folder = await folderOfFile();
await mkdir(path.join(folder, 'preview-assets'));
await writeFile(path.join(folder, 'index.html'), page);
await writeFile(path.join(folder, 'preview-assets/index-1.js'), 'export {};');
const server = await testServer();
const site = await testConsole(
  { ...server, campaign: { ...server.campaign, tags } },
  {
    origin: consoleOrigin,
    plugins: [{ routes: (app, own) => servePreview(app, folder, own) }],
  },
);
afterAll(() => server.close());
afterAll(() => site.close());

const sameOrigin = { 'sec-fetch-site': 'same-origin' };
const secure = (cookie: string) => `__Host-${cookie}`;

async function preview(url: string, headers: Record<string, string> = sameOrigin) {
  const cookie = secure(await site.signedIn('viewer'));
  return site.app.inject({ url, headers: { cookie, ...headers } });
}

function directives(policy: unknown): Map<string, string> {
  const parts = String(policy).split('; ');
  return new Map(
    parts.map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
  );
}

test('its document has no origin and can connect to nothing, whatever runs in it', async () => {
  const { statusCode, headers } = await preview('/preview/hi/dark');
  expect(statusCode).toBe(200);
  const policy = directives(headers['content-security-policy']);
  expect(policy.get('sandbox')).toBe('allow-scripts allow-forms');
  for (const directive of ['default-src', 'connect-src', 'form-action', 'base-uri']) {
    expect([directive, policy.get(directive)]).toEqual([directive, "'none'"]);
  }
  expect(policy.get('script-src')).toBe(consoleOrigin);
  expect(policy.get('frame-ancestors')).toBe(consoleOrigin);
  expect(policy.get('style-src')).toMatch(new RegExp(`^${consoleOrigin}(?: 'sha256-[\\w+/=]+')+$`));
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
  });
});

test('it is in the campaign’s words and the chosen colours, and knows no tag', async () => {
  const { body } = await preview('/preview/hi/dark');
  expect(body).toContain('<html lang="hi"');
  const data: unknown = JSON.parse(/id="campaign">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
  expect(data).toMatchObject({ id: 'biscuit-2025', language: 'hi', tags: {} });
  // It asks no question.
  expect(data).not.toHaveProperty('sample');
  expect(body).not.toMatch(/G-ABCDEF1234|123456789012345|prefers-color-scheme:dark/);
  expect(body).toContain('@media all{:root{');
  const light = await preview('/preview/en/light');
  expect(light.body).toContain('@media not all{:root{');
  expect(light.body).toContain('color-scheme:light');
});

test.each([
  ['/preview/xx/dark', sameOrigin, 404],
  ['/preview/hi/blue', sameOrigin, 404],
  ['/preview/hi/dark', { 'sec-fetch-site': 'cross-site' }, 403],
  ['/preview/hi/dark', { 'sec-fetch-site': 'none' }, 403],
  ['/preview/hi/dark', { ...sameOrigin, cookie: '' }, 401],
  // A stranger does not learn that there is no such campaign.
  ['/preview/hi/dark?campaign=none', { ...sameOrigin, cookie: '' }, 401],
  ['/preview/hi/dark?campaign=none', sameOrigin, 403],
] as const)('%s with %j is refused', async (url, headers, status) => {
  const { statusCode, body } = await preview(url, { ...headers });
  expect([statusCode, body.includes('id="campaign"')]).toEqual([status, false]);
});

test('its files may be loaded without an origin; those of the console may not', async () => {
  const script = await site.app.inject('/preview-assets/index-1.js');
  expect([script.statusCode, script.headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin');
  // The pictures are in the document, which is for who is signed in.
  const { art, pictures } = server.campaign;
  expect((await site.app.inject(art.emblem)).statusCode).toBe(404);
  const { body } = await preview('/preview/en/light');
  expect([...pictures.keys()].filter((address) => body.includes(address))).toEqual([]);
  expect(body).toContain(Buffer.from(pictures.get(art.hero) ?? '').toString('base64'));
  const call = await site.call('readCampaign', {}, { headers: { origin: 'null' } });
  expect(call.status).toBe(403);
  expect(call.headers['access-control-allow-origin']).toBeUndefined();
  expect((await site.app.inject('/preview-assets/gone.js')).statusCode).toBe(404);
});
