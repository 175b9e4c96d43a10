// What a page contains before its script arrives, and who gets which version.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { firstPaintFor, renderFirstPaints } from './template.ts';
import { SiteNotBuiltError } from './built-files.ts';
import { folderOfFile, folderOfTest } from '@inaam/testing/setup/folders.ts';

const template = `<!doctype html><html lang="en"><head><!--campaign--></head>
<body><noscript><!--scripts-needed--><!--cannot-start--><!--press-wait--><!--press-busy--></noscript><!--first-paint--></body></html>`;
/** A stand-in for the built program that returns its input. */
const program = `export const firstPaints = (json) => {
  const { language } = JSON.parse(json);
  return { home: 'HOME in ' + language + ' $&', notAllowed: 'SCAN in ' + language };
};`;

const site = await folderOfFile();
await writeFile(path.join(site, 'index.html'), template);
await writeFile(path.join(site, '.first-paint.mjs'), program);
const server = await testServer({ site });
afterAll(() => server.close());

const qr = 'utm_source=qrcode';
const visitor = { cookies: '', contest: 'biscuit-2025', isOpen: true };
const known = { ...visitor, cookies: 'other=1; biscuit-2025-id=uk_1' };
const shut = { ...visitor, isOpen: false };

test.each([
  [`/?${qr}`, visitor, 'home'],
  [`/?id=7&${qr}&utm_medium=pack`, known, 'home'],
  // Outside the programme, the session decides which closed page the browser shows.
  [`/?${qr}`, shut, 'none'],
  [`/spin-wheel?${qr}`, visitor, 'none'],
  ['/', visitor, 'notAllowed'],
  ['/', shut, 'notAllowed'],
  ['/?utm_source=QRCODE', visitor, 'notAllowed'],
  ['/?utm_source=&utm_source=qrcode', visitor, 'notAllowed'],
  ['/profile', visitor, 'notAllowed'],
  // The tab may hold a session.
  ['/', known, 'none'],
  ['/profile', known, 'none'],
  ['/', { ...visitor, cookies: 'x-biscuit-2025-id=1; biscuit-2025-lang=hi' }, 'notAllowed'],
  ['/notallowed', known, 'notAllowed'],
  [`/notallowed?${qr}`, known, 'notAllowed'],
] as const)('[ENT-2][NAV-5] %s, for %j, is painted with %s', (url, given, paint) => {
  expect(firstPaintFor(url, given)).toBe(paint);
});

test('[HOM-1][ENT-2] the page carries its paint in the language it speaks, and nothing where only the tab knows', async () => {
  const body = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await server.app.inject({ url, headers });
    return /<\/noscript>(.*)<script type="application\/json"/.exec(answer.body)?.[1];
  };
  expect(await body(`/?${qr}`)).toBe('HOME in en $&');
  expect(await body(`/?${qr}`, { 'accept-language': 'hi-IN' })).toBe('HOME in hi $&');
  expect(await body('/profile')).toBe('SCAN in en');
  expect(await body('/profile', { cookie: 'biscuit-2025-id=uk_1' })).toBe('');
  expect((await server.app.inject('/.first-paint.mjs')).body).not.toContain('firstPaints');
});

test('[ENT-7] outside the programme HOME is not promised, from the first moment on', async () => {
  const before = server.time.campaign;
  server.time.campaign = Date.parse('2025-09-15T18:30:00Z') - 1;
  expect((await server.app.inject(`/?${qr}`)).body).toContain('HOME in en');
  server.time.campaign += 1;
  expect((await server.app.inject(`/?${qr}`)).body).not.toContain('HOME in en');
  server.time.campaign = before;
});

test.each([
  ['', 'The first paint was built by another version: it has no firstPaints.'],
  [undefined, 'The site is incomplete: .first-paint.mjs is missing beside its page.'],
])('a site whose first-paint program is %j is refused with the remedy', async (text, says) => {
  const folder = await folderOfTest();
  if (text !== undefined) await writeFile(path.join(folder, '.first-paint.mjs'), text);
  await expect(renderFirstPaints(folder, '{}')).rejects.toThrow(`${says} Run \`npm run build\`.`);
  await expect(renderFirstPaints(folder, '{}')).rejects.toBeInstanceOf(SiteNotBuiltError);
});
