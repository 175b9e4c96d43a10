import { asciiDigits } from '@inaam/contract/mobile-input.ts';
import { filterOtpInput, plainText } from '@inaam/contract/fields.ts';
import { otpDigits } from '@inaam/contract/limits.ts';
import type { Edit, EditedText } from '../../ui/use-edited-text.ts';

/** `isComplete`: the last digit was typed, or the phone filled in or pasted the whole code. */
export type CodeInput = EditedText & { isComplete: boolean };

/**
 * A whole code that is pasted or suggested, perhaps within an SMS with other numbers, replaces the
 * field's content. A digit typed into a full field replaces the next one, so that a wrong digit can
 * be corrected in place. That does not count as complete, because more corrections may follow.
 */
export function readCodeInput({ before, typed, inserted, behind }: Edit): CodeInput {
  for (const text of behind === '' ? [inserted, typed] : [inserted]) {
    const [found, ...others] = codesIn(plainText(text));
    if (found !== undefined) {
      return { text: found, caret: otpDigits, isComplete: others.every((one) => one === found) };
    }
  }
  const all = digitsOf(typed.slice(0, typed.length - behind.length));
  const front = filterOtpInput(all);
  const rest = digitsOf(behind);
  const text = front + rest.slice(Math.max(0, front.length + rest.length - otpDigits));
  const isTyped = all === front || text === before;
  return { text, caret: front.length, isComplete: front.length === otpDigits && isTyped };
}

/** The code in the last line (WebOTP format), or else each six-digit number. */
function codesIn(text: string): readonly string[] {
  const named = /@\S+ #([0-9]{6})$/.exec(text.trim())?.[1];
  if (named !== undefined) return [named];
  const whole = codesAmong(text.match(/[0-9]+/g));
  if (whole.length > 0) return whole;
  // `123 456`, `123-456`
  const parted = /\p{L}/u.test(text) ? text.match(/[0-9](?:[^0-9\p{L}]?[0-9])*/gu) : [text];
  return codesAmong(parted);
}

const codesAmong = (numbers: readonly string[] | null) =>
  (numbers ?? []).map(digitsOf).filter(({ length }) => length === otpDigits);

const digitsOf = (text: string) => asciiDigits(text).replace(/[^0-9]/g, '');
