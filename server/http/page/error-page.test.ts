// What people and programs get for unknown addresses and failures.
import { afterAll, expect, test } from 'vitest';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

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
