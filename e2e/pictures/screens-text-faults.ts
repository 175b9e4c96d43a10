// For `npm run screens`: what a designer would mark in a picture's text, in any language. A list to
// review, not a test: some text has no better place to break.
import type { Page } from 'playwright-core';
import { layoutProblems } from '../support/checks/visual-checks.ts';

export async function textFaults(page: Page): Promise<string[]> {
  return [...(await page.evaluate(findFaults)), ...(await layoutProblems(page))];
}

/** In the page. */
function findFaults(): string[] {
  const faults = new Set<string>();
  const on = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    getComputedStyle(element).clipPath === 'none' &&
    element.closest('.visually-hidden, .page-skip, .wheel-caption, option, script, style') === null;
  const linesOf = (node: Node, start: number, end: number) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
    return new Set(boxes.map(({ bottom }) => Math.round(bottom / 8))).size;
  };
  const walker = document.createTreeWalker(on, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (element === null || text.trim() === '' || !isSeen(element)) continue;
    // Intl's output for languages that it does not know.
    if (/\bM\d\d\b/.test(text)) faults.add(`"${text}" has a month without its name`);
    for (const { index, 0: word } of text.matchAll(/[^\s/-]+/g)) {
      const isOwnWord = word.length < 40 && !/[@.]\w/.test(word);
      if (isOwnWord && linesOf(node, index, index + word.length) > 1) {
        faults.add(`"${word}" is broken`);
      }
    }
    for (const { index, 0: part } of text.matchAll(/\d+ \p{L}[\p{L}\p{M}]*|₹ ?\d+/gu)) {
      if (linesOf(node, index, index + part.length) > 1) faults.add(`"${part}" is on two lines`);
    }
  }
  for (const button of on.querySelectorAll<HTMLElement>('.button:not(.button-link)')) {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(button);
    const inner =
      button.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    const range = document.createRange();
    range.selectNodeContents(button);
    const height = Math.min(inner, range.getBoundingClientRect().height);
    if (isSeen(button) && height > 2.6 * Number.parseFloat(lineHeight)) {
      faults.add(`the button "${button.textContent}" has three lines`);
    }
  }
  const context = document.createElement('canvas').getContext('2d');
  for (const select of on.querySelectorAll('select')) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const text = select.selectedOptions[0]?.textContent ?? '';
    if (context === null || !isSeen(select)) continue;
    context.font = font;
    const room =
      select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (context.measureText(text).width > room) faults.add(`"${text}" is wider than its field`);
  }
  return [...faults];
}
