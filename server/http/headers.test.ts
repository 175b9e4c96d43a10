import type { Tags } from '@inaam/campaigns/public/tags.ts';
import { afterEach, expect, test, beforeEach } from 'vitest';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { handleOtherErrors } from './responses.ts';
import { receiveCspReports } from './headers.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function policyWith(tags: Tags): Promise<Record<string, string>> {
  server = await testServer({ change: (campaign) => ({ ...campaign, tags }) });
  const { headers } = await server.app.inject({ url: '/' });
  const directives = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

/** The exact policy of a campaign without tags. */
const bare = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'report-uri': '/csp-reports',
};
/** Third-party scripts add further scripts by their address, which trusted types would refuse. */
const trustedTypes = { 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" };
const gtag = 'G-TEST12345';
const metaPixel = '1234567890123456';
const customerData = { id: 'site-1', address: 'https://cdp.example/v1/events' };
const google = 'https://*.google-analytics.com https://*.googletagmanager.com';

test.each<[string, Tags, Record<string, string>]>([
  ['no tag', {}, trustedTypes],
  [
    "Google's tag",
    { gtag },
    {
      'script-src': "'self' https://www.googletagmanager.com",
      'img-src': `'self' data: ${google}`,
      'connect-src': `'self' ${google} https://*.analytics.google.com`,
    },
  ],
  [
    "Meta's pixel",
    { metaPixel },
    {
      'script-src': "'self' https://connect.facebook.net",
      'img-src': "'self' data: https://www.facebook.com",
      'connect-src': "'self' https://www.facebook.com",
    },
  ],
  [
    'a customer-data pixel',
    { customerData },
    { 'connect-src': "'self' https://cdp.example", ...trustedTypes },
  ],
  [
    'all three',
    { gtag, metaPixel, customerData },
    {
      'script-src': "'self' https://www.googletagmanager.com https://connect.facebook.net",
      'img-src': `'self' data: ${google} https://www.facebook.com`,
      'connect-src': `'self' ${google} https://*.analytics.google.com https://www.facebook.com https://cdp.example`,
    },
  ],
])('[ANA-2] with %s the policy allows its hosts and nothing more', async (_, tags, wider) => {
  expect(await policyWith(tags)).toEqual({ ...bare, ...wider });
});

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
