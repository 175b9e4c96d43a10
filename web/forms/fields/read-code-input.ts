import { asciiDigits } from '@inaam/contract/ascii-digits.ts';
import { filterOtpInput } from '@inaam/contract/fields.ts';
import { otpDigits } from '@inaam/contract/limits.ts';

/**
 * `isComplete`: the last digit was typed, or the whole code was pasted or filled in by the phone.
 */
export type CodeInput = { code: string; caret: number; isComplete: boolean };

/**
 * Finds the code in a whole SMS, which may contain other numbers too. A digit that is typed into a
 * full field replaces the next one, so that a wrong digit can be corrected in place. Such a code
 * does not count as complete, because there may be more to correct.
 * @param text the whole field after a key, a paste or autofill
 * @param caret its position afterwards
 */
export function readCodeInput(text: string, caret: number): CodeInput {
  const typed = asciiDigits(text);
  const [found, ...others] = caret === typed.length ? codesIn(typed) : [];
  if (found !== undefined) {
    return { code: found, caret: otpDigits, isComplete: others.length === 0 };
  }
  const digitsBefore = typed.slice(0, caret).replace(/[^0-9]/g, '').length;
  const isOneTooMany = new RegExp(`^[0-9]{${otpDigits + 1}}$`).test(typed);
  const kept = isOneTooMany && caret < typed.length ? withoutDigitAt(typed, caret) : typed;
  const code = filterOtpInput(kept);
  const at = Math.min(digitsBefore, code.length);
  return { code, caret: at, isComplete: code.length === otpDigits && at === otpDigits };
}

/** The code in the last line, as WebOTP wants it; without one, each number of six digits. */
function codesIn(text: string): readonly string[] {
  const named = /@\S+ #([0-9]{6})$/.exec(text.trim())?.[1];
  if (named !== undefined) return [named];
  return (text.match(/[0-9]+/g) ?? []).filter((digits) => digits.length === otpDigits);
}

const withoutDigitAt = (typed: string, at: number) => typed.slice(0, at) + typed.slice(at + 1);
