import * as z from 'zod';

// What the smoke test needs of a browser, over any protocol.

type Point = { x: number; y: number };

export type Engine = {
  readonly name: string;
  open(address: string): Promise<void>;
  /** Runs a function body in the page. @returns its result, as JSON */
  read(body: string): Promise<unknown>;
  /** Clicks the mouse; CSS pixels of the window. */
  tap(at: Point): Promise<void>;
  /** Sends real keys to the focused element. */
  type(text: string): Promise<void>;
  /** @returns the console's errors and warnings, and uncaught exceptions */
  close(): Promise<readonly string[]>;
};

const pointSchema = z.object({ x: z.number(), y: z.number() }).nullable();
const patienceMs = 20_000;

/**
 * In the page: scrolls the element into view; returns its centre, or null while it is missing or
 * covered.
 */
const middleOf = (selector: string, name: string) => `
  const named = (element) =>
    (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim();
  const found = [...document.querySelectorAll(${JSON.stringify(selector)})].find(
    (element) => named(element).startsWith(${JSON.stringify(name)}) && !element.disabled && element.getClientRects().length > 0,
  );
  if (!found) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  const point = { x: left + width / 2, y: top + height / 2 };
  const hit = document.elementFromPoint(point.x, point.y);
  return found.contains(hit) ? point : null;`;

export class Driver {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Waits until an uncovered element has this name, or one that begins like this. */
  async press(selector: string, name: string): Promise<void> {
    const at = await this.#until(`press "${name}"`, async () =>
      pointSchema.parse(await this.#engine.read(middleOf(selector, name))),
    );
    await this.#engine.tap(at);
  }

  async fill(name: string, text: string): Promise<void> {
    await this.press('input', name);
    await this.#engine.type(text);
    await this.#until(`type into "${name}"`, async () => {
      const value = await this.#engine.read('return document.activeElement?.value ?? ""');
      return value === text ? text : null;
    });
  }

  /** Sets a select's value and fires `change`, because its popup belongs to the system. */
  async choose(value: string): Promise<void> {
    await this.#until(`choose "${value}"`, async () => {
      const isChosen = await this.#engine.read(`
        const list = document.querySelector('select');
        if (![...(list?.options ?? [])].some((row) => row.value === ${JSON.stringify(value)})) return null;
        list.value = ${JSON.stringify(value)};
        list.dispatchEvent(new Event('change', { bubbles: true }));
        return true;`);
      return isChosen === true ? true : null;
    });
  }

  /** @returns the matching text, once the page shows it */
  see(pattern: RegExp): Promise<string> {
    return this.#until(`see ${String(pattern)}`, async () => {
      const text = z.string().parse(await this.#engine.read('return document.body.innerText'));
      return pattern.exec(text)?.[0] ?? null;
    });
  }

  async #until<Result>(what: string, look: () => Promise<Result | null>): Promise<Result> {
    const until = performance.now() + patienceMs;
    while (performance.now() < until) {
      const seen = await look();
      if (seen !== null) return seen;
    }
    const shown = z.string().parse(await this.#engine.read('return document.body.innerText'));
    throw new Error(`Failed to ${what}. The page says: ${shown.replaceAll(/\s+/g, ' ')}`);
  }
}
