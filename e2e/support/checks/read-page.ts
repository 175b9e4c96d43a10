// All texts of a page, visible or for assistive technology.
import type { Page } from 'playwright-core';

export const readPage = (page: Page): Promise<string[]> => page.evaluate(readInPage);

/** Runs in the page, so it must contain everything it needs. */
function readInPage(): string[] {
  const texts: string[] = [document.title];
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    for (const name of ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']) {
      const value = element.getAttribute(name);
      if (value !== null) texts.push(value);
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const { textContent, parentElement: parent } = walker.currentNode;
    const text = textContent?.trim() ?? '';
    if (text === '' || parent === null || parent.closest('script, style, noscript, option'))
      continue;
    if (parent.checkVisibility({ visibilityProperty: true })) texts.push(text);
  }
  return texts;
}
