import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handleOtherErrors } from './responses.ts';
import { receiveCspReports } from './headers.ts';

let app: FastifyInstance;
let now = 0;
const counted: string[] = [];
beforeEach(async () => {
  counted.length = 0;
  app = fastify();
  handleOtherErrors(app);
  await receiveCspReports(app, { count: (directive) => counted.push(directive), now: () => now });
});
afterEach(() => app.close());

async function send(body: unknown, type = 'application/csp-report'): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return statusCode;
}

const old = (directive: unknown) => ({
  'csp-report': { 'effective-directive': directive, 'blocked-uri': 'https://x/9876543210' },
});
const modern = (effectiveDirective: unknown) => ({
  type: 'csp-violation',
  url: 'https://win.example/?id=9876543210',
  body: { effectiveDirective, sample: 'Asha' },
});

test.each<[string, unknown, string | undefined, string[]]>([
  ['an older report', old('script-src-elem'), undefined, ['script-src-elem']],
  [
    'one with a whole directive',
    { 'csp-report': { 'violated-directive': "img-src 'self'" } },
    undefined,
    ['img-src'],
  ],
  [
    'several newer ones',
    [modern('connect-src'), { type: 'deprecation', body: {} }, modern('img-src')],
    'application/reports+json',
    [],
  ],
  [
    'two newer ones',
    [modern('connect-src'), modern('require-trusted-types-for')],
    'application/reports+json',
    ['connect-src', 'require-trusted-types-for'],
  ],
  ['a made-up directive', old('9876543210'), undefined, ['other']],
  [
    'a hundred',
    Array.from({ length: 60 }, () => modern('a')),
    'application/reports+json',
    Array(10).fill('other'),
  ],
  ['no JSON', '{"csp-report"', undefined, []],
  ['a list', [[]], undefined, []],
])(
  '%s: is counted by directive, and nothing else of it is kept',
  async (_, body, type, expected) => {
    expect(await send(body, type)).toBe(204);
    expect(counted).toEqual(expected);
  },
);

test('other types and long reports are refused', async () => {
  expect(await send(old('img-src'), 'application/json')).toBe(415);
  expect(await send(old('x'.repeat(9000)))).toBe(413);
  expect(counted).toEqual([]);
});

test('of a flood 120 a minute are read', async () => {
  now += 60_000;
  const statuses = [];
  for (let sent = 0; sent < 130; sent++) statuses.push(await send(old('img-src')));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(counted).toHaveLength(120);
  now += 60_000;
  expect(await send(old('img-src'))).toBe(204);
});
