// All texts of a page, visible or for assistive technology, and those that are cut off.
import type { Page } from 'playwright-core';

export type PageText = {
  texts: string[];
  cut: string[];
};

export const readPage = (page: Page): Promise<PageText> => page.evaluate(readInPage);

/** Runs in the page, so it must contain everything it needs. */
function readInPage(): PageText {
  const texts: string[] = [document.title];
  const cut: string[] = [];
  const slack = 1;
  // Not `innerWidth`, which on a phone grows with overflowing content.
  const wide = document.documentElement.clientWidth;
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()}${element.className && typeof element.className === 'string' ? `.${element.className.split(' ').join('.')}` : ''}`;
  /** A box of one pixel is for screen readers only. */
  const isUnseen = (element: Element) =>
    element.clientWidth <= 1 &&
    element.clientHeight <= 1 &&
    getComputedStyle(element).position === 'absolute';

  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    for (const name of ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']) {
      const value = element.getAttribute(name);
      if (value !== null) texts.push(value);
    }
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || parent === null || parent.closest('script, style, noscript, option'))
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    texts.push(text);
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    // Letters reach less far than the boxes of some typefaces.
    const reach = 0.6 * Number.parseFloat(getComputedStyle(parent).fontSize);
    const spaceOf = ({ height }: DOMRect) => Math.max(0, height / 2 - reach);
    const top = Math.min(...boxes.map((box) => box.top + spaceOf(box)));
    const bottom = Math.max(...boxes.map((box) => box.bottom - spaceOf(box)));
    // Above the screen until focused, like the skip link.
    if (bottom < 0) continue;
    const chain: Element[] = [];
    for (let at: Element | null = parent; at !== null; at = at.parentElement) chain.push(at);
    if (chain.some(isUnseen)) continue;
    if (left < -slack || right > wide + slack) cut.push(`${text}: outside of the screen`);
    // The ancestors of a positioned element do not clip it.
    const placed = chain.findIndex((one) =>
      ['fixed', 'absolute'].includes(getComputedStyle(one).position),
    );
    for (const element of placed === -1 ? chain : chain.slice(0, placed + 1)) {
      if (element === document.body || element === document.documentElement) break;
      const style = getComputedStyle(element);
      // The box of rotated text differs from the text's.
      const isTurned = !/^none$|^matrix\(1, 0, 0, 1,/.test(style.transform);
      if (style.display === 'inline' || isTurned) continue;
      const box = element.getBoundingClientRect();
      // Vertically it can be scrolled into view; sideways, or hidden, it cannot.
      if (left < box.left - slack || right > box.right + slack) {
        cut.push(`${text}: sideways out of ${named(element)}`);
      }
      const isHidden = ['hidden', 'clip'].includes(style.overflowY);
      if (isHidden && (top < box.top - slack || bottom > box.bottom + slack)) {
        cut.push(`${text}: cut off by ${named(element)}`);
      }
    }
  }
  if (document.documentElement.scrollWidth > wide + slack) {
    cut.push(`the page is ${document.documentElement.scrollWidth} wide`);
  }
  return { texts, cut };
}
