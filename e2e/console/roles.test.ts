// How colleagues come in and stay, what each role sees, and who may go where. Clicks of a working
// day are counted in tasks.test.ts.
import { readFile } from 'node:fs/promises';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { consoleRoles, type ConsoleRole } from '@inaam/contract/console/roles.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import {
  addRecipient,
  desktop,
  enter,
  isWiderThanScreen,
  openPage,
  overview,
} from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2 });

/** Virtual authenticators stay in their context. */
const openWithPasskeys = (): Promise<Phone> =>
  phones.open({ origin: product().origin, ...desktop, isAlone: true });

/** A device with a fingerprint reader, whose owner approves everything. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const sizes = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

const forAll = ['Overview', 'Stock and delivery', 'Review', 'Draw', 'Campaign', 'Alerts'];
/** Without its plugin there is none. */
const ofPlugins = Object.hasOwn(consoleCalls, 'readTeam') ? ['People with access'] : [];
const pagesOf: Readonly<Record<ConsoleRole, readonly string[]>> = {
  viewer: forAll,
  support: [...forAll, 'Find a shopper'],
  manager: [...forAll, 'Find a shopper', 'Activity', ...ofPlugins],
  auditor: [...forAll, 'Find a shopper', 'Activity', ...ofPlugins],
};
/** Buttons and links that change or reveal something, on the pages of roles that may use them. */
const actionsOf: Readonly<Record<string, readonly ConsoleRole[]>> = {
  'Pause the campaign': ['manager'],
};
/** By address, like a colleague's link or an attacker, without a menu entry. */
const paths: Readonly<Record<string, readonly ConsoleRole[]>> = {
  '/person': ['support', 'manager', 'auditor'],
  '/review/1': ['manager', 'auditor'],
  '/activity': ['manager', 'auditor'],
};
const inMenu = new Set(['/person', '/activity']);

/** Who may do everything; the API's tests try each call with each role. */
const inGate: readonly ConsoleRole[] = ['manager'];
const others = consoleRoles.filter((role) => !inGate.includes(role));

test.each(inGate)('the %s sees exactly what the role may see', seesWhatTheRoleMay);
test.each(others)(
  'the %s sees exactly what the role may see',
  { tags: ['long'] },
  seesWhatTheRoleMay,
);

async function actionsOn(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const action of Object.keys(actionsOf)) {
    const button = page.getByRole('button', { name: action, exact: true });
    const link = page.getByRole('link', { name: action, exact: true });
    if ((await button.or(link).count()) > 0) found.push(action);
  }
  return found;
}

async function seesWhatTheRoleMay(role: ConsoleRole): Promise<void> {
  const viewport = { width: 1280, height: 800 };
  const phone = await phones.open({ origin: product().origin, viewport, isAlone: true });
  const { page } = phone;
  phone.allow(/status of 401/);
  await addAuthenticator(page);
  await page.goto(await product().invite(`One ${role}`, role));
  await page.getByRole('button', { name: 'Create my passkey' }).click();
  await overview.title(page).waitFor();
  await page.getByRole('list', { name: 'Is all well?' }).getByRole('listitem').first().waitFor();
  const found = new Set<string>();
  for (const name of pagesOf[role]) {
    await openPage(page, name);
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0);
    // The others see parts of it.
    for (const size of role === 'manager' ? sizes : []) {
      await page.setViewportSize(size);
      await expect.poll(() => isWiderThanScreen(page)).toBe(false);
    }
    // Other tests cover the other pages.
    if (role === 'manager' && name === 'Review') {
      expect(await axeViolationsInBothSchemes(page)).toEqual([]);
    }
    for (const action of await actionsOn(page)) found.add(action);
  }
  const links = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link');
  expect((await links.allTextContents()).toSorted()).toEqual(pagesOf[role].toSorted());
  const may = Object.keys(actionsOf).filter((action) => actionsOf[action]?.includes(role));
  expect([...found].toSorted()).toEqual(may.toSorted());

  for (const [path, roles] of Object.entries(paths)) {
    if (roles.includes(role) && inMenu.has(path)) continue;
    await page.goto(`${product().origin}${path}`);
    await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor();
    const refused = page.getByText('There is no such page.');
    const title = page.getByRole('heading', { level: 1 });
    await refused.or(title).first().waitFor();
    expect([path, await refused.isVisible()]).toEqual([path, !roles.includes(role)]);
  }
}

test('a colleague opens the invitation, makes a passkey, signs out and signs in with it', async () => {
  const phone = await openWithPasskeys();
  const { page } = phone;
  // The first call before sign-in is refused.
  phone.allow(/status of 401/);
  await addAuthenticator(page);
  await page.goto(await product().invite('Asha Rao', 'support'));
  await page.getByRole('heading', { name: 'Welcome, Asha Rao' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create my passkey' }).click();
  await overview.title(page).waitFor();

  await page.getByRole('button', { name: /^Asha Rao.*account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await passkey.waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await page.goto(`${product().origin}/person`);
  await passkey.click();
  await page.getByRole('heading', { level: 1, name: 'Find a shopper' }).waitFor();
});

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download');
  await press();
  return readFile(await (await coming).path(), 'utf8');
}

test('a manager looks at the draw, and finds in what was done who is alerted', async () => {
  const { page } = await phones.open({ origin: product().origin });
  await enter({ page }, product().link);
  await openPage(page, 'Draw');
  await page.getByText(/Committed to on .*, with \d+ entries in the ledger since\./).waitFor();

  await openPage(page, 'Alerts');
  await page.getByRole('button', { name: 'Add yourself' }).click();
  await addRecipient(page, 'Asha', 'asha@brand.example');

  await openPage(page, 'Activity');
  const log = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await log.filter({ hasText: 'Reason: Ticket 4711' }).waitFor();
  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: /^Added a recipient/ }).click();
  await expect.poll(() => log.count()).toBe(1);
  expect(await log.textContent()).toContain('Demo Added a recipient');
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  const csv = await saved(page, () => page.getByRole('button', { name: 'Save as CSV' }).click());
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
});
