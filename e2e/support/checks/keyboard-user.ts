// Uses only a keyboard, and records what such a person could not see or follow.
import type { Locator, Page } from 'playwright-core';

type Stop = {
  name: string;
  key: string;
  violation: string;
  top: number;
  bottom: number;
  /** Whether this is the requested control. */
  isControl: boolean;
};

export class KeyboardUser {
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
