/** @module-tag long */
// Single sign-on in a real browser at a real provider on loopback, because only a browser shows
// what cookies, windows and addresses do.
import {
  temporaryConsole,
  type TemporaryConsole,
} from '@inaam/testing/demonstration/temporary-console.ts';
import {
  startTestProvider,
  type TestProvider,
} from '@inaam/testing/server/console/openid-provider.ts';
import { testDatabase, type TestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { desktop, findPerson, openPage, overview } from '@inaam/e2e/console/console-pages.ts';
import { signInReturnPath } from '@inaam/contract/console/sign-in.ts';
import { settingsFor } from '@inaam/testing/server/console/single-sign-on.ts';
import { createOpenIdProvider } from '../server/openid-provider.ts';

const colleagues = ['asha', 'ravi'].map((subject) => ({
  subject,
  email: `${subject}@tea.example`,
  isVerified: true,
}));
const phones = usePhones();

let clone: TestDatabase;
let provider: TestProvider;
let product: TemporaryConsole;
beforeAll(async () => {
  clone = await testDatabase();
  product = await temporaryConsole(clone.url, {
    shoppers: 40,
    days: 2,
    providerFor: async (origin) => {
      provider = await startTestProvider({ returnTo: `${origin}${signInReturnPath}`, colleagues });
      return createOpenIdProvider(settingsFor(provider));
    },
  });
});
afterAll(() => clone.drop());
afterAll(() => provider.stop());
afterAll(() => product.stop());

test('a colleague accepts the invitation by single sign-on, and a session that ends in the middle loses nothing that was typed', async () => {
  const phone = await phones.open({ origin: product.origin, isAlone: true, ...desktop });
  const { page, context } = phone;
  // The first call before sign-in is refused, and so is a cancelled sign-in.
  phone.allow(/status of 401/, /status of 409/, /^foreign host: http:\/\/127\.0\.0\.1:/);
  const company = page.getByRole('button', { name: 'Sign in with Acme Tea' });

  await page.goto(await product.invite('Asha Rao', 'support'));
  await page.getByRole('heading', { name: 'Welcome, Asha Rao' }).waitFor();
  await company.click();
  await page.getByRole('link', { name: 'Continue as asha' }).click();
  await overview.title(page).waitFor();
  expect(page.url()).toBe(`${product.origin}/`);
  for (const { name, httpOnly, sameSite } of await context.cookies(product.origin)) {
    expect([name, httpOnly, sameSite]).toEqual(['inaam-console', true, 'Strict']);
  }

  await openPage(page, 'Find a shopper');
  const mobile = product.examples[0]?.mobile ?? '';
  expect(await product.endSessions('Asha Rao', 'support')).toBe(1);
  await findPerson(page, mobile, 'Ticket 4711');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  const again = dialog.getByRole('button', { name: 'Sign in with Acme Tea' });
  const opening = context.waitForEvent('page');
  await again.click();
  const window = await opening;
  // The provider remembers the user: no prompt, and the window closes automatically.
  if (!window.isClosed()) await window.waitForEvent('close');
  await page.getByRole('heading', { name: `•••••• ${mobile.slice(-4)}` }).waitFor();
  expect(await dialog.isVisible()).toBe(false);

  await page.getByRole('button', { name: /^Asha Rao.*account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await company.waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.goto(`${product.origin}/person`);
  await context.clearCookies({ domain: '127.0.0.1' });
  await company.click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('The sign-in was cancelled').waitFor();
  expect(page.url()).toBe(`${product.origin}/person`);
  await company.click();
  await page.getByRole('link', { name: 'Continue as ravi' }).click();
  await page.getByText('This sign-in was not accepted').waitFor();
});
