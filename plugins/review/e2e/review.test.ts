// The review page in a browser: how many clicks it takes to hold and to release a cluster.
import { expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { desktop, enter, overview } from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 3, port: 4650, delivers: 'later' });

test('a manager holds a suspicious cluster with four clicks from Overview, and releases it with two more', async () => {
  const { page } = await phones.open({ origin: product().origin, ...desktop });
  let clicks = 0;
  const click = async (what: ReturnType<typeof page.getByRole>) => {
    await what.click();
    clicks += 1;
  };
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  await enter({ page }, product().link);
  const openCluster = async () => {
    await click(page.getByRole('link', { name: 'Review', exact: true }));
    await page.getByRole('heading', { name: 'Suspicious groups' }).waitFor();
    await click(page.getByRole('link', { name: /8 numbers were verified on one device/ }));
    await page.getByRole('heading', { level: 1, name: /8 numbers/ }).waitFor();
  };
  // A rule has held all after the first three. Nothing is sent yet.
  await openCluster();
  await click(page.getByRole('button', { name: 'Release 5 vouchers' }));
  await dialog('Release').getByRole('textbox', { name: 'Reason' }).fill('A family: ticket 4711');
  await click(dialog('Release').getByRole('button', { name: 'Release 5 vouchers' }));
  await page.getByText('5 vouchers are released, and are sent now.').first().waitFor();
  const hold = page.getByRole('button', { name: 'Hold 5 vouchers' });
  await hold.waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);

  await click(page.getByRole('link', { name: 'Overview', exact: true }));
  await overview.title(page).waitFor();
  clicks = 0;
  await openCluster();
  await click(hold);
  // The last reason is prefilled.
  await click(dialog('Hold').getByRole('button', { name: 'Hold 5 vouchers' }));
  await page.getByText('5 vouchers are held: they had not been sent.').first().waitFor();
  expect(clicks).toBe(4);
  await product().deliver();
  await click(page.getByRole('button', { name: 'Release 5 vouchers' }));
  await click(dialog('Release').getByRole('button', { name: 'Release 5 vouchers' }));
  await dialog('Release').waitFor({ state: 'detached' });
  expect(clicks).toBe(6);
  const people = page.getByRole('list', { name: 'People' }).getByRole('listitem');
  const waiting = async () => {
    await page.reload();
    await people.first().waitFor();
    return people.filter({ hasText: /waits|held/ }).count();
  };
  // A reload takes the time of what sends, which is in the same process.
  await expect.poll(waiting, { interval: 2000 }).toBe(0);
});
