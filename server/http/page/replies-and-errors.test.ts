import { expect, test, afterAll } from 'vitest';
import { acceptedEncoding, cacheByLanguage } from './replies.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

test.each<[string | undefined, 'br' | 'gzip' | undefined]>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0.5', 'gzip'],
  ['br;q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['x-br, brotli', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j takes %j', (header, encoding) => {
  expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(encoding);
});

test('each language is made once, however many ask at the same time', async () => {
  const asked: string[] = [];
  const of = cacheByLanguage(async (language) => {
    asked.push(language);
    return `in ${language}`;
  });
  expect(await Promise.all([of('ta'), of('ta'), of('hi')])).toEqual(['in ta', 'in ta', 'in hi']);
  await of('ta');
  expect(asked).toEqual(['ta', 'hi']);
});

test('what failed is made again for the next visitor', async () => {
  let tries = 0;
  const of = cacheByLanguage(async (language) => {
    tries += 1;
    if (tries === 1) throw new Error('Failed to compress.');
    return language;
  });
  await expect(of('ta')).rejects.toThrow('Failed to compress.');
  expect(await of('ta')).toBe('ta');
});

test('what was made of an earlier version is made again', async () => {
  let version = 'one';
  const of = cacheByLanguage(
    async (language) => `${language} ${version}`,
    () => version,
  );
  expect(await of('ta')).toBe('ta one');
  version = 'two';
  expect(await of('ta')).toBe('ta two');
});

const server = await testServer({
  addRoutes: (app) => {
    app.get('/breaks', () => Promise.reject(new Error('secret words')));
    app.get('/nowhere', (_request, reply) => reply.code(404).type('text/plain').send('None'));
    app.get('/away', () =>
      Promise.reject(Object.assign(new Error('secret words'), { statusCode: 503 })),
    );
  },
});
afterAll(() => server.close());

const person = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

test.each([
  ['/draw/secret.txt', 404, 'notPublished'],
  ['/nowhere', 404, 'notFound'],
  ['/breaks', 500, 'serverError'],
  ['/away', 503, 'unavailable'],
] as const)('%s is a page of %i for a person, in either language', async (url, status, name) => {
  for (const language of ['en', 'hi']) {
    const { messages, errors } = server.campaign.words(language);
    const answer = await get(url, { ...person, 'accept-language': language });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['vary']).toBe('accept, accept-language, cookie');
    expect(answer.body).toContain(`<html lang="${language}">`);
    expect(answer.body).toContain(`<h1>${messages[name]}</h1>`);
    expect(answer.body).toContain(`<a class="again" href="/">${errors.startAgain}</a>`);
    expect(answer.body).not.toContain('secret words');
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body));
  }
});

test('a program gets a line of text, and a call the envelope', async () => {
  const { headers, body } = await get('/away');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(headers['retry-after']).toBeDefined();
  expect(body).not.toContain('<');
  const call = await get('/api/nothing', person);
  expect(call.statusCode).toBe(404);
  expect(call.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('the style that the page names is there', async () => {
  const { body } = await get('/breaks', person);
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? [];
  expect((await get(style)).statusCode).toBe(200);
});
