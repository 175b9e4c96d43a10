// The panel on the page Draw, from the first verification after the start to one at once.
import { expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { isWiderThanScreen, openPage, overview } from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2 });

test('the page Draw shows the verifications, and a manager adds one', async () => {
  const { page } = await phones.open({
    origin: product().origin,
    viewport: { width: 360, height: 740 },
    isMobile: false,
    hasTouch: false,
  });
  await page.goto(product().link);
  await overview.title(page).waitFor();
  await openPage(page, 'Draw');
  const panel = page.getByRole('region', { name: 'Verified each night' });
  const rows = panel.getByRole('cell', { name: 'All right' });
  await panel.getByText(/^Verified on .* entries, all right\.$/).waitFor();
  expect(await rows.count()).toBe(1);
  await panel.getByRole('button', { name: 'Verify now' }).click();
  await rows.nth(1).waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
});
