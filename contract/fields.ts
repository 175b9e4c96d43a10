import { asciiDigits } from './mobile-input.ts';
import { ageDigitsMax, ageYears, emailLengthMax, nameLength, otpDigits } from './limits.ts';

export type NameError = 'required' | 'tooShort';
export type MobileError = 'required' | 'invalid';
export type EmailError = 'invalid' | 'tooLong';
export type AgeError = 'required' | 'notDigits' | 'outOfRange';
export type Gender = (typeof genders)[number];

const genders = ['male', 'female', 'others'] as const;

/** White space as blanks. A byte order mark does not count as white space. */
const withBlanks = (text: string) => text.replace(/[^\S\uFEFF]/g, ' ');

/** White space as blanks, digits as 0 to 9, without invisible characters. */
export function plainText(text: string): string {
  return withBlanks(asciiDigits(text)).replace(
    /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/gu,
    '',
  );
}

// Indian scripts spell some letters with a joiner (U+200C, U+200D), which counts as a mark. Other
// invisible letters and marks, such as U+3164, would make a name that looks empty.
const notLetterOrSpace =
  /[^\p{L}\p{M}\p{Join_Control} ]|(?!\p{Join_Control})\p{Default_Ignorable_Code_Point}/gu;
/** No script stacks more than five marks on a letter, and Latin letters need no joiner. */
const letterOrSpace =
  /\p{Script=Latin}\p{M}{0,5}|\p{L}(?:\p{Join_Control}?\p{M}){0,5}\p{Join_Control}?| /gu;
/** Consonants that a virama at their end joins to the next: they belong to its syllable. */
const halfSyllable =
  /(?:\p{L}[^\p{L} ]*[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0C4D\u0CCD\u0D4D]\u200D?)+$/u;
const codePoints = (text: string) => Array.from(text);

/** Keeps whole syllables, at most 35 code points. */
export function filterNameInput(typed: string): string {
  const text = withBlanks(typed).replace(notLetterOrSpace, '').normalize('NFC');
  let name = '';
  for (const letter of text.match(letterOrSpace) ?? []) {
    if (codePoints(name + letter).length > nameLength.max) {
      return letter === ' ' ? name : name.replace(halfSyllable, '') || name;
    }
    name += letter;
  }
  return name;
}

/** The stored form: NFC, trimmed, with single spaces. */
export function normalizeName(name: string): string {
  return name.normalize('NFC').replace(/ +/g, ' ').trim();
}

/** @returns undefined for a valid name, like the other `…Error` functions (Spec 5) */
export function nameError(name: string): NameError | undefined {
  const tidy = normalizeName(name);
  if (tidy === '') return 'required';
  return codePoints(tidy).length < nameLength.min ? 'tooShort' : undefined;
}

/**
 * Stricter than `nameError`: also refuses what the form's input removes, and a leading mark
 * (profile rule of Spec 5).
 */
export function isStorableName(name: string): boolean {
  const tidy = normalizeName(name);
  return nameError(tidy) === undefined && filterNameInput(tidy) === tidy && /^\p{L}/u.test(tidy);
}

export function mobileError(mobile: string): MobileError | undefined {
  if (mobile.trim() === '') return 'required';
  return /^[5-9][0-9]{9}$/.test(mobile) ? undefined : 'invalid';
}

export function filterOtpInput(typed: string): string {
  return asciiDigits(typed)
    .replace(/[^0-9]/g, '')
    .slice(0, otpDigits);
}

export function isOtp(otp: string): boolean {
  return /^[0-9]{6}$/.test(otp);
}

/** Like `<input type="email">`, but with a dot in the domain. Optional: empty is valid. */
export function emailError(email: string): EmailError | undefined {
  if (email === '') return undefined;
  if (codePoints(email).length > emailLengthMax) return 'tooLong';
  const local = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}";
  const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
  return new RegExp(`^${local}@${label}(?:\\.${label})+$`).test(email) ? undefined : 'invalid';
}

export function ageError(age: string): AgeError | undefined {
  if (age === '') return 'required';
  if (!new RegExp(`^[0-9]{1,${ageDigitsMax}}$`).test(age)) return 'notDigits';
  const years = Number(age);
  return years < ageYears.min || years > ageYears.max ? 'outOfRange' : undefined;
}

export function isGender(word: string): word is Gender {
  return genders.some((gender) => gender === word);
}
