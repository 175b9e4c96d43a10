// The content of a field, and text that an input method composes in it.
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** `|` marks the caret. */
export const shownIn = (field: Locator) =>
  field.evaluate(({ value, selectionStart, selectionEnd }: HTMLInputElement) => {
    const [from, to] = [selectionStart ?? 0, selectionEnd ?? 0];
    return from === to ? `${value.slice(0, to)}|${value.slice(to)}` : `selected: ${value}`;
  });

/**
 * Each text replaces the previous one, and the field shows them unchanged.
 * @returns a function that commits the last one
 */
export async function composing(
  field: Locator,
  texts: readonly string[],
): Promise<() => Promise<void>> {
  const page = field.page();
  const keyboard = await page.context().newCDPSession(page);
  const [front, behind] = await field.evaluate(
    ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
      [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? 0)] as const,
  );
  for (const text of texts) {
    const [selectionStart, selectionEnd] = [text.length, text.length];
    await keyboard.send('Input.imeSetComposition', { text, selectionStart, selectionEnd });
    expect(await field.inputValue(), 'while it is composed').toBe(front + text + behind);
  }
  return async () => {
    await keyboard.send('Input.insertText', { text: texts.at(-1) ?? '' });
    await keyboard.detach();
  };
}

export async function compose(field: Locator, texts: readonly string[]): Promise<void> {
  const end = await composing(field, texts);
  await end();
}

/** What an input method composes while the word is typed letter by letter. */
export const growing = (word: string) =>
  Array.from(word, (_, at) =>
    word.slice(
      0,
      Array.from(word)
        .slice(0, at + 1)
        .join('').length,
    ),
  );
