/** C0 and C1 controls, and characters that change the direction of text. */
const control = /[\p{Cc}\u061C\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Whether a terminal could be made to show something other than what is written. */
export const hasControlCharacters = (text: string): boolean => control.test(text);

/**
 * Anyone can write anything into a link. This removes the characters that a terminal or a page
 * would act on.
 */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '');
