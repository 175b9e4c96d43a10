// A campaign's look in the browser: the page's colours and the pictures that they name.
import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { fastify } from 'fastify';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { serveArtwork } from './built-files.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const site = await folderOfFile();
const page =
  '<html lang="en"><!--campaign--><!--scripts-needed--><!--cannot-start--><!--press-wait--><!--press-busy--></html>';
await writeFile(path.join(site, 'index.html'), page);
const server = await testServer({ site });
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

test('[CAM-5] the colours are in the page, allowed by their hash, and their pictures exist', async () => {
  const { body, headers } = await get('/');
  const [, sheet = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
  expect(sheet).toContain(`--paper:${server.campaign.theme.colours.paper}`);
  const hash = createHash('sha256').update(sheet).digest('base64');
  expect(headers['content-security-policy']).toContain(`;style-src 'self' 'sha256-${hash}';`);
  const pictures = [...sheet.matchAll(/url\((\/[^)]+)\)/g)].map(([, address = '']) => address);
  // Small pictures are inlined in the sheet.
  expect(pictures.length).toBeGreaterThan(0);
  for (const address of pictures) {
    const picture = await get(address);
    expect(picture.statusCode).toBe(200);
    expect(picture.headers['content-type']).toBe('image/svg+xml');
    expect(picture.headers['content-security-policy']).toContain("default-src 'none'");
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(picture.body).toBe(server.campaign.pictures.get(address));
  }
});

test('a picture is the same packed', async () => {
  const { art } = server.campaign;
  const packed = await get(art.hero, { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(packed.rawPayload).toString('utf8')).toBe((await get(art.hero)).body);
});

test('a video is served in parts', async () => {
  const campaign = {
    ...server.campaign,
    media: new Map([['/art/question-x.mp4', Buffer.from('0123456789')]]),
  };
  const app = fastify();
  await serveArtwork(app, campaign);
  const part = async (range?: string) => {
    const { statusCode, body, headers } = await app.inject({
      url: '/art/question-x.mp4',
      headers: range === undefined ? {} : { range },
    });
    return [statusCode, body, headers['content-range']];
  };
  expect(await part()).toEqual([200, '0123456789', undefined]);
  expect(await part('bytes=0-1')).toEqual([206, '01', 'bytes 0-1/10']);
  expect(await part('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10']);
  expect(await part('bytes=-2')).toEqual([206, '89', 'bytes 8-9/10']);
  expect(await part('bytes=8-99')).toEqual([206, '89', 'bytes 8-9/10']);
  expect(await part('bytes=10-')).toEqual([416, '', 'bytes */10']);
  expect(await part('bytes=0-1,4-5')).toEqual([200, '0123456789', undefined]);
});

test('[CAM-5] the images are served unchanged, and cached permanently', async () => {
  const images = [...server.campaign.media].filter(([address]) => address.endsWith('.avif'));
  expect(images.length).toBe(5);
  for (const [address, content] of images) {
    const image = await get(address, { 'accept-encoding': 'gzip, br' });
    expect(image.statusCode).toBe(200);
    expect(image.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(image.headers['content-encoding']).toBeUndefined();
    expect(image.rawPayload).toEqual(content);
  }
});

test('a picture that there is not is no page', async () => {
  expect((await get('/art/other-0000000000.svg')).statusCode).toBe(404);
  expect((await get('/art/hero-0000000000.avif')).statusCode).toBe(404);
});
