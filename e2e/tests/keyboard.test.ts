import { describe, expect, test } from 'vitest';
import { readCode } from '../support/product/sms-inbox.ts';
import {
  codeForm,
  detailsForm,
  dialogOf,
  entry,
  finishSpin,
  heading,
  menuIcon,
  newShopper,
  privacyNotice,
  profile,
  registration,
  sideMenu,
  toForm,
  toProfile,
  toast,
  wheel,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import type { Locator, Page } from 'playwright-core';

const phones = usePhones({ isMobile: false, hasTouch: false });
const still = ({ page }: Phone) => page.getByRole('alertdialog').waitFor({ state: 'detached' });

describe('with only the keyboard', () => {
  test('[HOM-5][MOD-6] a shopper gets from the scan to the reward', async () => {
    const phone = await phones.open();
    const { page } = phone;
    const keys = new KeyboardUser(page);
    const shopper = newShopper();
    await page.goto(entry);
    const { dialog, yes, submit } = privacyNotice(page);
    await dialog.waitFor();
    await still(phone);
    await keys.use(yes, 'Space');
    await keys.use(submit);
    await dialog.waitFor({ state: 'detached' });

    const form = registration(page);
    await form.state.locator('option').nth(1).waitFor({ state: 'attached' });
    await still(phone);
    await keys.use(form.getOtp);
    await expect.poll(() => form.name.evaluate((at) => at === document.activeElement)).toBe(true);
    await keys.type(shopper.name);
    await keys.fill(form.mobile, shopper.mobile);
    await keys.choose(form.state, shopper.state);
    await keys.use(form.agree, 'Space');
    await keys.use(form.getOtp, 'Space');

    const { otp } = codeForm(page);
    await otp.waitFor();
    await still(phone);
    expect(await otp.evaluate((at) => at === document.activeElement)).toBe(true);
    await keys.type(await readCode(shopper.mobile));
    await keys.press('Enter');
    await wheel(page).play.waitFor();
    await still(phone);
    await keys.use(wheel(page).play, 'Space');
    await finishSpin(page);
    await heading(page, 'Congratulations!').waitFor();
    // Screen readers start at the reward.
    expect(await page.getByRole('main').evaluate((at) => at === document.activeElement)).toBe(true);
    expect(keys.violations).toEqual([]);
  });

  test(
    '[PRF-1][EDP-1][MOD-6] a shopper goes through the profile, its form and its dialogs, and out',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open();
      const { page } = phone;
      const keys = new KeyboardUser(page);
      await toProfile(phone);
      await keys.to(menuIcon(page), 'Shift+Tab');
      const { terms, contact, edit, logout } = profile(page);
      for (const [opener, title] of [
        [terms, 'Terms & Conditions'],
        [contact, 'Contact Us'],
      ] as const) {
        await keys.use(opener);
        await dialogOf(page, title).waitFor();
        await keys.to(dialogOf(page, title).getByRole('button', { name: 'Close' }));
        await keys.press('Escape');
        await dialogOf(page, title).waitFor({ state: 'detached' });
        expect(await opener.evaluate((at) => at === document.activeElement)).toBe(true);
      }
      await keys.to(edit, 'Shift+Tab');
      await keys.press('Enter');
      const form = detailsForm(page);
      await form.city.locator('option').nth(1).waitFor({ state: 'attached' });
      await still(phone);
      await keys.to(form.email);
      // Into the radio group, and from one button to the next.
      await keys.press('Tab');
      await keys.press('Space');
      await keys.press('ArrowDown');
      expect(await form.gender('Female').isChecked()).toBe(true);
      await keys.fill(form.age, '32');
      const [, city = ''] = await form.city.locator('option').allTextContents();
      await keys.choose(form.city, city);
      await keys.use(form.save);
      await toast(page).waitFor();
      await profile(page).title.waitFor();
      await keys.use(logout, 'Space');
      await privacyNotice(page).dialog.waitFor();
      expect(keys.violations).toEqual([]);
    },
  );

  const expectTabsDown = async (phone: Phone, keys: KeyboardUser, path: string) => {
    await phone.page.goto(path);
    await heading(phone.page, /./).first().waitFor();
    await still(phone);
    expect((await keys.tabThroughPage()).length, path).toBeGreaterThan(3);
  };

  test('[HOM-7][MOD-6] on HOME and in the form of the profile Tab goes once down the page, with the focus visible', async () => {
    const phone = await phones.open();
    const { page } = phone;
    const keys = new KeyboardUser(page);
    await toForm(phone);
    await registration(page).state.locator('option').nth(1).waitFor({ state: 'attached' });
    await still(phone);
    const home = await keys.tabThroughPage();
    expect(home[0]).toBe('Skip to content');
    expect(home.slice(-1)).not.toEqual(['Menu']);
    await keys.use(menuIcon(page));
    await sideMenu(page).dialog.waitFor();
    await keys.press('Escape');
    await sideMenu(page).dialog.waitFor({ state: 'detached' });
    await expectTabsDown(phone, keys, '/edit-profile?utm_source=qrcode');
    expect(keys.violations).toEqual([]);
  });

  test(
    'in forced colours buttons have a border and the focus is visible',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open({ forcedColors: 'active', contrast: 'more' });
      const { page } = phone;
      const keys = new KeyboardUser(page);
      await toForm(phone);
      await still(phone);
      await keys.tabThroughPage();
      const { getOtp, name } = registration(page);
      for (const control of [getOtp, name]) {
        const edge = await control.evaluate((element) => {
          const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
          return { borderTopStyle, width: Number.parseFloat(borderTopWidth), borderTopColor };
        });
        expect(edge.borderTopStyle).toBe('solid');
        expect(edge.width).toBeGreaterThanOrEqual(1);
        expect(edge.borderTopColor).not.toMatch(/^rgba\(.*, 0\)$/);
      }
      expect(keys.violations).toEqual([]);
    },
  );

  test('the skip link skips the header', { tags: ['long'] }, async () => {
    const phone = await phones.open();
    const { page } = phone;
    const keys = new KeyboardUser(page);
    await toForm(phone);
    const skip = page.getByRole('button', { name: 'Skip to content' });
    await keys.to(skip, 'Shift+Tab');
    await keys.press('Enter');
    await keys.press('Tab');
    const isInContent = () =>
      page.getByRole('main').evaluate((main) => main.contains(document.activeElement));
    expect(await isInContent()).toBe(true);
    expect(keys.violations).toEqual([]);
  });
});

type Stop = {
  name: string;
  key: string;
  violation: string;
  top: number;
  bottom: number;
  /** Whether this is the requested control. */
  isControl: boolean;
};

/** Uses only a keyboard, and records what such a person could not see or follow. */
class KeyboardUser {
  readonly #page: Page;
  readonly violations: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  press = (key: string) => this.#page.keyboard.press(key);
  type = (text: string) => this.#page.keyboard.type(text);

  /** Presses Tab or Shift+Tab until the control has the focus, and checks each stop on the way. */
  async to(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await control.waitFor();
    if (await control.evaluate((element) => element === document.activeElement)) return;
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await this.#step(key, control)).isControl) return;
    }
    throw new Error(`Failed to reach ${String(control)} by ${key}. Let it take the focus.`);
  }

  async use(control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.to(control);
    await this.press(key);
  }

  async fill(control: Locator, text: string): Promise<void> {
    await this.to(control);
    await this.press('Control+a');
    await this.type(text);
  }

  async choose(list: Locator, value: string): Promise<void> {
    await this.to(list);
    const rows = await list.locator('option').count();
    for (let row = 0; row < rows && (await list.inputValue()) !== value; row += 1) {
      await this.press('ArrowDown');
    }
  }

  /**
   * Tabs once around the page, and records where the order goes back up and where Tab gets stuck.
   * @returns the names of the stops
   */
  async tabThroughPage(): Promise<string[]> {
    const stops: Stop[] = [];
    const first = await this.#leave();
    for (let stop = first; stops.length < 80; stop = await this.#step('Tab')) {
      if (stops.some(({ key }) => key === stop.key)) break;
      const before = stops.at(-1);
      if (before && stop.bottom <= before.top) {
        this.violations.push(`"${stop.name}" is above "${before.name}" but follows it`);
      }
      stops.push(stop);
    }
    const controls = await this.#page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('a[href], button, input, select')].filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            !element.matches(':disabled') &&
            // A group of radio buttons is a single stop.
            !element.matches('[type=radio]:not(:checked)'),
        ).length,
    );
    if (stops.filter(({ key }) => key !== '').length < controls) {
      this.violations.push(`${stops.length} stops for ${controls} controls`);
    }
    return stops.map(({ name }) => name);
  }

  /** Moves to the page's first stop, which follows the browser's controls. */
  async #leave(): Promise<Stop> {
    // From the last stop it is close.
    await this.#page.evaluate(() => {
      const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select');
      for (const control of controls) control.focus({ preventScroll: true });
    });
    for (let presses = 0; presses < 80; presses += 1) {
      await this.press('Tab');
      const isOut = await this.#page.evaluate(() => document.activeElement === document.body);
      if (isOut) break;
    }
    return this.#step('Tab');
  }

  async #step(key: 'Tab' | 'Shift+Tab', control?: Locator): Promise<Stop> {
    await this.press(key);
    const asked = control ?? this.#page.locator('body');
    const stop = await asked.evaluate(inspectFocus);
    if (stop.violation !== '') this.violations.push(`"${stop.name}" ${stop.violation}`);
    return stop;
  }
}

/** In the page: the focused element, and faults of its focus indicator. */
function inspectFocus(control: Element): Stop {
  type Colour = [number, number, number, number];
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) {
    const nowhere = { top: 0, bottom: Infinity, isControl: false };
    return { name: 'the browser', key: '', violation: '', ...nowhere };
  }
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour: string): Colour => {
    if (!pen) return [0, 0, 0, 0];
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a];
  };
  const luminance = (colour: Colour) => {
    const [r = 0, g = 0, b = 0] = colour
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgroundOf = (element: Element | null): Colour => {
    for (let up = element; up; up = up.parentElement) {
      const colour = rgba(getComputedStyle(up).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255, 255];
  };
  const violationOf = (element: HTMLElement, box: DOMRect): string => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return 'shows no focus';
    const [one, two] = [
      luminance(rgba(outlineColor)),
      luminance(backgroundOf(element.parentElement)),
    ];
    const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (contrast < 3) return `shows its focus by a contrast of ${contrast.toFixed(1)} only`;
    if (box.left < 0 || box.top < -1 || box.right > innerWidth + 1)
      return 'has the focus off screen';
    if (box.bottom > innerHeight + 1) return 'has the focus off screen';
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    // A notice disappears, and can be closed.
    if (hit === null || element.contains(hit) || hit.closest('.notice-region')) return '';
    return `has the focus under ${hit.className || hit.tagName}`;
  };
  const label = at instanceof HTMLInputElement ? (at.labels?.[0]?.textContent ?? '') : '';
  const name =
    at.getAttribute('aria-label') ?? (label || at.getAttribute('name') || at.textContent);
  const box = at.getBoundingClientRect();
  return {
    name: name.trim(),
    key: String([...document.querySelectorAll('*')].indexOf(at)),
    violation: violationOf(at, box),
    top: box.top + scrollY,
    bottom: box.bottom + scrollY,
    isControl: at === control,
  };
}
