// Accessibility and layout problems that can be found without knowing the screen.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { default as Axe, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import * as z from 'zod';

const axeSource = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

declare global {
  // Merged into the browser's interface, so it must be one.
  interface Window {
    axe: typeof Axe;
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const contrastRule = 'color-contrast-enhanced';
/** Skips AA's lower limit, which 7:1 implies, because contrast rules are the slowest. */
const contrast = { [contrastRule]: { enabled: true }, 'color-contrast': { enabled: false } };
const reportSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      nodes: z.array(
        z.object({ target: z.array(z.unknown()), failureSummary: z.string().optional() }),
      ),
    }),
  ),
});

/** Finishes every animation except the wheel's: an element that fades in has no contrast yet. */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Finishing a view transition's animations sometimes crashes Chromium 143's renderer.
    document.activeViewTransition?.skipTransition();
    for (const show of document.getAnimations()) {
      if (show.id !== 'spin' && Number.isFinite(show.effect?.getComputedTiming().endTime)) {
        show.finish();
      }
    }
  });
}

/**
 * Violations found by axe, one per line. Includes AAA's contrast of 7:1, because phones are used in
 * the sun.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  return runAxe(page, {
    runOnly: { type: 'tag', values: tags },
    rules: contrast,
  });
}

/** Texts below 7:1 with a dark colour scheme preferred. */
export async function darkContrastViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await finishAnimations(page);
  const found = await runAxe(page, contrastAlone);
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map((violation) => `in the dark: ${violation}`);
}

/** Everything that another colour scheme can break. */
const contrastAlone: RunOptions = { runOnly: { type: 'rule', values: [contrastRule] } };

export async function showScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The console's script follows the preference a little later.
  await page.waitForFunction(
    (wanted) => (document.documentElement.dataset['mantineColorScheme'] ?? wanted) === wanted,
    colorScheme,
  );
  // The first frame starts colour transitions.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await finishAnimations(page);
}

/** The component kit's dialogs have a `<header>`, which is not the page's. */
const headersOfDialogs = { enabled: false };

/** WCAG 2.2 AA and 7:1, light and dark, for operators' pages. */
export async function axeViolationsInBothSchemes(page: Page): Promise<string[]> {
  await showScheme(page, 'dark');
  const dark = await runAxe(page, contrastAlone);
  await showScheme(page, 'light');
  const light = await runAxe(page, {
    runOnly: { type: 'tag', values: tags },
    rules: {
      ...contrast,
      'landmark-no-duplicate-banner': headersOfDialogs,
      'landmark-unique': headersOfDialogs,
    },
  });
  return [
    ...dark.map((violation) => `dark: ${violation}`),
    ...light.map((violation) => `light: ${violation}`),
  ];
}

/** By default the 7:1 rule passes anything below 4.5:1, and leaves it to the other rule. */
function reportLowContrastToo(): void {
  const contrastRatio = { normal: { expected: 7 }, large: { expected: 4.5 } };
  const asBefore = { boldValue: 700, boldTextPt: 14, largeTextPt: 18, ignoreLength: false };
  const options = { ...asBefore, ignoreUnicode: true, ignorePseudo: false, contrastRatio };
  window.axe.configure({ checks: [{ id: 'color-contrast-enhanced', options }] });
}

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  // Not as a script element, which the page's policy would block.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
    await page.evaluate(reportLowContrastToo);
  }
  const report = reportSchema.parse(
    await page.evaluate(async (wanted) => {
      const more = { resultTypes: ['violations'], iframes: false } satisfies RunOptions;
      const { violations } = await window.axe.run(document, { ...wanted, ...more });
      // The rest is a hundred times as long.
      return { violations };
    }, options),
  );
  return report.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
    ),
  );
}

/**
 * Controls smaller than 44 × 44 CSS pixels, except links in a sentence. A check box counts with its
 * label.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select');
    const isInSentence = (element: HTMLElement) =>
      getComputedStyle(element).display.startsWith('inline') &&
      (element.parentElement?.textContent ?? '').trim() !== element.textContent?.trim();
    const targetOf = (element: HTMLElement) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const isBox = element.matches('[type=checkbox], [type=radio]');
      const boxes = [element, ...(isBox ? labels : [])].map((part) => part.getBoundingClientRect());
      return {
        width: Math.max(...boxes.map((b) => b.right)) - Math.min(...boxes.map((b) => b.left)),
        height: Math.max(...boxes.map((b) => b.bottom)) - Math.min(...boxes.map((b) => b.top)),
      };
    };
    return [...controls].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      if (isInSentence(element)) return [];
      const { width, height } = targetOf(element);
      // A device pixel is a fraction of a CSS pixel.
      if (width >= 43.9 && height >= 43.9) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return [`${element.tagName} "${name}" is ${width.toFixed(1)} × ${height.toFixed(1)}`];
    });
  });
}

export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Piece = { text: string; box: DOMRect; element: Element };
    const lost: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      lost.push(`the page is ${root.scrollWidth} wide on ${root.clientWidth}`);
    }
    // Elements under an open dialog are checked without it.
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (dialog && dialog.scrollWidth > dialog.clientWidth) {
      lost.push(`the dialog is ${dialog.scrollWidth} wide on ${dialog.clientWidth}`);
    }
    const on = dialog ?? document.body;
    const isUnseen = (element: Element) => {
      for (let up: Element | null = element; up; up = up.parentElement) {
        if (getComputedStyle(up).clipPath === 'inset(50%)') return true;
      }
      return false;
    };
    const walker = document.createTreeWalker(on, NodeFilter.SHOW_TEXT);
    const pieces: Piece[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = (node.textContent ?? '').trim();
      if (!element?.checkVisibility({ visibilityProperty: true }) || text === '') continue;
      if (element.closest('.page-skip, option, noscript, script, style')) continue;
      if (isUnseen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width > 0) pieces.push({ text, box, element });
    }
    for (const { text, box, element } of pieces) {
      if (box.left < -1 || box.right > innerWidth + 1) lost.push(`"${text}" runs over the edge`);
      for (let up: Element | null = element; up && up !== document.body; up = up.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(up);
        const edge = up.getBoundingClientRect();
        // Letters reach less far than the boxes of some typefaces.
        const reach = 0.6 * Number.parseFloat(getComputedStyle(element).fontSize);
        const space = Math.max(0, box.height / 2 - reach);
        const isCut =
          (overflowX !== 'visible' && (box.left < edge.left - 1 || box.right > edge.right + 1)) ||
          (['hidden', 'clip'].includes(overflowY) &&
            (box.top + space < edge.top - 4 || box.bottom - space > edge.bottom + 4));
        if (isCut) lost.push(`"${text}" is cut off by ${up.className || up.tagName}`);
      }
    }
    // Measures letters, because the boxes of text lines are higher.
    const middleOf = (box: DOMRect) => box.top + box.height / 2;
    const sizeOf = ({ element }: Piece) => Number.parseFloat(getComputedStyle(element).fontSize);
    const controls = [...on.querySelectorAll('a[href], button, input, select')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({
        text: element.getAttribute('aria-label') ?? element.textContent ?? '',
        box: element.getBoundingClientRect(),
      }));
    for (const character of on.querySelectorAll('.character')) {
      const own = character.getBoundingClientRect();
      // The rest is behind the ticket that it holds.
      const end = character.closest('.ticket')?.getBoundingClientRect().top ?? own.bottom;
      const isUnder = ({ left, right }: DOMRect, top: number, bottom: number) =>
        Math.min(right, own.right) - Math.max(left, own.left) > 1 &&
        Math.min(bottom, end) - Math.max(top, own.top) > 1;
      const under = [
        ...pieces.filter((piece) => {
          const [middle, half] = [middleOf(piece.box), 0.45 * sizeOf(piece)];
          return isUnder(piece.box, middle - half, middle + half);
        }),
        ...controls.filter(({ box }) => isUnder(box, box.top, box.bottom)),
      ];
      for (const { text } of under) lost.push(`"${text}" lies under the character`);
    }
    const isOver = ({ element }: Piece) =>
      element.closest('.notice-region, .dialog-header, .offline-bar') !== null;
    const flat = pieces.filter((piece) => !isOver(piece));
    for (const [index, one] of flat.entries()) {
      for (const other of flat.slice(index + 1)) {
        if (one.element === other.element) continue;
        const wide =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        // Measures letters, because the boxes of text lines overlap slightly.
        const between = Math.abs(middleOf(one.box) - middleOf(other.box));
        if (wide > 2 && between < (sizeOf(one) + sizeOf(other)) / 3) {
          lost.push(`"${one.text}" lies over "${other.text}"`);
        }
      }
    }
    return [...new Set(lost)];
  });
}

/** Controls that cannot be scrolled to where they can be tapped. */
export function unreachableControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const on = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const controls = on.querySelectorAll<HTMLElement>('a[href], button, input, select');
    return [...controls].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      if (element.matches('.page-skip')) return [];
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      // A notice covers it for a few seconds only, and can be closed.
      if (hit !== null && (element.contains(hit) || hit.closest('.notice-region'))) return [];
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return [`${element.tagName} "${name}" lies under ${hit?.className || hit?.tagName}`];
    });
  });
}
