/** C0 and C1 controls, and characters that change the direction of text. */
const control = /[\p{Cc}\u061C\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Whether a terminal could show something other than the text. */
export const hasControlCharacters = (text: string): boolean => control.test(text);

/** Links contain arbitrary text. Removes the characters that a terminal or a page would act on. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '');
