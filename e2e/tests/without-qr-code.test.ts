import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  entry,
  heading,
  privacyNotice,
  registration,
  scanSentence,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { storedSession } from '../support/browser/browser-storage.ts';
import { changeResponse, recordRequests } from '../support/api-calls.ts';

const phones = usePhones();

/** Through the guard for all routes: its table is `web/session/navigation/guard.test.ts`. */
test('[ENT-2][NAV-5] without the QR code a route asks for a scan, and no session is created', async () => {
  const { page } = await phones.open();
  const sessions = recordRequests(page, 'startSession');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
  });
  for (const path of ['/', '/spin-wheel', '/congrats', '/edit-profile']) {
    await page.goto(path);
    await scanSentence(page).waitFor();
    expect(await registration(page).getOtp.count(), path).toBe(0);
  }
  expect(sessions).toEqual([]);
  expect(calls).toEqual([]);
});

test('[ENT-2] an empty, different or misspelled utm_source does not open the app', async () => {
  const { page } = await phones.open();
  const sessions = recordRequests(page, 'startSession');
  for (const query of ['utm_source=', 'utm_source=QrCode', 'UTM_SOURCE=qrcode']) {
    await page.goto(`/?${query}`);
    await scanSentence(page).waitFor();
  }
  expect(sessions).toEqual([]);
});

test('[ENT-8] the server itself refuses a session without the QR code', async () => {
  const { page } = await phones.open();
  const bodies = [{}, { utm_source: '' }, { utm_source: 'QRCODE' }, { utm_source: 'facebook' }];
  const schema = z.looseObject({ isValidToken: z.boolean(), token: z.null() });
  for (const data of bodies) {
    const response = await page.request.post('/api/users', { data });
    expect(schema.parse(unwrapResponse(await response.text())).isValidToken).toBe(false);
  }
});

test('[ENT-5] a session that the server does not call valid shows the scan sentence and stores nothing', async () => {
  const { page } = await phones.open();
  const given = z.object({ token: z.object({ userKey: z.string(), dataKey: z.string() }) });
  const keys: string[] = [];
  await changeResponse(page, 'startSession', (resp) => {
    const { token } = given.parse(resp);
    keys.push(token.userKey, token.dataKey);
    return { ...resp, statusCode: 200, isValidToken: false };
  });
  await page.goto(entry);
  await scanSentence(page).waitFor();
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(stored).not.toContain(key);
  expect(await page.context().cookies()).toEqual([]);
});

test('[NAV-5] /notallowed asks for a scan in a valid session too', async () => {
  const { page } = await phones.open();
  await page.goto('/notallowed?utm_source=qrcode');
  await scanSentence(page).waitFor();
  expect((await storedSession(page)).userKey).not.toBe(null);
  await page.goto('/');
  await privacyNotice(page).dialog.waitFor();
});

test('[NAV-5] a programme that has ended takes precedence', async () => {
  const { page } = await phones.open();
  await changeResponse(page, 'startSession', (resp) => ({
    ...resp,
    statusCode: 200,
    campaign: 'ended',
  }));
  for (const path of ['/reward', '/nowhere']) {
    await page.goto(`${path}?utm_source=qrcode`);
    await heading(page, 'This programme has ended').waitFor();
    expect(new URL(page.url()).pathname).toBe('/closed');
  }
});
