import { expect, test } from 'vitest';
import {
  acceptPrivacy,
  entry,
  privacyNotice,
  registration,
  toWheelByForms,
  wheel,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { storedRegistration, storedSession } from '../support/browser/browser-storage.ts';
import { bodyOf, recordRequests } from '../support/api-calls.ts';

const phones = usePhones();
const contest = 'biscuit-2025-id';

test('[ENT-3][SES-1][SES-8] a shopper stays logged in through reloads, with any query', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const shopper = await toWheelByForms(phone);
  const before = await storedSession(page);
  const sessions = recordRequests(page, 'startSession');
  for (const query of ['?utm_source=facebook', '?utm_source=qrcode&id=9']) {
    await page.goto(`/${query}`);
    await wheel(page).play.waitFor();
    expect(new URL(page.url()).pathname).toBe('/spin-wheel');
  }
  await page.reload();
  await wheel(page).play.waitFor();
  expect(sessions).toEqual([]);
  const after = await storedSession(page);
  expect(after).toEqual(before);
  expect(after).toMatchObject({
    fromTN: 0,
    winType: null,
    user: { name: shopper.name, mobile: shopper.mobile, email: null, url: null },
    questions: { questionsWithAnswers: [], questions: [] },
    doubleReward: { question: null, selectedAnswer: null },
  });
  expect(after.accessToken).not.toBe(null);
  expect(await storedRegistration(page)).toEqual(shopper);
});

test('[ENT-4][ENT-6] a second session sends the cookie as masterKey, and all query values', async () => {
  const phone = await phones.open();
  const { page, context, origin } = phone;
  const sessions = recordRequests(page, 'startSession');
  const wrote = () => context.cookies(origin);
  await page.goto(`${entry}&utm_medium=pack&utm_campaign=a%20b&utm_content=c&utm_term=d&id=17&x=1`);
  await privacyNotice(page).dialog.waitFor();
  const values = {
    utm_source: 'qrcode',
    utm_medium: 'pack',
    utm_campaign: 'a b',
    utm_content: 'c',
    utm_term: 'd',
    id: '17',
  };
  expect(bodyOf(sessions[0])).toEqual(values);
  expect(sessions[0]?.method()).toBe('POST');
  expect(sessions[0]?.headers()['content-type']).toBe('application/json');
  expect(sessions[0]?.headers()['authorization']).toBe(undefined);

  const { userKey } = await storedSession(page);
  const [cookie, ...others] = await wrote();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({
    name: contest,
    value: userKey,
    path: '/',
    sameSite: 'Lax',
    secure: false,
    httpOnly: false,
  });

  const later = await phone.newTab();
  const laterSessions = recordRequests(later, 'startSession');
  await later.goto(entry);
  await privacyNotice(later).dialog.waitFor();
  expect(bodyOf(laterSessions[0])).toEqual({ utm_source: 'qrcode', masterKey: userKey });
  expect((await storedSession(later)).userKey).toBe(userKey);
  expect(await wrote()).toEqual([cookie]);
});

test('[ENT-6] the cookie is never overwritten, and the key of the answer serves later tabs', async () => {
  const phone = await phones.open();
  const { page, context, origin } = phone;
  // A foreign value is sent, and is unknown to the server.
  await context.addCookies([{ name: contest, value: 'another', url: origin }]);
  const sessions = recordRequests(page, 'startSession');
  await page.goto(entry);
  await privacyNotice(page).dialog.waitFor();
  expect(bodyOf(sessions[0])).toMatchObject({ masterKey: 'another' });
  expect((await context.cookies(origin)).map(({ value }) => value)).toEqual(['another']);
  // The key in the response serves later tabs, and the notice appears once.
  await acceptPrivacy(page);
  const { userKey } = await storedSession(page);
  const later = await phone.newTab();
  const laterSessions = recordRequests(later, 'startSession');
  await later.goto(entry);
  await registration(later).getOtp.waitFor();
  await expect.poll(() => storedSession(later)).toMatchObject({ userKey, isConsentGiven: true });
  expect(bodyOf(laterSessions[0])).toMatchObject({ masterKey: userKey });
});

// Phones freeze background pages: timers wait while the network continues. On resume, each due
// timer fires once.
