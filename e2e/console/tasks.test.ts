// The tasks of a working day on the demonstration, each with the most clicks that it may take from
// Overview. Keys and typing are no clicks.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones } from '../support/browser/phone.ts';
import { desktop, overview } from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 120, days: 2 });

type Walk = { readonly page: Page; readonly click: (what: Locator) => Promise<void> };

const pageLink = ({ page }: Walk, name: string) =>
  page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name });

/** The field for the number has the focus. @returns what to tell the caller */
async function findShopper(walk: Walk, what: string): Promise<Locator> {
  const { page, click } = walk;
  const mobile = product().examples.find((example) => example.what === what)?.mobile ?? '';
  await click(pageLink(walk, 'Find a shopper'));
  await page.getByRole('heading', { level: 1, name: 'Find a shopper' }).waitFor();
  await page.keyboard.type(mobile);
  await click(page.getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type('Ticket 4711');
  await page.keyboard.press('Enter');
  return page.getByRole('region', { name: 'Tell the caller' });
}

type Task = readonly [string, number, (walk: Walk) => Promise<void>];

const tasks: readonly Task[] = [
  [
    'is all well',
    0,
    async ({ page }) => {
      const verdicts = page.getByRole('list', { name: 'Is all well?' }).getByRole('listitem');
      await verdicts.first().waitFor();
    },
  ],
  [
    'where do they drop out',
    0,
    async ({ page }) => {
      const funnel = page.getByRole('region', { name: 'Funnel' });
      await funnel.getByText(/^Most are lost between .+ and .+: [\d,]+ of [\d,]+ \(/).waitFor();
    },
  ],
  [
    'how was last week',
    1,
    async ({ page, click }) => {
      const periods = page.getByRole('radiogroup', { name: 'Period' });
      await click(periods.getByText('Last 7 days', { exact: true }));
      await page
        .getByText(/^\d+ to \d+ May 2025/)
        .first()
        .waitFor();
      await overview.figures(page).getByText('Visits', { exact: true }).waitFor();
    },
  ],
  [
    'the best source',
    1,
    async ({ page, click }) => {
      const breakdown = page.getByRole('region', { name: 'Breakdown', exact: true });
      await click(breakdown.getByRole('button', { name: 'Rate', exact: true }));
      const rate = breakdown.getByRole('columnheader', { name: 'Rate' });
      await expect.poll(() => rate.getAttribute('aria-sort')).toBe('descending');
      await breakdown.getByRole('rowheader').first().waitFor();
    },
  ],
  [
    'the code never came',
    2,
    async (walk) => {
      const caller = await findShopper(walk, 'Did not enter the OTP');
      await caller.getByText(/^Your last OTP /).waitFor();
      await caller.getByText(/You can request the next OTP/).waitFor();
    },
  ],
];

/** The clicks of other tasks are counted by the tests of their pages. */
test('the tasks of a working day take no more clicks from Overview than they may', async () => {
  const phone = await phones.open({ origin: product().origin, ...desktop, isAlone: true });
  const { page } = phone;
  await page.goto(product().link);
  for (const [task, most, walkOf] of tasks) {
    await overview.title(page).waitFor();
    let clicks = 0;
    await walkOf({
      page,
      click: async (what) => {
        clicks += 1;
        await what.click();
      },
    });
    expect(clicks, task).toBeLessThanOrEqual(most);
    await page.goto(product().origin);
  }
});
