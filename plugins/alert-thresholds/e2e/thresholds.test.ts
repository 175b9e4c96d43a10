import { expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { desktop, enter, isWiderThanScreen, openPage } from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2 });

test('a manager changes the thresholds, and sets them as by default', async () => {
  const viewport = { width: 360, height: 740 };
  const phone = await phones.open({ ...desktop, origin: product().origin, viewport });
  const page = await enter(phone, product().link);
  await openPage(page, 'Alerts');
  const panel = page.getByRole('region', { name: 'Thresholds', exact: true });
  const change = panel.getByRole('button', { name: 'Change thresholds' });
  await change.click();
  const dialog = page.getByRole('dialog');
  const look = dialog.getByRole('textbox', { name: 'Look, budget granted (%)' });
  await look.fill('95');
  await dialog.getByText('Enter more than for look.').waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await look.fill('60');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('a large pack');
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await panel.getByText('60 (default 80)').waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await change.click();
  await dialog.getByRole('button', { name: 'As by default' }).click();
  await save.click();
  await panel.getByText('80', { exact: true }).waitFor();
});
