import { expect, test } from 'vitest';
import { languageOf, pageLanguageOf } from './language.ts';

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
