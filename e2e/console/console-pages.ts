// The console's pages by roles and names, and the steps between them.
import type { Frame, Page } from 'playwright-core';

export const overview = {
  title: (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' }),
  figures: (page: Page) => page.getByRole('region', { name: 'Figures of the period' }),
  plots: (page: Page) => page.getByRole('heading', { level: 2 }).first(),
  choose: async (page: Page, period: string) => {
    const periods = page.getByRole('radiogroup', { name: 'Period' });
    if (await periods.isVisible()) {
      await periods.getByText(period, { exact: true }).click();
    } else {
      await page.getByRole('combobox', { name: 'Period' }).click();
      await page.getByRole('option', { name: period, exact: true }).click();
    }
  },
};

export const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

/** By the link that signs in. */
export async function enter({ page }: { readonly page: Page }, link: string): Promise<Page> {
  await page.goto(link);
  await overview.title(page).waitFor();
  return page;
}

/** Through the menu, which is closed on a phone. */
export async function openPage(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open the menu' });
  if (await menu.isVisible()) await menu.click();
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true });
  await pages.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** On the campaign's page. */
export async function openSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of the campaign' });
  await sections.getByRole('link', { name, exact: true }).click();
  await sections.locator('[aria-current]').getByText(name, { exact: true }).waitFor();
}

/** In the dialog that adds one. @param url without `https://` */
export async function addRecipient(page: Page, name: string, address: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(address);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

export async function findPerson(page: Page, mobile: string, reason: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Mobile number/ }).fill(mobile);
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
}

/** The screens of the site, on the campaign's page. */
export const preview = {
  choose: async (page: Page, label: string, value: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  },
  titles: async (page: Page): Promise<string[]> => {
    const screen = page.getByRole('combobox', { name: 'Screen', exact: true });
    await screen.click();
    await page.getByRole('option').first().waitFor();
    const titles = await page.getByRole('option').allTextContents();
    await page.keyboard.press('Escape');
    return titles;
  },
  /** Once the app in the frame has painted it. */
  shown: async (page: Page, title: string): Promise<Frame> => {
    const element = await page.locator(`iframe[title^="${title}, "]`).elementHandle();
    const frame = await element?.contentFrame();
    if (!frame) throw new Error(`The frame of "${title}" is not there.`);
    // A page with only a dialog has no height.
    await frame.locator('html[data-screen]').waitFor({ state: 'attached' });
    return frame;
  },
};

export const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Headings of panels that overflow into the margin. */
export const overflowingPanels = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main section')]
      .filter((panel) => {
        const { right } = panel.getBoundingClientRect();
        const inside = right - Number.parseFloat(getComputedStyle(panel).paddingInlineEnd);
        return [...panel.children].some((part) => part.getBoundingClientRect().right > inside + 1);
      })
      .map((panel) => panel.querySelector('h2')?.textContent),
  );

declare global {
  // Merged into the browser's interface, so it must be one.
  interface Window {
    countClick: () => Promise<void>;
  }
}

/** Neither the click that the browser makes of Enter in a form, nor one by a script. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => (clicks += 1));
  await page.evaluate(() =>
    addEventListener(
      'click',
      ({ detail, isTrusted }) => void (isTrusted && detail > 0 && window.countClick()),
      true,
    ),
  );
  return () => clicks;
}
