// The languages of a campaign in the page, in the files of words, and in the server's answers.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const template = `<!doctype html><html lang="en"><head><!--campaign--></head>
<body><noscript><!--scripts-needed--></noscript><!--cannot-start--><!--press-wait--><!--press-busy--></body></html>`;
const site = await folderOfFile();
await writeFile(path.join(site, 'index.html'), template);
const server = await testServer({ site });
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

test.each([
  [{ 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }, 'hi'],
  [{ 'accept-language': 'en-IN', cookie: 'biscuit-2025-lang=hi' }, 'hi'],
  [{ 'accept-language': 'hi', cookie: 'biscuit-2025-lang=en' }, 'en'],
  [{}, 'en'],
] as const)('the page for %j is in %s', async (headers, language) => {
  const { body, headers: answered } = await get('/', headers);
  expect(body).toContain(`<html lang="${language}">`);
  expect(body).toContain(server.campaign.words(language).entry.scriptsNeeded);
  const [, json = ''] = /id="campaign">(.*?)<\/script>/.exec(body) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    language,
    languages: server.campaign.languages,
    direction: 'ltr',
    languageNames: { en: 'English', hi: 'हिन्दी' },
  });
  // A shared cache must not serve one shopper's language to another.
  expect(answered['vary']).toMatch(/accept-language.*cookie/);
});

test.each(['en', 'hi'])('the words of %s are served alone, as the page has them', async (tag) => {
  const { statusCode, headers, body } = await get(`/words/${tag}.json`);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const { language, direction, words, amounts } = server.campaign.publicCampaign(tag);
  expect(JSON.parse(body)).toEqual({ language, direction, words, amounts });
  const packed = await get(`/words/${tag}.json`, { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(packed.rawPayload).toString('utf8')).toBe(body);
});

test.each(['/words/xx.json', '/words/', '/words/../words/hi'])('%s is not there', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

test.each(['en', 'hi'])('the server refuses in the language asked for: %s', async (tag) => {
  const { body } = await server.app.inject({
    method: 'POST',
    url: '/api/users/register/none',
    headers: {
      'accept-language': tag,
      'content-type': 'application/x-www-form-urlencoded',
      // A language chosen in another tab does not apply to the requesting page.
      cookie: 'biscuit-2025-lang=en',
    },
    payload: '',
  });
  const { messages } = server.campaign.words(tag);
  expect(Object.values(messages)).toContain(unwrapResponse(body)?.['message']);
});
