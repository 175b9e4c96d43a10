// Stock and delivery, in the demonstration's console.
import { openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import {
  countClicks,
  desktop,
  enter,
  isWiderThanScreen,
  openPage,
  overflowingPanels,
} from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const reason = 'Ticket 4711: no voucher';
const phones = usePhones();
const product = useFilledConsole({ shoppers: 120, days: 2 });

async function openOverview() {
  const phone = await phones.open({ origin: product().origin, ...desktop });
  await enter(phone, product().link);
  return phone;
}

/** From Overview: one click to the reasons, and two more to a person. */
async function findWhoseVoucherFailed(page: Page): Promise<void> {
  const clicks = await countClicks(page);
  await openPage(page, 'Stock and delivery');
  const reasons = page.getByRole('list', { name: 'Reasons' });
  await reasons.getByRole('listitem').first().waitFor();
  await expect.poll(clicks).toBe(1);

  // Nothing is copied, and no address names anybody.
  const vouchers = page.getByRole('list', { name: 'Individual vouchers' });
  await vouchers
    .getByRole('button', { name: /^Open shopper/ })
    .first()
    .click();
  const pseudonym = page.getByRole('textbox', { name: /^Mobile number/ });
  expect(await pseudonym.inputValue()).toMatch(/^[0-9a-f]{32}$/);
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await expect.poll(clicks).toBe(3);
  expect(page.url()).toBe(`${product().origin}/person`);
  await openPage(page, 'Overview');
  await openPage(page, 'Find a shopper');
  expect(await pseudonym.inputValue()).toBe('');
}

/** Two that had arrived. */
async function failVouchers(reason: string): Promise<void> {
  const database = openTestDatabase(product().databaseUrl, 1);
  try {
    await database.query(
      `update inaam.message set state = 'failed', ended_at = now(), reason = $1
       where id in (select id from inaam.message where kind = 'voucher' and state = 'delivered' limit 2)`,
      [reason],
    );
  } finally {
    await database.end();
  }
}

test('a manager sees what failed, why and for whom, and sends it again with a reason', async () => {
  await failVouchers('phone not reached');
  const { page } = await openOverview();
  await findWhoseVoucherFailed(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, 'Stock and delivery');
  for (const name of ['Stock of voucher codes', 'Batches', 'Individual vouchers']) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
  }
  expect(await overflowingPanels(page)).toEqual([]);
  const row = page
    .getByRole('list', { name: 'Reasons' })
    .getByRole('listitem')
    .filter({ hasText: 'phone not reached' });
  const count = Number(/^\d+/.exec((await row.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(0);
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);

  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Send again' });
  const confirm = dialog.getByRole('button', { name: `Send ${count} again for ₹` });
  // The last reason is prefilled.
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('');
  await confirm.click();
  await dialog.getByText('Say why, in a word or a ticket number.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711: mended');
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByText(/sent again: the same code, to the same number/)
    .first()
    .waitFor();
});

test('a manager settles a voucher whose number is dead, and withdraws a batch', async () => {
  await failVouchers('number not in use');
  const { page } = await openOverview();
  await openPage(page, 'Stock and delivery');
  // Those to whom nothing can be sent are led to, and have no button that would send.
  const reasons = page.getByRole('list', { name: 'Reasons' });
  const dead = reasons.getByRole('listitem').filter({ hasText: 'number not in use' });
  expect(await dead.getByRole('button', { name: /^Send again/ }).count()).toBe(0);
  await dead.getByRole('button').click();
  const vouchers = page.getByRole('list', { name: 'Individual vouchers' }).getByRole('listitem');
  const ofDead = vouchers.filter({ hasText: 'number not in use' });
  await expect.poll(async () => (await vouchers.count()) - (await ofDead.count())).toBe(0);
  const before = await ofDead.count();
  expect(before).toBeGreaterThan(0);
  await ofDead
    .first()
    .getByRole('button', { name: /^Settle/ })
    .click();
  const settle = page.getByRole('dialog', { name: 'Settle by hand' });
  await settle.getByRole('textbox', { name: 'Payment reference' }).fill('Receipt 12');
  await settle.getByRole('textbox', { name: 'Reason' }).fill('Paid by post');
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await settle.getByRole('button', { name: 'Settle the voucher' }).click();
  await page
    .getByText(/The voucher is settled/)
    .first()
    .waitFor();
  await expect.poll(() => ofDead.count()).toBeLessThan(before);

  const batches = page.getByRole('list', { name: 'Batches' }).getByRole('listitem');
  await page
    .getByRole('button', { name: /^Withdraw batch/ })
    .first()
    .click();
  const withdraw = page.getByRole('dialog', { name: /^Withdraw batch/ });
  await withdraw.getByText(/leaves? the stock/).waitFor();
  await withdraw.getByRole('textbox', { name: 'Reason' }).fill('Recalled by the issuer');
  await withdraw.getByRole('button', { name: /^Withdraw [\d,]+ codes?$/ }).click();
  await page
    .getByText(/withdrawn from batch \d+, and never given/)
    .first()
    .waitFor();
  await batches.filter({ hasText: /: withdrawn.*withdrawn .* by Demo/ }).waitFor();
});
