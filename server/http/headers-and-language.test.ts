import type { Tags } from '@inaam/campaigns/public/tags.ts';
import { afterEach, expect, test } from 'vitest';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { languageOf, pageLanguageOf } from './language.ts';

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

const campaign = { contest: 'tea', languages: ['en', 'hi', 'en-XA'] };

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['hi', 'hi'],
  ['hi-IN,en;q=0.8', 'hi'],
  ['en;q=0.8, hi;q=0.9', 'hi'],
  ['ta, hi;q=0', 'en'],
  ['ta,hi;q=0.5,en;q=0.4', 'hi'],
  ['HI-in', 'hi'],
  ['en-XA', 'en-XA'],
  ['en-GB', 'en'],
  ['hin', 'en'],
  ['hi;q=x,en', 'en'],
  [`${'ta,'.repeat(29)}hi`, 'hi'],
  [`${'ta,'.repeat(30)}hi`, 'en'],
])('a call with Accept-Language %j is answered in %s', (acceptLanguage, language) => {
  expect(languageOf({ headers: { 'accept-language': acceptLanguage } }, campaign)).toBe(language);
});

test.each([
  ['tea-lang=hi', 'en', 'hi'],
  ['a=b; tea-lang=hi; c=d', 'en', 'hi'],
  ['a=b;tea-lang=hi', 'en', 'hi'],
  // A cookie of another campaign, of an unknown language, or none: the phone's preference counts.
  ['tea-lang=ta', 'hi', 'hi'],
  ['tea-lang=', 'hi', 'hi'],
  ['milk-lang=en', 'hi', 'hi'],
  ['not-tea-lang=en', 'hi', 'hi'],
  ['tea-lang=en', 'hi', 'en'],
  [undefined, 'hi', 'hi'],
])(
  'with the cookie %j and Accept-Language %s the page is in %s',
  (cookie, acceptLanguage, language) => {
    const headers = { cookie, 'accept-language': acceptLanguage };
    expect(pageLanguageOf({ headers }, campaign)).toBe(language);
  },
);
