// What the page Alerts says of a test that no mail server took.
import { expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import {
  addRecipient,
  isWiderThanScreen,
  openPage,
  overview,
} from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2 });

test('the test to a recipient is in the list of what was sent', async () => {
  const { page } = await phones.open({
    origin: product().origin,
    viewport: { width: 360, height: 740 },
    isMobile: false,
    hasTouch: false,
  });
  await page.goto(product().link);
  await overview.title(page).waitFor();
  await openPage(page, 'Alerts');
  const panel = page.getByRole('region', { name: 'Sent to whom' });
  await panel.getByText('Nothing was sent in the last 90 days.').waitFor();
  await page.getByRole('button', { name: 'Add yourself' }).click();
  await addRecipient(page, 'Brand channel', 'alerts@brand.example');
  await page.getByRole('button', { name: 'Send a test to Brand channel' }).click();
  await page.getByText('The test did not reach Brand channel').first().waitFor();
  await page.reload();
  const line = panel.getByRole('listitem').first();
  await line.getByText('Refused: no mail server is set up.').waitFor();
  expect(await line.innerText()).toMatch(/Brand channel[^@]*Test of the alerts[^@]*IST/);
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
});
