import { filterOtpInput } from '@inaam/contract/fields.ts';
import { otpDigits } from '@inaam/contract/limits.ts';

/**
 * `isComplete`: the last digit was typed, or the whole code was pasted or filled in by the phone.
 */
export type CodeInput = { code: string; caret: number; isComplete: boolean };

/**
 * A digit that is typed into a full field replaces the next one, so that a wrong digit can be
 * corrected in place. Such a code does not count as complete, because there may be more to correct.
 * @param typed the whole field after a key, a paste or autofill
 * @param caret its position afterwards
 */
export function readCodeInput(typed: string, caret: number): CodeInput {
  const digitsBefore = typed.slice(0, caret).replace(/[^0-9]/g, '').length;
  const isOneTooMany = new RegExp(`^[0-9]{${otpDigits + 1}}$`).test(typed);
  const kept = isOneTooMany && caret < typed.length ? withoutDigitAt(typed, caret) : typed;
  const code = filterOtpInput(kept);
  const at = Math.min(digitsBefore, code.length);
  return { code, caret: at, isComplete: code.length === otpDigits && at === otpDigits };
}

const withoutDigitAt = (typed: string, at: number) => typed.slice(0, at) + typed.slice(at + 1);
