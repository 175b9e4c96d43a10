// The campaign's page in a browser: a pause.
import { expect, test } from 'vitest';
import { usePhones } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import { useFilledConsole } from './filled-console.ts';
import { isWiderThanScreen, openPage, overview } from './console-pages.ts';

const phones = usePhones();
const filled = useFilledConsole({ shoppers: 40, days: 2 });

test('a manager pauses with a reason and the campaign’s id', async () => {
  const { page } = await phones.open({ origin: filled().origin });
  await page.goto(filled().link);
  await overview.title(page).waitFor();
  await openPage(page, 'Campaign');
  const verdicts = page.getByRole('list', { name: 'Is all well?' });
  await verdicts.getByText(/^The campaign is running/).waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Pause the campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause the campaign' });
  const confirm = dialog.getByRole('button', { name: 'Pause the campaign' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The issuer is down');
  await dialog.getByRole('textbox', { name: "The campaign's id" }).fill('tea-demo');
  await confirm.click();
  await dialog.getByText('Type biscuit-2025.').waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: "The campaign's id" }).fill('biscuit-2025');
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Resume the campaign' }).waitFor();
  await verdicts.getByText('the campaign is paused').waitFor();
});
