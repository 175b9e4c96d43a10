// The look of a campaign as a browser gets it: the sheet that the page names, and the pictures that the sheet names.
import { brotliDecompressSync } from 'node:zlib';
import path from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '../testing/test-server.ts';

let site: string;
let server: TestServer;
beforeAll(async () => {
  site = await mkdtemp(path.join(tmpdir(), 'inaam-look-'));
  const page = '<html lang="en"><!--campaign--><!--scripts-needed--></html>';
  await writeFile(path.join(site, 'index.html'), page);
  server = await testServer({ site });
});
afterAll(async () => {
  await server.close();
  await rm(site, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

test('[CAM-5] the page names a sheet with the colours, and the sheet names pictures that are there', async () => {
  const page = (await get('/')).body;
  const [, sheet = ''] = /<link rel="stylesheet" href="(\/art\/theme-[^"]+\.css)"/.exec(page) ?? [];
  const { statusCode, headers, body } = await get(sheet);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/css; charset=utf-8');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(body).toContain(`--paper:${server.campaign.theme.colours.paper}`);
  const pictures = [...body.matchAll(/url\(([^)]+)\)/g)].map(([, address = '']) => address);
  expect(pictures.toSorted()).toEqual(Object.values(server.campaign.art).toSorted());
  for (const address of pictures) {
    const picture = await get(address);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers['content-type']).toBe('image/svg+xml');
    expect(picture.headers['content-security-policy']).toContain("default-src 'none'");
    expect(picture.body).toBe(server.campaign.pictures.get(address));
  }
});

test('a sheet is the same packed', async () => {
  const { art } = server.campaign;
  const packed = await get(art.hero, { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(packed.rawPayload).toString('utf8')).toBe((await get(art.hero)).body);
});

test('a picture that there is not is no page', async () => {
  expect((await get('/art/hero-0000000000.svg')).statusCode).toBe(404);
});
