// Input from keyboards, dictation, the clipboard and the phone's suggestions, through the browser's
// own input method and clipboard.
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  codeForm,
  newShopper,
  registration,
  sentence,
  toCode,
  toForm,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { fieldsOf, recordRequests, respond } from '../support/api-calls.ts';
import { pauseClock } from '../support/browser/page-time.ts';

const phones = usePhones();
const options = { permissions: ['clipboard-read', 'clipboard-write'] };

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

async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((_, copied) => navigator.clipboard.writeText(copied), text);
  await field.press('Control+V');
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

  test(
    '[OTP-3][OTP-7] is a code once it is complete, and is sent once',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open({ clock: true });
      const { page } = phone;
      phone.allow(/status of 400 .*verifyOTP/);
      const tries = await toRefusedCodes(phone);
      const { otp } = codeForm(page);
      await pauseClock(page);
      await compose(otp, growing('४८२'));
      expect(await shownIn(otp)).toBe('482|');
      const end = await composing(otp, growing('९१३'));
      await page.clock.runFor(5000);
      expect([await otp.inputValue(), tries]).toEqual(['482९१३', []]);
      await end();
      expect(await shownIn(otp)).toBe('482913|');
      await page.clock.runFor(500);
      await sentence(page, 'Please enter a valid OTP').waitFor();
      await page.clock.runFor(5000);
      // The refused code is selected: a dictated one replaces it.
      await compose(otp, ['55', '55 5', '555 555']);
      await page.clock.runFor(500);
      await expect
        .poll(() => tries.map((one) => fieldsOf(one)['otp']))
        .toEqual(['482913', '555555']);
    },
  );
});

/** @returns the tries, all of which are refused */
async function toRefusedCodes(phone: Phone) {
  await toCode(phone, newShopper());
  await respond(phone.page, 'verifyOtp', { statusCode: 400, messageId: 'invalidOtp' });
  await phone.page.getByRole('alertdialog').waitFor({ state: 'detached' });
  return recordRequests(phone.page, 'verifyOtp');
}

test(
  '[OTP-7][OTP-3] a whole code replaces what stands in the field, wherever the caret is, and is sent once',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({ ...options, clock: true });
    const { page } = phone;
    phone.allow(/status of 400 .*verifyOTP/);
    const tries = await toRefusedCodes(phone);
    const { otp } = codeForm(page);
    await pauseClock(page);
    const pastes = [
      ['4|', '482913'],
      ['|123', '482914'],
      ['12|3', '482 915'],
      ['482914|', 'Your OTP is 482916.'],
      ['|482914', '482917 is the OTP.'],
      ['482|914', 'For Rs. 10: 4 8 2 9 1 8'],
      ['[482914|]', '482\u2060919 is the OTP of order 77'],
      ['48[29|]14', '४८२-९२०'],
      ['482914|', 'Rs. 10 at https://x.in/998877\nwith 123123.\n\n@localhost:3000 #482921'],
    ] as const;
    for (const [before, pasted] of pastes) {
      await put(otp, before);
      await paste(otp, pasted);
      await page.clock.runFor(500);
      await sentence(page, 'Please enter a valid OTP').waitFor();
      await page.clock.runFor(3000);
    }
    // As a keyboard suggests it: inserted into the existing text.
    await put(otp, '9|');
    await page.keyboard.insertText('482922');
    await page.clock.runFor(500);
    await expect
      .poll(() => tries.map((one) => fieldsOf(one)['otp']))
      .toEqual(Array.from({ length: 10 }, (_, index) => String(482_913 + index)));

    // Two candidates, more than a code, or a refused one: the shopper decides.
    for (const [before, pasted, shown] of [
      ['1|', '111222 or 333444', '111222|'],
      ['|', '12345678', '123456|'],
      ['9|', '482922', '482922|'],
    ] as const) {
      await put(otp, before);
      await paste(otp, pasted);
      expect(await shownIn(otp)).toBe(shown);
      await page.clock.runFor(3000);
    }
    expect(tries).toHaveLength(10);
  },
);

describe('the caret', () => {
  test(
    '[VAL-1][VAL-3] stays where somebody edits name and number, and a full field takes nothing in its middle',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open(options);
      const { page } = phone;
      await toForm(phone);
      const { mobile, name } = registration(page);
      await expectEdits(mobile, [
        ['9280|83990', ['-', '7'], '92807|83990'],
        ['9280|83990', ['paste: 7 '], '92807|83990'],
        ['98|10', ['paste: 7-6 5'], '98765|10'],
        ['98|76543210', ['-', '1'], '98|76543210'],
        ['98|76543210', ['x'], '98|76543210'],
        // As a whole it would have the country code, and nine digits of somebody else.
        ['91987|65432', ['0'], '91987|65432'],
        ['|9876543210', ['0'], '|9876543210'],
        ['|9876543210', ['paste:+91 '], '|9876543210'],
        ['9876|543210', ['Delete', '-', '4'], '98764|43210'],
        ['9876|543210', ['Backspace', ' ', '0'], '9870|543210'],
        ['98[765|]43210', ['paste:1 2-3'], '98123|43210'],
        ['[9876543210|]', ['paste:+91 91234-56780'], '9123456780|'],
        ['98|', ['paste:+91 91234 56780'], '9123456780|'],
        ['98|765', ['paste:\u202a+91\u00a091234\u00a056780\u202c'], '9123456780|'],
        ['987|', ['paste:9123456780 9123456781'], '987|'],
      ]);
      await expectEdits(name, [
        ['As|ha Rao', ['7', 'x', '!', 'y'], 'Asxy|ha Rao'],
        ['Asha|Rao', ['paste:\u00a0\u200b'], 'Asha |Rao'],
        [`${'a'.repeat(20)}|${'b'.repeat(15)}`, ['x'], `${'a'.repeat(20)}|${'b'.repeat(15)}`],
        ['கெ|ன்', ['paste:ா'], 'கொ|ன்'],
      ]);
      // Replacing a foreign number as a whole leaves nothing behind.
      await mobile.fill('');
      await paste(mobile, '+65 9123 4567');
      expect(await mobile.inputValue()).toBe('6591234567');
      await mobile.press('Control+A');
      await paste(mobile, '98765 43210');
      expect(await shownIn(mobile)).toBe('9876543210|');
      expect(await sentence(page, '*Please enter a valid 10-digit number').count()).toBe(0);
    },
  );
});

async function expectEdits(
  field: Locator,
  edits: readonly (readonly [before: string, keys: readonly string[], after: string])[],
): Promise<void> {
  for (const [before, keys, after] of edits) {
    await field.fill('');
    await put(field, before);
    for (const key of keys) {
      if (key.startsWith('paste:')) await paste(field, key.slice('paste:'.length));
      else await field.press(key);
    }
    expect(await shownIn(field), `${before} and ${keys.join()}`).toBe(after);
  }
}

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
