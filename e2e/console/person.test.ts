// Find a shopper, in the demonstration's console on a separate filled database.
import { expect, test } from 'vitest';
import { usePhones, type Phone, type PhoneOptions } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import {
  countClicks,
  desktop,
  enter,
  findPerson,
  isWiderThanScreen,
  openPage,
  overflowingPanels,
} from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const reason = 'Ticket 4711: no voucher';
const phones = usePhones();

const product = useFilledConsole({ shoppers: 120, days: 2 });

const open = (options: PhoneOptions = {}): Promise<Phone> =>
  phones.open({ origin: product().origin, ...options });

const mobileOf = (what: string): string =>
  product().examples.find((example) => example.what === what)?.mobile ?? '';

test('where is my voucher: two clicks from Overview; sent again with two more', async () => {
  const phone = await open(desktop);
  const page = await enter(phone, product().link);
  const clicks = await countClicks(page);
  await openPage(page, 'Find a shopper');
  // The field has the focus.
  await page.keyboard.type(mobileOf('The voucher did not arrive'));
  await page.getByText(/^Mobile number \+91 \d{5} \d{5}$/).waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).click();
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  const caller = page.getByRole('region', { name: 'Tell the caller' });
  await caller.getByText(/^Your voucher of ₹\d+ was not delivered .+ at \d\d:\d\d: /).waitFor();
  await caller.getByText(/^It (?:is|was) due by \d+ \w+\./).waitFor();
  await expect.poll(clicks).toBe(2);

  const actions = page.getByRole('region', { name: 'What you can do' });
  await actions.getByRole('button', { name: 'Send the voucher again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send the voucher again' });
  expect(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe(reason);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send the voucher again' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Sent a voucher again').first().waitFor();
  await page.getByText(/^Looked up (?:twice|\d+ times)/).waitFor();
  await expect.poll(clicks).toBe(4);
  expect(page.url()).toBe(`${product().origin}/person`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => isWiderThanScreen(page)).toBe(false);
  await expect.poll(() => overflowingPanels(page)).toEqual([]);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
});

test(
  'what arrived is not sent again at first, and the reason of the last search is remembered',
  { tags: ['long'] },
  async () => {
    const page = await enter(await open(desktop), product().link);
    await openPage(page, 'Find a shopper');
    await findPerson(page, mobileOf('Waits for the voucher'), reason);
    const caller = page.getByRole('region', { name: 'Tell the caller' });
    await caller.waitFor();
    await openPage(page, 'Overview');
    const clicks = await countClicks(page);
    await openPage(page, 'Find a shopper');
    await page.keyboard.type(`+91 ${mobileOf('Got the voucher')}`);
    await page.keyboard.press('Enter');
    await caller.getByText(/was delivered to your phone/).waitFor();
    await expect.poll(clicks).toBe(1);
    await page.getByText('Delivered', { exact: true }).waitFor();
    const actions = page.getByRole('region', { name: 'What you can do' });
    expect(await actions.getByRole('button').allTextContents()).toEqual(['More actions']);
    await actions.getByRole('button', { name: 'More actions' }).click();
    await actions.getByText('Send it again only if the caller has looked for the SMS.').waitFor();
    await actions.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase' });
    await dialog.getByText('How often this number has taken part').waitFor();
    await dialog.getByText('The rows of the audit log').waitFor();
    expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  },
);
