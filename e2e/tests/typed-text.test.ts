// Input from keyboards, dictation, the clipboard and the phone's suggestions, through the browser's
// own input method and clipboard.
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { registration, sentence, toForm } from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { fieldsOf, recordRequests, respond } from '../support/api-calls.ts';

const phones = usePhones();

/** `|` is the caret; `[98|]` is selected. */
async function put(field: Locator, shown: string): Promise<void> {
  await field.fill(shown.replaceAll(/[[\]|]/g, ''));
  const start = shown.replace('|', '').indexOf('[');
  const end = shown.replace('[', '').indexOf('|');
  await field.evaluate((input: HTMLInputElement, [from, to]) => input.setSelectionRange(from, to), [
    start === -1 ? end : start,
    end,
  ] as const);
}

describe('composed text', () => {
  test('[VAL-1][VAL-3] stands in the fields of the registration as the keyboard writes it, and is cleaned once it is complete', async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toForm(phone);
    const { mobile, name, getOtp } = registration(page);
    const fault = sentence(page, '*Please enter a valid 10-digit number');
    await mobile.focus();
    await compose(mobile, growing('९८७६५'));
    expect(await shownIn(mobile)).toBe('98765|');
    await compose(mobile, growing('४३२१०'));
    expect(await shownIn(mobile)).toBe('9876543210|');

    for (const dictated of ['98765 43210', '+91 98765 43210', '०९८७६५ ४३२१०', '௯௮௭௬௫௪௩௨௧௦']) {
      await mobile.fill('');
      await compose(mobile, growing(dictated));
      expect(await shownIn(mobile), dictated).toBe('9876543210|');
      expect(await fault.count()).toBe(0);
    }
    for (const [before, texts, after] of [
      ['98|10', growing('७६ ५'), '98765|10'],
      ['98[76|]10', growing('५'), '985|10'],
      ['98|76543210', growing('१'), '98|76543210'],
    ] as const) {
      await put(mobile, before);
      await compose(mobile, texts);
      expect(await shownIn(mobile), before).toBe(after);
    }
    // The final recognition counts: a draft's plus is not part of the number.
    await mobile.fill('');
    await compose(mobile, ['+', '+6', '98765 4321', '98765 43210']);
    expect(await shownIn(mobile)).toBe('9876543210|');

    await name.focus();
    await compose(name, ['क', 'क्', 'क्ष', 'क्षमा1']);
    expect(await shownIn(name)).toBe('क्षमा|');
    await name.fill('');
    await compose(name, ['A', 'As', 'Ash4', 'Asha-']);
    expect(await shownIn(name)).toBe('Asha|');

    // A form submitted meanwhile sends what the text will become.
    await mobile.fill('');
    const registered = recordRequests(page, 'register');
    await respond(page, 'register', { statusCode: 400, messageId: 'invalidMobile' });
    phone.allow(/status of 400 .*register/);
    await registration(page).state.selectOption('Goa');
    await registration(page).agree.check();
    await mobile.focus();
    await composing(mobile, ['९८७६५ ४३२१०']);
    await getOtp.evaluate((button: HTMLButtonElement) => button.click());
    await sentence(page, 'Invalid mobile number').waitFor();
    expect(fieldsOf(registered[0])['mobile']).toBe('9876543210');
    await name.focus();
    expect(await mobile.inputValue()).toBe('9876543210');
  });
});

/** The content of a field; `|` marks the caret. */
const shownIn = (field: Locator) =>
  field.evaluate(({ value, selectionStart, selectionEnd }: HTMLInputElement) => {
    const [from, to] = [selectionStart ?? 0, selectionEnd ?? 0];
    return from === to ? `${value.slice(0, to)}|${value.slice(to)}` : `selected: ${value}`;
  });

/**
 * Each text replaces the previous one, and the field shows them unchanged.
 * @returns a function that commits the last one
 */
async function composing(field: Locator, texts: readonly string[]): Promise<() => Promise<void>> {
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

async function compose(field: Locator, texts: readonly string[]): Promise<void> {
  const end = await composing(field, texts);
  await end();
}

/** What an input method composes while the word is typed letter by letter. */
const growing = (word: string) =>
  Array.from(word, (_, at) =>
    word.slice(
      0,
      Array.from(word)
        .slice(0, at + 1)
        .join('').length,
    ),
  );
