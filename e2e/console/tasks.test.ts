// The tasks of a working day on the demonstration, each with the most clicks that it may take from
// Overview. Keys and typing are no clicks.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePhones } from '../support/browser/phone.ts';
import { overview } from './console-pages.ts';
import { useFilledConsole } from './filled-console.ts';

const uncommitted = 'goli-soda-2026';
const phones = usePhones();
const product = useFilledConsole({ shoppers: 120, days: 2, further: uncommitted });

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

/** Their clicks are counted by the tests of their pages too. */
const tasksOfPages: readonly Task[] = [
  [
    'a plot into a slide',
    1,
    async ({ page, click }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await click(page.getByRole('button', { name: 'Copy the picture of Visits by day' }));
      await page.getByText('Visits by day: the picture is copied.').waitFor();
    },
  ],
  [
    'where is my voucher',
    2,
    async (walk) => {
      const caller = await findShopper(walk, 'Got the voucher');
      await caller.getByText(/^Your voucher of ₹\d+ was delivered to your phone/).waitFor();
    },
  ],
  [
    'send it again, once it is found',
    4,
    async (walk) => {
      const { page, click } = walk;
      await (await findShopper(walk, 'The voucher did not arrive')).waitFor();
      await click(page.getByRole('button', { name: 'Send the voucher again' }));
      const dialog = page.getByRole('dialog', { name: 'Send the voucher again' });
      await click(dialog.getByRole('button', { name: 'Send the voucher again' }));
      await page.getByText('Sent a voucher again').first().waitFor();
    },
  ],
  [
    'why deliveries fail',
    1,
    async (walk) => {
      await walk.click(pageLink(walk, 'Stock and delivery'));
      await walk.page
        .getByRole('list', { name: 'Reasons' })
        .getByRole('listitem')
        .first()
        .waitFor();
    },
  ],
  [
    'new prize texts',
    6,
    async (walk) => {
      const { page, click } = walk;
      // Before the commitment a campaign can be edited.
      await page.goto(`${product().origin}/c/${uncommitted}/`);
      await overview.title(page).waitFor();
      await click(pageLink(walk, 'Campaign'));
      const sections = page.getByRole('navigation', { name: 'Sections of the campaign' });
      await click(sections.getByRole('link', { name: 'Edit' }));
      const thanks = page.getByRole('textbox', { name: /^Thanks / }).first();
      await click(thanks);
      await thanks.fill('Cheers, and thank you');
      await click(page.getByRole('button', { name: 'Save draft' }));
      await page
        .getByRole('status')
        .getByText(/^All changes saved/)
        .waitFor();
    },
  ],
];

async function walkThrough(all: readonly Task[]): Promise<void> {
  const phone = await phones.open({
    origin: product().origin,
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
    isAlone: true,
  });
  const { page } = phone;
  await page.goto(product().link);
  for (const [task, most, walkOf] of all) {
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
}

test('the tasks of a working day take no more clicks from Overview than they may', () =>
  walkThrough(tasks));
test('so do those of single pages', { tags: ['long'] }, () => walkThrough(tasksOfPages));
